import type { CallBudget } from "../call-budget.ts";
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
  /** It did not go out, or was not taken yet: this many milliseconds on it may be. */
  | { readonly kind: "not-sent"; readonly message: string; readonly retryAfterMs: number }
  | { readonly kind: "lost"; readonly message: string };

export interface AlpacaCall {
  readonly host: "trading" | "market-data";
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly purpose?: "ordinary" | "lowers-risk";
}

/** These say: understood and not done. Anything else leaves the outcome open. */
const DEFINITE = new Set([400, 401, 403, 404, 422]);
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/** One call, never repeated here: whether to ask again is for whoever knows what it meant. */
export async function callAlpaca(
  connection: AlpacaConnection,
  budget: CallBudget,
  call: AlpacaCall,
): Promise<AlpacaAnswer> {
  const waitMs = budget.take(call.purpose ?? "ordinary");
  if (0 < waitMs) return { kind: "not-sent", message: CALLED_ENOUGH, retryAfterMs: waitMs };
  try {
    const response = await fetch(urlOf(connection, call), {
      method: call.method,
      headers: {
        "APCA-API-KEY-ID": connection.keyId,
        "APCA-API-SECRET-KEY": connection.secretKey,
        ...(call.body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      // A broker that redirects an order is not the broker we signed for.
      redirect: "error",
      signal: AbortSignal.timeout(connection.timeoutMs),
    });
    return withoutKeys(connection, await answerOf(response, budget));
  } catch (error) {
    return isUnconnected(error)
      ? { kind: "not-sent", message: UNREACHABLE, retryAfterMs: 0 }
      : { kind: "lost", message: networkWords(error) };
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

async function answerOf(response: Response, budget: CallBudget): Promise<AlpacaAnswer> {
  const left = response.headers.get("X-RateLimit-Remaining");
  if (left !== null && left !== "") budget.learnLeft(Number(left));
  const text = await response.text();
  if (ANSWER_BYTES_MAX < text.length) return { kind: "lost", message: "The answer was too large." };
  const body = text === "" ? undefined : parsed(text);
  if (response.status === 204) return { kind: "ok", body: undefined };
  if (response.ok)
    return body === undefined
      ? { kind: "lost", message: "The broker's answer could not be read." }
      : { kind: "ok", body };
  // Said before anything is looked at, whatever stands in its body.
  if (response.status === 429) {
    const retryAfterMs = resetMsOf(response);
    budget.blockFor(retryAfterMs);
    return { kind: "not-sent", message: TOO_OFTEN, retryAfterMs };
  }
  const message = messageOf(body);
  // Without keys Alpaca answers 401 with an HTML page; every other refusal carries JSON.
  if (DEFINITE.has(response.status) && (message !== undefined || response.status === 401))
    return { kind: "refused", status: response.status, message: message ?? "unauthorized." };
  return { kind: "lost", message: `The broker answered ${response.status}.` };
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

function messageOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("message" in body)) return undefined;
  return typeof body.message === "string" ? body.message.slice(0, 300) : undefined;
}

/** Seconds since 1970 in the header; a minute where it is missing. */
function resetMsOf(response: Response): number {
  const reset = Number(response.headers.get("X-RateLimit-Reset"));
  const date = Date.parse(response.headers.get("Date") ?? "");
  const leftMs = reset * 1_000 - (Number.isNaN(date) ? Date.now() : date);
  return 0 < leftMs && leftMs <= 60_000 ? leftMs : 60_000;
}

function networkWords(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return "The broker did not answer in time.";
  return "The connection to the broker was lost.";
}
