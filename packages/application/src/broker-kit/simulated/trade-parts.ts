import type { Instant, Ticker } from "@sevenfold/domain/market";
import { money, mulDivHalfEven, type Price, shares } from "@sevenfold/domain/money";
import { ONE_SHARE } from "../../ports/activity.ts";
import type { SimulatedVenue } from "./simulated-venue.ts";

/** What somebody traded at the venue's own site, in parts of shares. */
export interface PartsTraded {
  readonly id: string;
  readonly at: Instant;
  readonly ticker: Ticker;
  /** In billionths of a share; negative where they were sold. */
  readonly parts: number;
  readonly price: Price;
}

/**
 * Somebody orders at the venue's own site in parts of shares, or in dollars: it pays, and what makes whole
 * shares with what was there is one of the venue's positions, and the rest beside them. False where it is
 * more than there is.
 */
export function tradeParts(
  venue: Pick<SimulatedVenue, "cash" | "foreign" | "positions">,
  { at, id, parts, price, ticker }: PartsTraded,
): boolean {
  const held = venue.positions.get(ticker) ?? { quantity: shares(0), costBasis: money(0) };
  const before = held.quantity * ONE_SHARE + fractionOf(venue, ticker);
  const worth = mulDivHalfEven(price, Math.abs(parts), ONE_SHARE);
  const amount = money(parts < 0 ? worth : -worth);
  if (before + parts < 0 || venue.cash + amount < 0) return false;
  venue.cash = money(venue.cash + amount);
  const whole = Math.floor((before + parts) / ONE_SHARE);
  const came = whole - held.quantity;
  const costBasis =
    came < 0
      ? mulDivHalfEven(held.costBasis, whole, held.quantity)
      : held.costBasis + (parts < 0 ? 0 : mulDivHalfEven(worth, came * ONE_SHARE, parts));
  if (whole === 0) venue.positions.delete(ticker);
  else venue.positions.set(ticker, { quantity: shares(whole), costBasis: money(costBasis) });
  const left = before + parts - whole * ONE_SHARE;
  const { holdings, orders, trades = [] } = venue.foreign;
  const others = holdings.filter((one) => one.kind !== "fraction" || one.symbol !== ticker);
  const value = money(mulDivHalfEven(price, left, ONE_SHARE));
  const rest = { symbol: ticker, kind: "fraction", quantity: decimalOf(left), value } as const;
  const words = `${parts < 0 ? "Sold" : "Bought"} ${decimalOf(Math.abs(parts))} ${ticker}`;
  venue.foreign = {
    holdings: left === 0 ? others : [...others, rest],
    orders,
    trades: [...trades, { kind: "other-cash", id, at, ticker, parts, amount, words }],
  };
  return true;
}

/** What there is of no whole share, in billionths. */
function fractionOf({ foreign }: Pick<SimulatedVenue, "foreign">, ticker: Ticker): number {
  const rest = foreign.holdings.find((one) => one.kind === "fraction" && one.symbol === ticker);
  return rest ? Math.round(Number(rest.quantity) * ONE_SHARE) : 0;
}

const decimalOf = (billionths: number): string => (billionths / ONE_SHARE).toFixed(9);
