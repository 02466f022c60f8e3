import { readAnswer } from "@sevenfold/adapters-broker/read-answer";
import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { z } from "zod";
import { RefusalWire } from "./pocket-wire.ts";

export interface PocketConnection {
  readonly url: string;
  readonly token: string;
  readonly timeoutMs: number;
  readonly pollMs: number;
}

/** What a call came to. "lost" says nothing about what the venue did. */
export type PocketAnswer =
  | { readonly kind: "ok"; readonly body: unknown }
  | ({ readonly kind: "refused"; readonly status: number } & z.infer<typeof RefusalWire>)
  /** The venue takes no calls for now; this one did nothing. */
  | { readonly kind: "not-sent"; readonly message: string; readonly retryAfterMs: number }
  | { readonly kind: "lost"; readonly message: string };

export type CallPocket = (method: string, path: string, body?: unknown) => Promise<PocketAnswer>;

/** These say: understood and not done. Anything else leaves the outcome open. */
const DEFINITE = new Set([401, 404, 409, 422]);
const REST_MS = 10_000;

/** Calls that are never repeated; after "too many" they rest a while. */
export function pocketCalls({ timeoutMs, token, url }: PocketConnection): CallPocket {
  let restsUntil = 0;
  return async (method, path, body) => {
    const restMs = restsUntil - performance.now();
    if (0 < restMs) return tooMany(restMs);
    try {
      const request = {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      const { status, text } = await readAnswer(new URL(path, url), request, { timeoutMs });
      // A venue that repeats the token does not get it into what we tell.
      if (status !== 429) return answerOf(status, text.replaceAll(token, "…"));
      restsUntil = performance.now() + REST_MS;
      return tooMany(REST_MS);
    } catch {
      return { kind: "lost", message: "Pocket did not answer." };
    }
  };
}

function answerOf(status: number, text: string): PocketAnswer {
  const body = parsed(text);
  if (200 <= status && status < 300 && body !== undefined) return { kind: "ok", body };
  const refusal = RefusalWire.safeParse(body);
  if (DEFINITE.has(status) && refusal.success) return { kind: "refused", status, ...refusal.data };
  return { kind: "lost", message: `Pocket answered ${status}, and nothing to rely on.` };
}

const tooMany = (retryAfterMs: number): PocketAnswer => ({
  kind: "not-sent",
  message: "Pocket is asked too often.",
  retryAfterMs,
});

/** The body in the shape we know, or an exception: an unreadable snapshot is not an empty one. */
export function readAs<Shape extends z.ZodType>(
  shape: Shape,
  answer: PocketAnswer,
): z.output<Shape> {
  if (answer.kind === "lost") throw new BrokerUnavailable("network", answer.message);
  if (answer.kind === "not-sent") throw new BrokerUnavailable("rate-limit", answer.message);
  if (answer.kind === "refused") throw new BrokerUnavailable(reasonOf(answer.status), answer.error);
  const read = shape.safeParse(answer.body);
  if (read.success) return read.data;
  throw new BrokerUnavailable("unreadable", "Pocket's answer could not be read.");
}

const reasonOf = (status: number): BrokerUnavailable["reason"] =>
  status === 401 ? "credentials" : "unreadable";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
