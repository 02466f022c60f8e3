import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { z } from "zod";

import type { AlpacaAnswer, AlpacaCall } from "./alpaca-http.ts";

/** A call of the trading API. */
export type Call = (wanted: Omit<AlpacaCall, "host">) => Promise<AlpacaAnswer>;

/** The body in the shape we know, or an exception: an unreadable snapshot is not an empty one. */
export function readAs<Shape extends z.ZodType>(
  shape: Shape,
  answer: AlpacaAnswer,
): z.output<Shape> {
  if (answer.kind === "lost")
    throw new BrokerUnavailable(
      answer.why === "unanswered" ? "network" : "unreadable",
      answer.message,
    );
  if (answer.kind === "refused") {
    const why = answer.status === 401 || answer.status === 403 ? "credentials" : "unreadable";
    throw new BrokerUnavailable(why, answer.message);
  }
  // Asked too often, unless there was nobody to ask.
  if (answer.kind === "not-sent")
    throw new BrokerUnavailable(0 < answer.retryAfterMs ? "rate-limit" : "network", answer.message);
  const read = shape.safeParse(answer.body);
  if (!read.success)
    throw new BrokerUnavailable("unreadable", "The broker's answer could not be read.");
  return read.data;
}

/** What the mapping made of it; what it could not make anything of is an exception. */
export function readable<Value>(value: Value | undefined): Value {
  if (value === undefined)
    throw new BrokerUnavailable(
      "unreadable",
      "The broker reported something we do not understand.",
    );
  return value;
}
