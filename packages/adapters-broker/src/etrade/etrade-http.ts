import { randomBytes } from "node:crypto";
import type { Instant } from "@sevenfold/domain/market";
import type { CallBudget } from "../call-budget.ts";
import { AnswerCut, readAnswer } from "../read-answer.ts";
import { isUnconnected } from "../unconnected.ts";
import { answerFrom, type EtradeAnswer, refusalIn } from "./etrade-answer.ts";
import { instantFrom } from "./etrade-mapping.ts";
import { authorizationOf, type OauthPair, percentEncoded } from "./etrade-signature.ts";

/** Where E*TRADE is: constants chosen by the venue, never an address from a user. */
export interface EtradeHosts {
  /** "https://api.etrade.com"; the sandbox has one of its own. */
  readonly apiUrl: string;
  /** Where tokens are given out: production's host also for the sandbox's keys. */
  readonly oauthUrl: string;
  /** The page on which a user lets us in. */
  readonly authorizeUrl: string;
  readonly timeoutMs: number;
  /** At least this long between two calls about orders, and between two about the account. */
  readonly callSpacingMs: number;
}

export interface EtradeConnection extends EtradeHosts {
  readonly consumer: OauthPair;
  /** UTC milliseconds by the clock of the venue: what is signed carries it. */
  readonly now: () => number;
}

export interface EtradeCall {
  readonly method: "GET" | "POST" | "PUT";
  /** "/v1/accounts/list"; what varies in it is percent-encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly purpose?: "ordinary" | "lowers-risk";
}

const NONCE_BYTES = 16;
const CALLED_ENOUGH = "E*TRADE was called as often as it allows this minute.";
const UNREACHABLE = "E*TRADE could not be reached.";

/** One call, never repeated here: whether to ask again is for whoever knows what it meant. */
export async function callEtrade(
  connection: EtradeConnection,
  { budget, token }: { readonly budget: CallBudget; readonly token: OauthPair },
  call: EtradeCall,
): Promise<EtradeAnswer> {
  const waitMs = budget.take(call.purpose ?? "ordinary");
  if (0 < waitMs) return { kind: "not-sent", message: CALLED_ENOUGH, retryAfterMs: waitMs };
  const url = `${connection.apiUrl}${call.path}${queryText(call.query)}`;
  const sent = await send(connection, { ...call, url, token });
  if (sent.kind !== "answered") return sent;
  const answer = answerFrom(sent.status, sent.text);
  if (answer.kind === "not-sent") budget.blockFor(answer.retryAfterMs);
  return withoutSecrets(dated(explained(answer, sent), sent), [connection.consumer, token]);
}

/** A call to give out, renew or revoke a token: answered in text, with its own way to say no. */
export async function callEtradeOauth(
  connection: EtradeConnection,
  call: {
    readonly path: string;
    readonly token?: OauthPair | undefined;
    readonly extra?: Readonly<Record<string, string>>;
  },
): Promise<{ readonly kind: "text"; readonly text: string } | EtradeAnswer> {
  const url = `${connection.oauthUrl}${call.path}`;
  const sent = await send(connection, { ...call, method: "GET", url });
  if (sent.kind !== "answered") return sent;
  if (sent.status === 200) return { kind: "text", text: sent.text };
  const refused = refusalIn(sent.status, sent.text) ?? answerFrom(sent.status, sent.text);
  return withoutSecrets(explained(refused, sent), [connection.consumer, call.token]);
}

type Sent =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly text: string;
      /** How far our clock is ahead of E*TRADE's, by the date it sends. */
      readonly aheadMs: number | undefined;
      readonly date: Instant | undefined;
    }
  | Extract<EtradeAnswer, { kind: "not-sent" | "lost" }>;

interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly token?: OauthPair | undefined;
  readonly extra?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

async function send(connection: EtradeConnection, outgoing: Outgoing): Promise<Sent> {
  const { body, extra, method, token, url } = outgoing;
  const sentAt = connection.now();
  const authorization = authorizationOf({
    method,
    url,
    consumer: connection.consumer,
    token,
    extra,
    nonce: randomBytes(NONCE_BYTES).toString("hex"),
    timestamp: Math.floor(sentAt / 1_000),
  });
  try {
    const request = {
      method,
      headers: {
        Authorization: authorization,
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const { headers, status, text } = await readAnswer(url, request, {
      timeoutMs: connection.timeoutMs,
    });
    const date = instantFrom(Date.parse(headers.get("Date") ?? ""));
    return { kind: "answered", status, text, date, aheadMs: date && sentAt - date };
  } catch (error) {
    return isUnconnected(error)
      ? { kind: "not-sent", message: UNREACHABLE, retryAfterMs: 0 }
      : lostBy(error);
  }
}

const dated = (
  answer: EtradeAnswer,
  { date }: Extract<Sent, { kind: "answered" }>,
): EtradeAnswer =>
  date !== undefined && (answer.kind === "ok" || answer.kind === "refused")
    ? { ...answer, date }
    : answer;

/** A refused time is our clock's fault: how far it is off says what to do about it. */
function explained(answer: EtradeAnswer, sent: Extract<Sent, { kind: "answered" }>): EtradeAnswer {
  if (answer.kind !== "refused" || answer.why !== "clock") return answer;
  const offSec = sent.aheadMs === undefined ? undefined : Math.round(sent.aheadMs / 1_000);
  const by =
    offSec === undefined ? "is off" : `is ${Math.abs(offSec)} s ${offSec < 0 ? "behind" : "ahead"}`;
  return { ...answer, message: `E*TRADE refuses the time we sign with: our clock ${by}.` };
}

/** What repeats our secrets in its words does not get them into logs and answers of ours. */
function withoutSecrets(
  answer: EtradeAnswer,
  pairs: readonly (OauthPair | undefined)[],
): EtradeAnswer {
  if (answer.kind === "ok") return answer;
  let message = answer.message;
  for (const pair of pairs)
    for (const word of [pair?.key, pair?.secret]) if (word) message = message.replaceAll(word, "…");
  return { ...answer, message };
}

function queryText(query: EtradeCall["query"] = {}): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${percentEncoded(name)}=${percentEncoded(String(value))}`],
  );
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function lostBy(error: unknown): Extract<EtradeAnswer, { kind: "lost" }> {
  const cut = error instanceof AnswerCut ? error.cut : undefined;
  if (cut === "too-long")
    return { kind: "lost", why: "unreadable", message: "E*TRADE's answer was too long." };
  const message =
    cut === "too-late" ? "E*TRADE did not answer in time." : "The connection to E*TRADE was lost.";
  return { kind: "lost", why: "unanswered", message };
}
