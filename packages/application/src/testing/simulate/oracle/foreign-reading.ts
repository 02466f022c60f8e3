import type { Ticker } from "@sevenfold/domain/market";
import { madeOnce } from "../../../broker-kit/simulated/made-once.ts";
import type { ForeignAtBroker } from "../../../ports/stores/foreign-at-broker.ts";

/** What else there is at the broker, as far as the rules go. */
export interface ReadForeign {
  /** What it adds to the account's worth. */
  readonly value: number;
  /** Of some of it nobody says what it is worth: then equity is not known. */
  readonly isUnknown: boolean;
  /** Sold without being owned: nothing of them is ordered. */
  readonly shorts: ReadonlySet<Ticker>;
}

const NONE: ReadForeign = { value: 0, isUnknown: false, shorts: new Set() };

export const readForeign = (foreign: ForeignAtBroker | undefined): ReadForeign =>
  foreign === undefined ? NONE : readOnce(foreign);

/** Rows are never changed in place. */
const readOnce = madeOnce(
  (foreign: ForeignAtBroker): ReadForeign => ({
    value: foreign.value,
    isUnknown: 0 < foreign.unpriced,
    shorts: new Set(
      [...foreign.holdings, ...foreign.orders].flatMap(({ tie }) =>
        tie?.as === "short" ? [tie.ticker] : [],
      ),
    ),
  }),
);
