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
  | { readonly kind: "lost"; readonly message: string };

export type CallPocket = (method: string, path: string, body?: unknown) => Promise<PocketAnswer>;

/** These say: understood and not done. Anything else leaves the outcome open. */
const DEFINITE = new Set([401, 404, 409, 422, 429]);
const REST_MS = 10_000;

/** Calls that are never repeated; after "too many" they rest a while. */
export function pocketCalls({ timeoutMs, token, url }: PocketConnection): CallPocket {
  let restsUntil = 0;
  return async (method, path, body) => {
    if (performance.now() < restsUntil) return tooMany("Too many calls; try again shortly.");
    try {
      const request = {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      const { status, text } = await readAnswer(new URL(path, url), request, { timeoutMs });
      if (status === 429) restsUntil = performance.now() + REST_MS;
      // A venue that repeats the token does not get it into what we tell.
      return answerOf(status, text.replaceAll(token, "…"));
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

const tooMany = (error: string): PocketAnswer => ({
  kind: "refused",
  status: 429,
  error,
  why: "other",
});

/** The body in the shape we know, or an exception: an unreadable snapshot is not an empty one. */
export function readAs<Shape extends z.ZodType>(
  shape: Shape,
  answer: PocketAnswer,
): z.output<Shape> {
  if (answer.kind === "lost") throw new BrokerUnavailable("network", answer.message);
  if (answer.kind === "refused") throw new BrokerUnavailable(reasonOf(answer.status), answer.error);
  const read = shape.safeParse(answer.body);
  if (read.success) return read.data;
  throw new BrokerUnavailable("unreadable", "Pocket's answer could not be read.");
}

function reasonOf(status: number): BrokerUnavailable["reason"] {
  if (status === 401) return "credentials";
  return status === 429 ? "rate-limit" : "unreadable";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
