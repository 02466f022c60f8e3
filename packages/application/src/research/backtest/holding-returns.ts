import { type BarColumns, nextOpening, touchesSession } from "./bar-columns.ts";
import { type Slippage, slippedPrice } from "./costs.ts";

/**
 * Returns of each of `days` from buying the symbol at its first opening, at the costs given, and
 * keeping it, splits and dividends included; 0 before it trades. `days` ascend, since 1970-01-01.
 */
export function holdingReturnsOf(
  columns: BarColumns,
  days: Int32Array,
  slippage?: Slippage,
): Float64Array {
  const { count, open, close, day, actions = [] } = columns;
  const returns = new Float64Array(days.length);
  const bought = nextOpening(columns, 0);
  if (bought === undefined) return returns;
  const awaited = actions.filter(({ day: on }) => day[bought]! < on);
  let [bar, shares, paid] = [bought, 1, 0];
  let before = paidFor(open[bought]!, slippage);
  let worth = before;
  for (let place = 0; place < days.length; place++) {
    for (; bar < count && day[bar]! <= days[place]!; bar++) {
      if (!touchesSession(columns, bar)) continue;
      while (awaited.length !== 0 && awaited[0]!.day <= day[bar]!) {
        const action = awaited.shift()!;
        if (action.kind === "split") shares *= action.numerator / action.denominator;
        else paid += (shares * action.perShare) / MILLIONTHS_PER_UNIT;
      }
      worth = shares * close[bar]! + paid;
    }
    returns[place] = worth / before - 1;
    before = worth;
  }
  return returns;
}

/** Dividends are in millionths of a dollar, prices in ten-thousandths. */
const MILLIONTHS_PER_UNIT = 100;

const paidFor = (price: number, slippage: Slippage | undefined): number =>
  slippage === undefined
    ? price
    : slippedPrice(
        { ...slippage, impactBps: NO_IMPACT },
        { side: "buy", price, quantity: 1, volume: 0 },
      );

const NO_IMPACT = 0 as Slippage["impactBps"];
