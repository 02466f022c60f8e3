import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, NO_MONEY, NO_SHARES, type Quantity, shares } from "@sevenfold/domain/money";
import type { BrokerAccountReport, BrokerPosition } from "../../ports/broker.ts";
import type { StoredPosition } from "../../ports/stores/position-store.ts";

/** Where the broker's holdings and our books differ. Shown, never traded away. */
export interface Drift {
  readonly ticker: Ticker;
  readonly ours: Quantity;
  readonly theirs: Quantity;
}

export interface Reconciled {
  readonly at: Instant;
  readonly drift: readonly Drift[];
  /** Symbols of which the broker has parts of a share, which our books do not count. */
  readonly inParts: ReadonlySet<Ticker>;
  /** Symbols that our books hold. */
  readonly held: number;
  readonly broker: BrokerAccountReport;
  /** Booked cash, activities included. */
  readonly cash: Money;
  /** Booked cash less the broker's, activities booked. */
  readonly cashDrift: Money;
  /** How much of it is no difference, where the broker rounds what each trade moved. Absent: none. */
  readonly roundedBy?: Money;
  /** What the broker took back and our books could not, in sentences. */
  readonly unbooked: readonly string[];
  /** Symbols of which the broker lists trades that are not booked. */
  readonly tradedAside: ReadonlySet<Ticker>;
}

/** Averages of fills are rounded to ten-thousandths: less than a cent of them is no difference. */
const CENT = 100;

/** Whether the broker's cash is not ours to the cent, and not by what it may have rounded. */
export const areCashesDifferent = ({
  cashDrift,
  roundedBy = NO_MONEY,
}: Pick<Reconciled, "cashDrift" | "roundedBy">): boolean => CENT + roundedBy <= Math.abs(cashDrift);

/** Where what the books hold and what the broker does are other numbers. */
export function driftOf(
  ours: readonly StoredPosition[],
  theirs: readonly BrokerPosition[],
): readonly Drift[] {
  const quantities = new Map(theirs.map(({ ticker, quantity }) => [ticker, quantity] as const));
  const ourTickers = new Set(ours.map(({ ticker }) => ticker));
  return [
    ...ours.map(({ ticker, quantity }) => ({
      ticker,
      ours: quantity,
      theirs: quantities.get(ticker) ?? NO_SHARES,
    })),
    ...theirs
      .filter(({ ticker }) => !ourTickers.has(ticker))
      .map(({ ticker, quantity }) => ({ ticker, ours: NO_SHARES, theirs: quantity })),
  ].filter((drift) => drift.ours !== drift.theirs);
}

/**
 * How many shares of the books the broker does not have, by symbol. Of one answer alone a fill may be on
 * its way; what is missing in two of them, however much, is not sold. Fills since change both sides alike;
 * where one was booked while the broker was asked (`isMoved`), and the broker seems to have more than the books
 * since, what was known stands until the next answer: this one is of before the fill.
 */
export function missingThere(
  before: Pick<Reconciled, "drift"> | undefined,
  { drift }: Pick<Reconciled, "drift">,
  known: ReadonlyMap<Ticker, Quantity>,
  isMoved: (ticker: Ticker) => boolean,
): ReadonlyMap<Ticker, Quantity> {
  const seen = new Set(before?.drift.filter(isMissing).map(({ ticker }) => ticker));
  const standing = drift.filter(
    (one) => isMissing(one) && (seen.has(one.ticker) || known.has(one.ticker)),
  );
  const more = new Set(drift.filter((one) => one.ours < one.theirs).map(({ ticker }) => ticker));
  return new Map([
    ...standing.map(({ ours, theirs, ticker }) => [ticker, shares(ours - theirs)] as const),
    ...[...known].filter(([ticker]) => more.has(ticker) && isMoved(ticker)),
  ]);
}

const isMissing = ({ ours, theirs }: Drift): boolean => theirs < ours;
