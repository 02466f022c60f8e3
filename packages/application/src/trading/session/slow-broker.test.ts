import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { instant, type Print, type Ticker } from "@sevenfold/domain/market";
import { NO_MONEY, type Price, price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import type { Broker } from "../../ports/broker.ts";
import { ALL_AT_ONCE, type MarketData } from "../../ports/market-data.ts";
import {
  AAPL,
  holdShares,
  inTime,
  MSFT,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { openPriceBoard } from "../prices/price-board.ts";
import { startWorker } from "./run-worker.ts";

const ANSWER_MS = 3_000;
const HELD = [..."ABCDEFGHIJKL"].map((letter) => `${letter}X` as Ticker);

describe("with a broker whose every answer takes three seconds, the worker", () => {
  it("has every price in its trails within a second, while it reconciles and while it rests", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const worker = workerOn(world);
    await world.clock.pass(20_000);
    // Far below the market: it rests, and is asked about every ten seconds.
    world.venue.buyElsewhere(AAPL, shares(1), price(50_000));
    await world.clock.pass(20_000);

    const missed: number[] = [];
    for (let second = 0; second < 120; second += 1) {
      await world.clock.pass(1_000);
      const { clock, market } = world;
      const [now, before] = [0, 1_000].map((ms) =>
        market.priceAt(MSFT, (clock.now() - ms) as never),
      );
      const view = worker.accountView(world.accountId)!;
      const trail = view.symbols.find(({ ticker }) => ticker === MSFT)?.trail;
      if (trail?.last !== now && trail?.last !== before) missed.push(second);
    }

    expect(missed).toEqual([]);
    expect(worker.accountView(world.accountId)!.isReady).toBe(true);
    await inTime(world, worker.stop());
  });

  it("books what it hears while it asks the broker how things stand", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const worker = workerOn(world);
    await world.clock.pass(20_000);
    world.venue.buyElsewhere(AAPL, shares(1), price(50_000));
    const waits: number[] = [];
    for (let fill = 1; fill <= 12; fill += 1) {
      await world.clock.pass(2_700);
      world.venue.buyElsewhere(MSFT, shares(1));
      const boughtAt = world.clock.now();
      const booked = async () =>
        (await world.storage.read.fills.countSince(world.accountId, instant(0))) === fill;
      while (!(await booked())) await world.clock.pass(100);
      waits.push(world.clock.now() - boughtAt);
    }

    expect(Math.max(...waits)).toBeLessThan(ANSWER_MS);
    await inTime(world, worker.stop());
  });

  it("sends twelve exits of one instant within ten seconds, and books every one", async () => {
    const world = await openTestWorld({ tickers: HELD, strategy: { minCashReserve: NO_MONEY } });
    for (const ticker of HELD) await holdShares(world, ticker, 10, true);
    const prices = steadyPrices(world, HELD);
    const sentAt: number[] = [];
    const worker = workerOn(world, { marketData: prices.marketData, sentAt });
    await world.clock.pass(40_000);

    prices.factor = 1.05;
    const roseAt = world.clock.now();
    await world.clock.pass(60_000);

    expect(sentAt).toHaveLength(HELD.length);
    for (const at of sentAt) expect(at - roseAt).toBeLessThanOrEqual(10_000);
    expect(await world.storage.read.positions.of(world.accountId)).toEqual([]);
    expect((await ordersOf(world)).map(({ status }) => status)).toEqual(HELD.map(() => "filled"));
    await inTime(world, worker.stop());
  });

  it("leaves and enters once the broker has room again, though its trails are the same", async () => {
    const [held, flat] = ["LX", "MX"] as [Ticker, Ticker];
    const world = await openTestWorld({ tickers: [held, flat] });
    await holdShares(world, held, 10, true);
    const prices = steadyPrices(world, [held, flat]);
    let isBusy = true;
    const worker = workerOn(world, { marketData: prices.marketData, isBusy: () => isBusy });
    await world.clock.pass(40_000);
    prices.factorOf = (ticker) => (ticker === held ? 1.05 : 0.95);
    await world.clock.pass(60_000);
    expect((await ordersOf(world)).map(({ status }) => status)).toContain("denied");
    expect(world.venue.orders).toEqual([]);

    isBusy = false;
    await world.clock.pass(75_000);

    const there = world.venue.orders.map(({ side, ticker }) => `${side} ${ticker}`);
    expect(there.toSorted()).toEqual([`buy ${flat}`, `sell ${held}`]);
    await inTime(world, worker.stop());
  });

  it("sends exits that come due before entries that wait", async () => {
    const flat = ["MX", "NX", "OX", "PX", "QX", "RX"] as Ticker[];
    const tickers = [...HELD, ...flat];
    const world = await openTestWorld({ tickers, strategy: { minCashReserve: NO_MONEY } });
    for (const ticker of HELD) await holdShares(world, ticker, 10, true);
    const prices = steadyPrices(world, tickers);
    const sent: string[] = [];
    const worker = workerOn(world, {
      marketData: prices.marketData,
      submit: ({ side }) => void sent.push(side),
    });
    await world.clock.pass(40_000);

    // The flat ones fall to their entries, the held ones rise to their exits, in one instant.
    prices.factorOf = (ticker) => (flat.includes(ticker) ? 0.95 : 1.05);
    await world.clock.pass(30_000);

    expect(sent).toEqual([...HELD.map(() => "sell"), ...flat.map(() => "buy")]);
    await inTime(world, worker.stop());
  });
});

interface Slowed {
  readonly marketData?: MarketData;
  readonly sentAt?: number[];
  /** It takes no order while this is so, and says that none arrived. */
  readonly isBusy?: () => boolean;
  readonly submit?: (order: Parameters<Broker["submit"]>[0]) => void;
}

/** A worker in a process of its own, whose broker takes its time over every answer. */
function workerOn(world: World, { isBusy, marketData, sentAt, submit }: Slowed = {}) {
  const { needs } = world.open();
  const { clock } = world;
  const slowly =
    <Facts extends readonly unknown[], Answer>(ask: (...facts: Facts) => Promise<Answer>) =>
    async (...facts: Facts): Promise<Answer> => {
      await clock.sleep(ANSWER_MS);
      return ask(...facts);
    };
  const slowed = (broker: Broker): Broker => ({
    account: slowly(broker.account),
    positions: slowly(broker.positions),
    foreign: slowly(broker.foreign),
    executionsSince: slowly(broker.executionsSince),
    activitiesSince: slowly(broker.activitiesSince),
    ordersSince: slowly(broker.ordersSince),
    find: slowly(broker.find),
    cancel: slowly(broker.cancel),
    notices: broker.notices,
    async submit(order) {
      sentAt?.push(clock.now());
      submit?.(order);
      if (isBusy?.()) return { kind: "not-sent", message: "Busy." };
      const answer = await broker.submit(order);
      await clock.sleep(ANSWER_MS);
      return answer;
    },
  });
  const prices = marketData
    ? openPriceBoard({ ...needs, marketData, calendar: ALWAYS_CALENDAR })
    : needs.prices;
  return startWorker(
    {
      ...needs,
      prices,
      ...(marketData && { marketData }),
      brokers: { ...needs.brokers, connect: async (id) => slowed(await needs.brokers.connect(id)) },
    },
    { workerId: "worker" },
  );
}

/** A price a second of each symbol, at the factor of its first. */
function steadyPrices(world: World, tickers: readonly Ticker[]) {
  const { clock, market } = world;
  const first = new Map(tickers.map((ticker) => [ticker, market.priceAt(ticker, clock.now())]));
  const at = {
    factor: 1,
    factorOf: (_: Ticker): number => at.factor,
    marketData: {
      provider: { ...ALL_AT_ONCE, id: "steady", name: "Steady" },
      latest: async () => ({ prints: [], quotes: [] }),
      bars: async () => [],
      watch: () => undefined,
      prefer: () => undefined,
      async *news(signal: AbortSignal) {
        yield { kind: "connected" } as const;
        while (!signal.aborted) {
          await clock.sleep(1_000, signal);
          yield { kind: "prices", prints: tickers.map(printOf), quotes: [] } as const;
        }
      },
    } satisfies MarketData,
  };
  const printOf = (ticker: Ticker): Print => ({
    ticker,
    price: Math.round(first.get(ticker)! * at.factorOf(ticker)) as Price,
    at: clock.now(),
  });
  return at;
}
