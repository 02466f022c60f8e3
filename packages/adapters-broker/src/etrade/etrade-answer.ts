import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { Instant } from "@sevenfold/domain/market";

/** What a call to E*TRADE came to. "lost" says nothing about what the venue did. */
export type EtradeAnswer =
  /** `body` is undefined where there is nothing to list: their 204. */
  | ({ readonly kind: "ok"; readonly body: unknown } & Dated)
  | ({
      readonly kind: "refused";
      readonly why: EtradeRefusal;
      /** Their own code; absent with sign-in errors. */
      readonly code?: number;
      /** Their own words, of at most 300 characters. */
      readonly message: string;
    } & Dated)
  | {
      readonly kind: "lost";
      /** "unreadable": something came that is no answer, or more than an answer may have. */
      readonly why: "unanswered" | "unreadable";
      readonly message: string;
    }
  /** It did not go out, or was not taken yet: this many milliseconds on it may be. */
  | { readonly kind: "not-sent"; readonly message: string; readonly retryAfterMs: number };

interface Dated {
  /** When it was sent, by their clock; whole seconds. Absent where the answer does not say. */
  readonly date?: Instant;
}

/** Whose move it is: ours to check the keys or the clock, the user's to sign in again, or nobody's. */
export type EtradeRefusal = "keys" | "authorisation" | "clock" | "request";

const WORDS_MAX = 300;

const OF_KEYS =
  /consumer_key_(unknown|rejected|refused)|signature_(invalid|method_rejected)|invalid consumer key(?! and\/or)/i;
const OF_CLOCK = /timestamp_refused|nonce_used/i;
const OF_TOKEN =
  /token_(expired|rejected|revoked|used)|verifier_invalid|permission_(unknown|denied)|invalid access token|token is invalid|session token/i;
const OF_OAUTH = /oauth_problem=/i;
const OF_RATE = /exceeded the rate limit/i;

const TOO_OFTEN = "E*TRADE says that it was called too often.";
/** E*TRADE does not say how long. */
const TOO_OFTEN_MS = 60_000;

/** Reads an answer as E*TRADE gives it: JSON, XML of an error, or the HTML of a server in front. */
export function answerFrom(status: number, text: string): EtradeAnswer {
  if (status === 429 || (400 <= status && OF_RATE.test(text)))
    return { kind: "not-sent", message: TOO_OFTEN, retryAfterMs: TOO_OFTEN_MS };
  if (200 <= status && status < 300) return succeeded(status, text);
  const error = errorIn(text);
  // A sandbox says with 500 what production says with 401; the words are OAuth's at any other status too.
  const isOfSignIn = status < 500 ? OF_OAUTH.test(text) : OF_TOKEN.test(error?.message ?? "");
  if (status === 401 || (400 <= status && isOfSignIn))
    return refusal(whyUnauthorised(error?.message ?? text), error?.message ?? "unauthorized");
  if (400 <= status && status < 500 && error) return refusal("request", error.message, error.code);
  return { kind: "lost", why: "unanswered", message: `E*TRADE answered ${status}.` };
}

function succeeded(status: number, text: string): EtradeAnswer {
  // An empty page of any other kind is a page that broke off.
  if (status === 204) return { kind: "ok", body: undefined };
  const body = parsed(text);
  return body === undefined
    ? { kind: "lost", why: "unreadable", message: "E*TRADE's answer could not be read." }
    : { kind: "ok", body };
}

/** Without a word we know it is the token: that is what ends every night. */
function whyUnauthorised(words: string): EtradeRefusal {
  if (OF_KEYS.test(words)) return "keys";
  return OF_CLOCK.test(words) ? "clock" : "authorisation";
}

/**
 * The sign-in calls answer in text, and say no with 401, or with 400 and a word we know. Undefined for
 * everything else, such as the page of a server in between.
 */
export function refusalIn(status: number, text: string): EtradeAnswer | undefined {
  const isKnown = OF_KEYS.test(text) || OF_CLOCK.test(text) || OF_TOKEN.test(text);
  const isRefusal = status === 401 || (status === 400 && isKnown);
  return isRefusal ? refusal(whyUnauthorised(text), errorIn(text)?.message ?? text) : undefined;
}

/** Why a read without an answer failed: nothing came, or nothing that can be read. */
export const unavailable = ({ message, why }: Extract<EtradeAnswer, { kind: "lost" }>) =>
  new BrokerUnavailable(why === "unreadable" ? "unreadable" : "network", message);

const refusal = (why: EtradeRefusal, message: string, code?: number): EtradeAnswer => ({
  kind: "refused",
  why,
  message: plainWords(message),
  ...(code !== undefined && { code }),
});

/** One line without markup: it is shown to users and written to logs. */
const plainWords = (text: string): string =>
  text
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, WORDS_MAX);

interface EtradeError {
  readonly code?: number;
  readonly message: string;
}

/** `{"Error":{…}}` or `<Error>…</Error>`; undefined when it is neither. */
function errorIn(text: string): EtradeError | undefined {
  const xml = /<Error>(?:.*?<code>\s*(\d+)\s*<\/code>)?.*?<message>(.*?)<\/message>/s.exec(text);
  if (xml?.[2] !== undefined)
    return { message: xml[2], ...(xml[1] !== undefined && { code: Number(xml[1]) }) };
  const body = parsed(text);
  const error = isRecord(body) && isRecord(body.Error) ? body.Error : undefined;
  if (!error || typeof error.message !== "string") return undefined;
  const code = Number(error.code);
  return { message: error.message, ...(error.code != null && Number.isFinite(code) && { code }) };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
