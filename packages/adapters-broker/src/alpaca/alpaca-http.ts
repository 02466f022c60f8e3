import type { CallBudget } from "../call-budget.ts";
import { AnswerCut, type ReadAnswer, readAnswer } from "../read-answer.ts";
import { isUnconnected } from "../unconnected.ts";

/** Where an account's calls go and what signs them. Hosts are constants chosen by the venue. */
export interface AlpacaConnection {
  readonly tradingUrl: string;
  readonly tradingStreamUrl: string;
  readonly marketDataUrl: string;
  readonly marketDataStreamUrl: string;
  readonly keyId: string;
  readonly secretKey: string;
  readonly timeoutMs: number;
  /** Longest wait before a stream that was lost is opened again; a minute when absent. */
  readonly retryMsMax?: number;
}

/** What a call came to. "lost" says nothing about what the venue did. */
export type AlpacaAnswer =
  | { readonly kind: "ok"; readonly body: unknown }
  | { readonly kind: "refused"; readonly status: number; readonly message: string }
  | {
      readonly kind: "lost";
      /** "unreadable": something came that is no answer; "too-long": more than an answer may have. */
      readonly why: "unanswered" | "unreadable" | "too-long";
      readonly message: string;
    }
  /** It did not go out, or was not taken yet: this many milliseconds on it may be. */
  | { readonly kind: "not-sent"; readonly message: string; readonly retryAfterMs: number };

export interface AlpacaCall {
  readonly host: "trading" | "market-data";
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly purpose?: "ordinary" | "lowers-risk";
  /** Of the answer, where it is a list that Alpaca gives in one piece only. */
  readonly bytesMax?: number;
}

/** These say: understood and not done. Anything else leaves the outcome open. */
const DEFINITE = new Set([400, 401, 403, 404, 422]);
const UNREADABLE = {
  kind: "lost",
  why: "unreadable",
  message: "The broker's answer could not be read.",
} as const;

/** One call, never repeated here: whether to ask again is for whoever knows what it meant. */
export async function callAlpaca(
  connection: AlpacaConnection,
  budget: CallBudget,
  call: AlpacaCall,
): Promise<AlpacaAnswer> {
  const waitMs = budget.take(call.purpose ?? "ordinary");
  if (0 < waitMs) return { kind: "not-sent", message: CALLED_ENOUGH, retryAfterMs: waitMs };
  try {
    const request = {
      method: call.method,
      headers: {
        "APCA-API-KEY-ID": connection.keyId,
        "APCA-API-SECRET-KEY": connection.secretKey,
        ...(call.body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    };
    const { bytesMax } = call;
    const { timeoutMs } = connection;
    const answer = await readAnswer(urlOf(connection, call), request, { timeoutMs, bytesMax });
    return withoutKeys(connection, answerOf(answer, budget));
  } catch (error) {
    return isUnconnected(error)
      ? { kind: "not-sent", message: UNREACHABLE, retryAfterMs: 0 }
      : lostBy(error);
  }
}

const CALLED_ENOUGH = "The broker was called as often as it allows this minute.";
const TOO_OFTEN = "The broker says that it was called too often.";
const UNREACHABLE = "The broker could not be reached.";

/** A broker that repeats our keys in its words does not get them into logs and answers of ours. */
function withoutKeys({ keyId, secretKey }: AlpacaConnection, answer: AlpacaAnswer): AlpacaAnswer {
  if (answer.kind === "ok") return answer;
  const message = answer.message.replaceAll(secretKey, "…").replaceAll(keyId, "…");
  return { ...answer, message };
}

function answerOf({ headers, isOk, status, text }: ReadAnswer, budget: CallBudget): AlpacaAnswer {
  const left = headers.get("X-RateLimit-Remaining");
  if (left !== null && left !== "") budget.learnLeft(Number(left));
  const body = text === "" ? undefined : parsed(text);
  if (status === 204) return { kind: "ok", body: undefined };
  if (isOk) return body === undefined ? UNREADABLE : { kind: "ok", body };
  // Said before anything is looked at, whatever stands in its body.
  if (status === 429) {
    const retryAfterMs = resetMsOf(headers);
    budget.blockFor(retryAfterMs);
    return { kind: "not-sent", message: TOO_OFTEN, retryAfterMs };
  }
  const restMs = DEFINITE.has(status) ? undefined : retryAfterMsOf(headers);
  // It says nothing about the outcome, and until when it is not to be asked again.
  if (restMs !== undefined) budget.blockFor(restMs);
  const message = messageOf(body);
  // Without keys Alpaca answers 401 with an HTML page; every other refusal carries JSON.
  if (DEFINITE.has(status) && (message !== undefined || status === 401))
    return { kind: "refused", status, message: message ?? "unauthorized." };
  return { kind: "lost", why: "unanswered", message: `The broker answered ${status}.` };
}

function urlOf(connection: AlpacaConnection, { host, path, query = {} }: AlpacaCall): URL {
  const url = new URL(path, host === "trading" ? connection.tradingUrl : connection.marketDataUrl);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** With what stands beside their words: without it nobody knows how much was missing, or of which order it speaks. */
function messageOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("message" in body)) return undefined;
  if (typeof body.message !== "string") return undefined;
  const facts = Object.entries(body).flatMap(([name, told]) => {
    const isTold = typeof told === "string" ? told !== "" : typeof told === "number";
    const called = FACTS[name];
    return isTold && called !== undefined ? `${called}${told}` : [];
  });
  const beside = facts.length === 0 ? "" : ` (${facts.join(", ")})`;
  return `${body.message.slice(0, 300 - beside.length)}${beside}`.slice(0, 300);
}

/** What refusals tell beside their words, and how it is called. */
const FACTS: Readonly<Record<string, string>> = {
  reject_reason: "",
  buying_power: "buying power ",
  cost_basis: "cost basis ",
  market_price: "market price ",
  stop_price: "stop price ",
};

const REST_MS_MAX = 60_000;

/** Seconds in the header of 408 and 503, a minute at most; undefined where it is missing. */
function retryAfterMsOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get("Retry-After"));
  return 0 < seconds ? Math.min(seconds * 1_000, REST_MS_MAX) : undefined;
}

/** Seconds since 1970 in the header, else those to wait; a minute where neither is told. */
function resetMsOf(headers: Headers): number {
  const reset = Number(headers.get("X-RateLimit-Reset"));
  const date = Date.parse(headers.get("Date") ?? "");
  const leftMs = reset * 1_000 - (Number.isNaN(date) ? Date.now() : date);
  if (!headers.has("X-RateLimit-Reset")) return retryAfterMsOf(headers) ?? REST_MS_MAX;
  return 0 < leftMs && leftMs <= 60_000 ? leftMs : REST_MS_MAX;
}

function lostBy(error: unknown): AlpacaAnswer {
  const cut = error instanceof AnswerCut ? error.cut : undefined;
  if (cut === "too-long")
    return { kind: "lost", why: "too-long", message: "The broker's answer was too long." };
  const message =
    cut === "too-late"
      ? "The broker did not answer in time."
      : "The connection to the broker was lost.";
  return { kind: "lost", why: "unanswered", message };
}
