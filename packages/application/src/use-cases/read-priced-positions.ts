import { type DayGain, dayGainOf } from "@sevenfold/domain/day-gain";
import { type Money, sumOf } from "@sevenfold/domain/money";
import { percentOf } from "@sevenfold/domain/percent";
import { ok, type Result } from "@sevenfold/domain/result";
import { nothingOf } from "../fill-totals.ts";
import type { Account, FillTotals } from "../ports/storage.ts";
import { type HoldingsNeeds, readHoldings, type ValuedPosition } from "./read-holdings.ts";
import type { AccountNotFound } from "./selected-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** A holding with its gain since the previous regular close; undefined while a price is unknown. */
export interface PricedPosition extends ValuedPosition {
  readonly day: DayGain | undefined;
  readonly dayPercent: number | undefined;
}

/** All holdings in a line. What needs a price counts the holdings that have one. */
export interface PortfolioSummary {
  /** Cash and holdings. */
  readonly value: Money;
  readonly count: number;
  readonly cost: Money;
  readonly unrealized: Money;
  readonly unrealizedPercent: number | undefined;
  readonly dayGain: Money;
  readonly dayPercent: number | undefined;
}

export interface PricedPortfolio {
  readonly positions: readonly PricedPosition[];
  readonly summary: PortfolioSummary;
}

type Needs = HoldingsNeeds & Pick<TradingNeeds, "calendarOf">;

/** What the user's selected account holds, what it is worth, and what the day made of it. */
export const readPricedPositions =
  (needs: Needs) =>
  async (userId: string): Promise<Result<PricedPortfolio, AccountNotFound>> => {
    const holdings = await readHoldings(needs)(userId);
    if (!holdings.ok) return holdings;
    const { account, equity } = holdings.value;
    const fills = await fillsSinceClose(needs, account);
    const positions = holdings.value.positions.map((position) =>
      priced(needs, position, fills.get(position.ticker) ?? nothingOf(position.ticker)),
    );
    return ok({ positions, summary: summaryOf(positions, equity) });
  };

async function fillsSinceClose(
  { calendarOf, clock, storage }: Needs,
  account: Account,
): Promise<ReadonlyMap<string, FillTotals>> {
  const calendar = calendarOf(account);
  const now = clock.now();
  const latest = calendar.sessionAt(now) ?? calendar.previousSession(now);
  const { closes } = calendar.previousSession(latest.opens);
  const totals = await storage.read.fills.totalsSince(account.id, closes);
  return new Map(totals.map((total) => [total.ticker, total]));
}

function priced(
  { prices }: Needs,
  position: ValuedPosition,
  { bought, boughtNotional }: FillTotals,
): PricedPosition {
  const { price, quantity: held, ticker } = position;
  const previousClose = prices.previousClose(ticker);
  if (price === undefined || previousClose === undefined)
    return { day: undefined, dayPercent: undefined, ...position };
  const day = dayGainOf({ held, price, previousClose, bought, boughtNotional });
  return { day, dayPercent: percentOf(day.gain, day.base), ...position };
}

function summaryOf(positions: readonly PricedPosition[], value: Money): PortfolioSummary {
  const known = positions.filter(({ unrealized }) => unrealized !== undefined);
  const unrealized = sumOf(known.map((position) => position.unrealized!));
  const days = positions.flatMap(({ day }) => (day === undefined ? [] : [day]));
  const dayGain = sumOf(days.map(({ gain }) => gain));
  return {
    value,
    count: positions.length,
    cost: costOf(positions),
    unrealized,
    unrealizedPercent: percentOf(unrealized, costOf(known)),
    dayGain,
    dayPercent: percentOf(dayGain, sumOf(days.map(({ base }) => base))),
  };
}

const costOf = (positions: readonly PricedPosition[]): Money =>
  sumOf(positions.map(({ costBasis }) => costBasis));
