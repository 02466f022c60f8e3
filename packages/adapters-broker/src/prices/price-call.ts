import {
  type MarketDataTrouble,
  MarketDataUnavailable,
} from "@sevenfold/application/ports/market-data";
import type { z } from "zod";

import { AnswerCut, type ReadAnswer, readAnswer } from "../read-answer.ts";
import type { PriceBudget } from "./price-budget.ts";

/** Where a provider of prices is asked, and under which key. */
export interface PriceDoor {
  /** As people call it. */
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Kept out of every message. */
  readonly secret?: string;
  /** For the whole of an answer. */
  readonly timeoutMs: number;
  readonly budget: PriceBudget;
  /** What the provider's own way of refusing means; undefined where it says nothing of its own. */
  readonly troubleIn: (answer: PriceAnswer) => Refusal | undefined;
}

export interface PriceAnswer extends Pick<ReadAnswer, "headers" | "isOk" | "status" | "text"> {
  /** Undefined where the text is no JSON. */
  readonly body: unknown;
}

export interface Refusal {
  readonly trouble: MarketDataTrouble;
  /** In the provider's words. */
  readonly message?: string;
}

export interface PriceCall {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** How many calls of the plan it counts for. */
  readonly counts?: number;
}

const MESSAGE_MAX = 200;

/**
 * Asks once for something in JSON. Rejects with MarketDataUnavailable where no answer can be trusted. Who
 * says "too often" is not asked again before the time that it names.
 */
export async function askForPrices(door: PriceDoor, call: PriceCall): Promise<unknown> {
  const full = door.budget.take(call.counts ?? 1);
  if (full) throw unavailable(door, { trouble: full });
  const answer = await answered(door, call);
  const refusal = door.troubleIn(answer) ?? plainTroubleIn(answer);
  if (!refusal) return answer.body;
  const { trouble } = refusal;
  if (trouble.reason === "rate-limit") door.budget.blockFor(trouble.retryAfterMs);
  if (trouble.reason === "budget-spent") door.budget.spendDay();
  throw unavailable(door, refusal);
}

async function answered(door: PriceDoor, { path, query = {} }: PriceCall): Promise<PriceAnswer> {
  const url = new URL(path, door.url);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  try {
    const { timeoutMs, headers } = door;
    const answer = await readAnswer(url, { method: "GET", headers }, { timeoutMs });
    return { ...answer, body: parsed(answer.text) };
  } catch (error) {
    const isTooLong = error instanceof AnswerCut && error.cut === "too-long";
    throw unavailable(door, { trouble: { reason: isTooLong ? "unreadable" : "network" } });
  }
}

/** What an answer's status and form mean where a provider says nothing of its own. */
function plainTroubleIn({ body, headers, isOk, status }: PriceAnswer): Refusal | undefined {
  if (status === 429)
    return { trouble: { reason: "rate-limit", retryAfterMs: retryAfterMsOf(headers) ?? 60_000 } };
  if (status === 401 || status === 403) return { trouble: { reason: "credentials" } };
  if (status === 404) return { trouble: { reason: "not-found" } };
  if (!isOk) return { trouble: { reason: "network" }, message: `It answered ${status}.` };
  return body === undefined ? { trouble: { reason: "unreadable" } } : undefined;
}

/** The body in the shape we know, or a rejection: an unreadable answer is not an empty one. */
export function readPrices<Shape extends z.ZodType>(
  door: Pick<PriceDoor, "name">,
  shape: Shape,
  body: unknown,
): z.output<Shape> {
  const read = shape.safeParse(body);
  if (!read.success) throw unavailable(door, { trouble: { reason: "unreadable" } });
  return read.data;
}

/** A provider's trouble as everybody hears of it. */
export function unavailable(
  { name, secret }: Pick<PriceDoor, "name" | "secret">,
  { message, trouble }: Refusal,
): MarketDataUnavailable {
  const said = message?.replace(/\s+/g, " ").trim().slice(0, MESSAGE_MAX);
  const words = `${name} ${WORDS[trouble.reason]}.${said ? ` ${said}` : ""}`;
  return new MarketDataUnavailable(trouble, secret ? words.replaceAll(secret, "…") : words);
}

const WORDS: Readonly<Record<MarketDataTrouble["reason"], string>> = {
  credentials: "does not let our key in",
  "turned-away": "lets us in no more",
  "not-found": "does not know the symbol",
  plan: "does not give this to our plan",
  network: "could not be reached or did not answer",
  unreadable: "gave an answer that cannot be read",
  "rate-limit": "was asked as often as it allows for now",
  "budget-spent": "was asked as often as it allows in a day",
};

/** Seconds in the header, an hour at most; undefined where it is missing. */
export function retryAfterMsOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get("Retry-After"));
  return 0 < seconds && seconds <= 3_600 ? seconds * 1_000 : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
