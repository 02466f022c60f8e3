import { dollarsOf } from "@sevenfold/domain/money";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import { type Indicator, oneByOne } from "../indicators/indicator.ts";
import type { FedBy, KeptAnswers, Piece, Reader, Servable } from "./kept-answers.ts";

/**
 * Answers of an indicator that is fed one close of a symbol after the other, as most are. Whoever reads
 * them holds each input to the close that it is an answer to, and goes on with an indicator of its own
 * from the first that is another: so they are what that one would have answered, whatever it is fed.
 */
export interface ServedAnswers {
  /** Answers from the nth input on, which is `value`; undefined where they are not to be had. */
  piece(nth: number, value: number): Piece | undefined;
  /** The indicator as the first inputs, all served, have left it. */
  after(inputs: number): Indicator<number>;
}

/** Of one of the slots, whichever closes now at what the indicator is fed first. */
export function servedAnswers(
  { columns, bars }: BacktestRun,
  servable: Servable,
  kept: KeptAnswers,
  slots: readonly number[],
): ServedAnswers {
  let fed: FedBy | undefined;
  let read: Reader | undefined;
  return {
    piece(nth, value) {
      if (read === undefined) {
        // A wrong guess is found by its next close, and costs no more than time.
        const slot = slots.find((each) => dollarsOf(columns[each]!.close[bars[each]!]!) === value);
        if (slot === undefined) return undefined;
        fed = { columns: columns[slot]!, start: bars[slot]! };
        read = kept.read(fed, servable);
      }
      return read(nth);
    },
    after(inputs) {
      const fill = servable.open();
      if (fed !== undefined && 0 < inputs)
        fill(kept.inputs(fed), new Float64Array(inputs), 0, inputs);
      return oneByOne(fill);
    },
  };
}
