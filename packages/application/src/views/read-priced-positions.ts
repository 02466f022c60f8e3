import { type DayGain, dayGainOf, type Today, todayOf } from "@sevenfold/domain/day-gain";
import { type Money, sumOf } from "@sevenfold/domain/money";
import { percentOf } from "@sevenfold/domain/percent";
import { ok, type Result } from "@sevenfold/domain/result";
import type { TradingSession } from "@sevenfold/domain/trading-session";
import type { Account } from "../ports/stores/account.ts";
import type { FillTotals } from "../ports/stores/fill-store.ts";
import { nothingOf } from "../ports/stores/fill-totals.ts";
import type { Readers } from "../ports/stores/readers.ts";
import type { AccountNotFound } from "../trading/account/selected-account.ts";
import { sessionBefore, storedSessionOf } from "../trading/account/stored-session.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { inMarketOf } from "../trading/prices/venue-prices.ts";
import { wasSeen } from "./account-state.ts";
import {
  type HoldingsNeeds,
  holdingsOf,
  storedHoldings,
  type ValuedPosition,
} from "./read-holdings.ts";

/** A holding with its gain since the previous regular close; undefined while a price is unknown. */
export interface PricedPosition extends ValuedPosition {
  readonly day: DayGain | undefined;
  readonly dayPercent: number | undefined;
}

/** All holdings in a line. A sum is undefined while a part of it is unknown. */
export interface PortfolioSummary {
  /** Cash and holdings. */
  readonly value: Money | undefined;
  readonly count: number | undefined;
  readonly cost: Money | undefined;
  readonly unrealized: Money | undefined;
  /** Undefined also where nothing is held. */
  readonly unrealizedPercent: number | undefined;
  /** Of the whole account: what was sold today counts too. */
  readonly today: Today;
}

export interface PricedPortfolio {
  readonly positions: readonly PricedPosition[];
  readonly summary: PortfolioSummary;
}

const NOT_SEEN: PortfolioSummary = {
  value: undefined,
  count: undefined,
  cost: undefined,
  unrealized: undefined,
  unrealizedPercent: undefined,
  today: { kind: "not-seen" },
};

type Needs = HoldingsNeeds & Pick<TradingNeeds, "calendarOf">;

/** What the user's selected account holds, what it is worth, and what the day made of it. */
export const readPricedPositions =
  (needs: Needs) =>
  async (userId: string): Promise<Result<PricedPortfolio, AccountNotFound>> => {
    const { calendarOf, clock, storage } = needs;
    const stored = await storedHoldings(storage.read, userId);
    if (!stored.ok) return stored;
    const { account } = stored.value;
    const calendar = calendarOf(account);
    const at = clock.now();
    const [{ baseline }, fills] = await Promise.all([
      storedSessionOf(storage.read, account, calendar, at),
      fillsSince(storage.read, account, sessionBefore(calendar, at)),
    ]);
    const holdings = holdingsOf(needs, stored.value);
    const market = inMarketOf(needs, account);
    const positions = holdings.positions.map((position) =>
      priced(market, position, fills.get(position.ticker) ?? nothingOf(position.ticker)),
    );
    if (!wasSeen(account)) return ok({ positions, summary: NOT_SEEN });
    const today = todayOf(baseline, holdings.equity);
    return ok({ positions, summary: { ...sumsOf(positions), value: holdings.equity, today } });
  };

async function fillsSince(
  { fills }: Pick<Readers, "fills">,
  { id }: Account,
  { closes }: TradingSession,
): Promise<ReadonlyMap<string, FillTotals>> {
  const totals = await fills.totalsSince(id, closes);
  return new Map(totals.map((total) => [total.ticker, total]));
}

function priced(
  { prices }: Needs,
  position: ValuedPosition,
  { bought, boughtNotional, sold }: FillTotals,
): PricedPosition {
  const { costBasis, price, quantity: held, ticker } = position;
  const previousClose = prices.previousClose(ticker);
  if (price === undefined || previousClose === undefined)
    return { day: undefined, dayPercent: undefined, ...position };
  const day = dayGainOf({ held, costBasis, price, previousClose, bought, boughtNotional, sold });
  return { day, dayPercent: percentOf(day.gain, day.base), ...position };
}

function sumsOf(positions: readonly PricedPosition[]): Omit<PortfolioSummary, "today" | "value"> {
  const cost = sumOf(positions.map(({ costBasis }) => costBasis));
  const known = positions.flatMap(({ unrealized }) => unrealized ?? []);
  const unrealized = known.length === positions.length ? sumOf(known) : undefined;
  return {
    count: positions.length,
    cost,
    unrealized,
    unrealizedPercent: unrealized === undefined ? undefined : percentOf(unrealized, cost),
  };
}
