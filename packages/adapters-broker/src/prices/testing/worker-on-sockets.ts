import type { Clock } from "@sevenfold/application/ports/clock";
import { type HandMarket, handMarket } from "@sevenfold/application/testing/hand-market";
import {
  AAPL,
  holdShares,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
} from "@sevenfold/application/testing/trading-world";
import type { World, WorldShape } from "@sevenfold/application/testing/world/world";
import type { TradingNeeds } from "@sevenfold/application/trading/account/trading-needs";
import { placeOrder } from "@sevenfold/application/trading/placing/place-order";
import { openFailover } from "@sevenfold/application/trading/prices/failover";
import { openPriceBoard } from "@sevenfold/application/trading/prices/price-board";
import { startWorker } from "@sevenfold/application/trading/session/run-worker";
import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { bps, shares } from "@sevenfold/domain/money";
import { onTestFinished } from "vitest";
import { type MarketOnSockets, marketOnSockets } from "./market-on-sockets.ts";

/** What AAPL costs when a test begins: bought when it has fallen by four percent. */
export const DOLLARS = 1_000;
const RULE = {
  tickers: [AAPL, MSFT],
  strategy: { buyDropBps: bps(400), sellRiseBps: bps(400) },
  limits: { coolDownSec: 0 },
} as const;

/** Longer than any fault is remembered: a dispute between providers for five minutes. */
const BOUGHT_WITHIN_SECONDS = 8 * 60;

export interface WorkerOnSockets {
  readonly world: World;
  readonly market: MarketOnSockets;
  /** Nothing is streamed; everything else goes on. */
  isMute: boolean;
  /** What AAPL costs from now on, wherever it is told or traded. */
  stand(dollars: number): void;
  /** So many seconds go by, each with a trade of every symbol at its beginning. */
  pass(seconds: number): Promise<void>;
  /** Until the venue has got a buy, some minutes at the most: whether it has. */
  isBought(): Promise<boolean>;
  /** What reached the venue. */
  sent(): readonly string[];
  /** One share by hand, at the market: bought of AAPL, or sold of MSFT, of which two are held. */
  byHand(side: "buy" | "sell"): Promise<void>;
}

export interface SocketsShape extends Partial<WorldShape> {
  /** Yahoo's prices may be traded on, as an operator can say. */
  readonly isYahooForOrders?: boolean;
  readonly isMute?: boolean;
}

/** A worker of an account at a paper venue, whose prices come over sockets while its time is virtual. */
export async function workerOnSockets({
  isMute = false,
  isYahooForOrders = false,
  ...shape
}: SocketsShape = {}): Promise<WorkerOnSockets> {
  let time: Clock | undefined;
  let venueMarket: HandMarket | undefined;
  const market = await marketOnSockets(() => time!.now());
  const world = await openTestWorld({
    ...RULE,
    drain: market.quiet,
    market(clock) {
      time = clock;
      venueMarket = handMarket(clock, RULE.tickers, DOLLARS);
      return venueMarket;
    },
    ...shape,
  });
  market.stand(AAPL, DOLLARS);
  market.stand(MSFT, DOLLARS);
  await holdShares(world, MSFT, 2, false);
  await world.storage.transact((tables) =>
    tables.accounts.change(world.accountId, (row) => ({ ...row, venue: "paper" })),
  );

  const process = world.open();
  const { clock, log } = process.needs;
  const common = { calendar: shape.calendar ?? ALWAYS_CALENDAR, clock, log };
  const marketData = openFailover({
    ...common,
    providers: market.open(clock),
    isForOrders: ({ id }) => id !== "yahoo" || isYahooForOrders,
  });
  const prices = openPriceBoard({ ...common, marketData });
  const needs: TradingNeeds = { ...process.needs, realMarket: { marketData, prices } };
  const worker = startWorker(needs, { workerId: "w", isAlone: true });
  onTestFinished(async () => {
    await inTime(world, worker.stop());
    await inTime(world, prices.stop());
    await inTime(world, process.stop());
    await market.close();
  });

  const trader: WorkerOnSockets = {
    ...{ isMute, market, world },
    stand(dollars) {
      market.stand(AAPL, dollars);
      venueMarket!.stand(dollars);
    },
    async pass(seconds) {
      for (let second = 0; second < seconds; second += 1) {
        if (!trader.isMute) market.trade();
        await world.clock.pass(1_000);
      }
    },
    async isBought() {
      const has = () => world.venue.orders.some(({ side }) => side === "buy");
      for (let second = 0; second < BOUGHT_WITHIN_SECONDS && !has(); second += 1)
        await trader.pass(1);
      return has();
    },
    sent: () => world.venue.orders.map(({ side, ticker }) => `${side} ${ticker}`),
    async byHand(side) {
      await inTime(
        world,
        placeOrder(needs)(
          manualDraft(world, { side, ticker: side === "buy" ? AAPL : MSFT, quantity: shares(1) }),
        ),
      );
    },
  };
  await trader.pass(10);
  return trader;
}
