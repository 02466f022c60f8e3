import { askedAt } from "@sevenfold/application/research/own-strategy/own-run";
import { StrategyFault } from "@sevenfold/application/research/own-strategy/strategy-fault";
import type { Asked } from "@sevenfold/application/research/own-strategy/strategy-source";
import { inputFailure } from "../failure.ts";
import { isStall, placeOf } from "./strategy-code.ts";

export interface Circumstances {
  readonly path: string;
  readonly limitMs: number;
  readonly asked: Asked;
}

const SYMBOLS_NAMED = 3;

/** "my-idea.ts:12: at the close of AAA of 2024-01-03T21:00:00.000Z it throws: …" */
export function toldFaultOf(error: unknown, { path, limitMs, asked }: Circumstances): unknown {
  if (error instanceof StrategyFault)
    return inputFailure(
      `${placeOf(error.cause, path)}: ${closeOf(error.symbols, error.at)} ${error.message}`,
    );
  if (!isStall(error)) return error;
  return inputFailure(
    `${path}: ${closeOf(asked.symbols, askedAt(asked))} it has not answered after ${limitMs / 1_000} seconds: it loops, or --strategy-timeout gives it more`,
  );
}

function closeOf(symbols: readonly string[], at: number): string {
  const more = symbols.length - SYMBOLS_NAMED;
  const named = symbols.slice(0, SYMBOLS_NAMED).join(", ");
  return `at the close of ${named}${0 < more ? ` and ${more} more` : ""} of ${new Date(at).toISOString()}`;
}
