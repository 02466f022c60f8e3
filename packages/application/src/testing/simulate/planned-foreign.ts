import type { Ticker } from "@sevenfold/domain/market";
import { type Money, money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import type { SimulatedVenue } from "../../broker-kit/simulated/simulated-venue.ts";
import { payableAt } from "../../broker-kit/simulated/venue-room.ts";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import type { IncomeActivity } from "../../ports/activity.ts";
import {
  type ForeignHolding,
  type ForeignOrder,
  type ForeignThings,
  NOTHING_FOREIGN,
} from "../../ports/foreign.ts";
import type { SimulatedAccount, World } from "../world/world.ts";

const LATE_MS_MAX = 30_000;
const HOLDINGS_MAX = 3;
/** None of the symbols that are traded. */
const FRACTION_OF = "VOO";

interface Scene {
  readonly account: SimulatedAccount;
  readonly chance: SeededChance;
  readonly world: Pick<World, "clock" | "market" | "tickers">;
}

/**
 * Somebody trades at the venue's own site what Sevenfold does not: sells short, buys an option, crypto or
 * part of a share, orders for so many dollars; or gives up what there is of it. Shown at once or later,
 * with the cash that it moved.
 */
export async function tradeForeign({ account: { venue }, chance, world }: Scene): Promise<void> {
  const { clock, market, tickers } = world;
  if (chance.happens(0.3)) await clock.sleep(chance.between(1_000, LATE_MS_MAX));
  const { holdings, orders, trades = [] } = venue.foreign;
  // What is left of shares that were bought in parts is not given up by itself.
  const [parts, others] = [holdings.filter(isOfParts), holdings.filter((one) => !isOfParts(one))];
  const isOver = HOLDINGS_MAX <= others.length || (0 < others.length && chance.happens(0.5));
  const gained = isOver ? undefined : drawHolding(venue, tickers, chance);
  const kept = isOver ? others.slice(1) : [...others, ...(gained ? [gained.holding] : [])];
  const cash = gained?.cash ?? money(0);
  const traded: IncomeActivity = {
    ...{ id: `foreign-${trades.length + 1}`, kind: "other-cash", at: clock.now() },
    ...{ amount: cash, words: "Traded at the venue's own site" },
  };
  // What open orders there will buy is paid for.
  const free = payableAt(venue, (ticker) => market.priceAt(ticker, clock.now()));
  const isPaid = 0 < cash || (cash < 0 && 0 <= free + cash);
  venue.foreign = thingsOf({
    holdings: [...parts, ...kept],
    orders: chance.happens(0.3) ? [notionalOrder(orders.length, clock.now())] : [],
    trades: isPaid ? [...trades, traded] : trades,
  });
  if (!isPaid) return;
  venue.wasMoved = true;
  venue.cash = money(venue.cash + cash);
}

const isOfParts = ({ kind, symbol }: ForeignHolding): boolean =>
  kind === "fraction" && symbol !== FRACTION_OF;

const thingsOf = (things: ForeignThings): ForeignThings =>
  things.holdings.length + things.orders.length + (things.trades ?? []).length === 0
    ? NOTHING_FOREIGN
    : things;

const notionalOrder = (count: number, submittedAt: IncomeActivity["at"]): ForeignOrder => ({
  brokerOrderId: `notional-${count + 1}`,
  symbol: "SPY",
  kind: "notional",
  side: "buy",
  quantity: "$25",
  isOpen: true,
  submittedAt,
});

interface Gained {
  readonly holding: ForeignHolding;
  /** What it brought; negative where it cost. */
  readonly cash: Money;
}

function drawHolding(
  venue: SimulatedVenue,
  tickers: readonly Ticker[],
  chance: SeededChance,
): Gained {
  const dollars = (amount: number) => money(amount * UNITS_PER_DOLLAR);
  const worth = chance.between(1, 400);
  switch (chance.between(0, 4)) {
    case 0: {
      const ticker = tickers[chance.between(0, tickers.length - 1)]!;
      // Who holds shares sells those first.
      if (venue.positions.has(ticker)) break;
      const tie = { ticker, as: "short" } as const;
      const value = dollars(-worth);
      return {
        holding: { symbol: ticker, kind: "short", quantity: "-3", value, tie },
        cash: dollars(worth),
      };
    }
    case 1:
      return {
        holding: {
          symbol: "SPY271217C00700000",
          kind: "option",
          quantity: "1",
          value: dollars(worth),
        },
        cash: dollars(-worth),
      };
    case 2:
      // Of some nobody says what they are worth.
      return {
        holding: { symbol: "BTCUSD", kind: "coin", quantity: "0.01" },
        cash: dollars(-worth),
      };
    default:
  }
  return {
    holding: { symbol: FRACTION_OF, kind: "fraction", quantity: "0.5", value: dollars(worth) },
    cash: dollars(-worth),
  };
}
