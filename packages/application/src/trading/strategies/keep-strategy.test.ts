import { explainVerdict } from "@sevenfold/domain/explain-verdict";
import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import type { BarsClosed, ClosedBar } from "../../ports/strategies.ts";
import type { BarColumns } from "../../research/backtest/bar-columns.ts";
import { openBlockJournal } from "../../research/backtest/block-journal.ts";
import { followWishes } from "../../research/own-strategy/follow-wishes.ts";
import type { Strategy } from "../../research/own-strategy/strategy-interface.ts";
import { strategySource } from "../../research/own-strategy/strategy-source.ts";
import { inProcessStrategies } from "../../testing/in-process-strategies.ts";
import { INSTALLED, install, OWN_TICKERS, openOwnWorld } from "../../testing/own-strategy-world.ts";
import { off, stopped } from "../../testing/started-worker.ts";
import { dollars, inTime, ordersOf } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { startWorker } from "../session/run-worker.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";

/** Averages, what is held, what it cost, what the account is worth: all that a bar tells. */
const CROSS: Strategy = {
  forEachSymbol({ indicators }) {
    const fast = indicators.sma(2);
    const slow = indicators.sma(6);
    return ({ close, held, entryPrice, equity }) => {
      const [now, then] = [fast.next(close), slow.next(close)];
      if (0 < held && close < entryPrice * 0.985) return { shares: 0, stop: true };
      if (now === undefined || then === undefined) return undefined;
      if (now < then) return { share: 0 };
      return { share: equity < 20_100 ? 0.21 : 0.14 };
    };
  },
};

/** All symbols at once: the one that fell most since its minute began. */
const WORST: Strategy = {
  forAllSymbols: () => {
    let minutes = 0;
    return (bars) => {
      minutes += 1;
      if (minutes % 4 !== 1) return undefined;
      const worst = bars.toSorted((a, b) => a.close / a.open - b.close / b.open)[0]!;
      return Object.fromEntries(
        bars.map(({ symbol }) => [symbol, { shares: symbol === worst.symbol ? 20 : 0 }]),
      );
    };
  },
};

const decisionsOf = (orders: readonly Order[]) =>
  orders
    .toReversed()
    .filter(({ status }) => status !== "denied")
    .map(({ ticker, side, quantity, reason, createdAt }) => ({
      ...{ ticker, side, quantity, reason },
      at: createdAt - (createdAt % MINUTE_MS),
    }));

/** The very bars a strategy was asked about, as a backtest reads them. */
function columnsOf(asked: readonly BarsClosed[]): readonly BarColumns[] {
  return OWN_TICKERS.map((ticker): BarColumns => {
    const rows = asked.flatMap(({ bars, closesAt }) =>
      bars.filter((bar) => bar.ticker === ticker).map((bar) => ({ ...bar, closesAt })),
    );
    const column = (of: (bar: ClosedBar & { closesAt: number }) => number) =>
      Float64Array.from(rows, of);
    return {
      ticker: ticker as Ticker,
      count: rows.length,
      opensAt: column(({ opensAt }) => opensAt),
      closesAt: column(({ closesAt }) => closesAt),
      open: column(({ open }) => open),
      high: column(({ high }) => high),
      low: column(({ low }) => low),
      close: column(({ close }) => close),
      day: Int32Array.from(rows, ({ closesAt }) => Math.floor(closesAt / 86_400_000)),
    };
  });
}

async function backtestOf(world: World, strategy: Strategy, asked: readonly BarsClosed[]) {
  const settings = (await world.storage.read.settings.of(world.accountId))!;
  const columns = columnsOf(asked);
  const following = followWishes(
    {
      columns,
      settings: {
        strategy: settings.strategy,
        limits: settings.limits,
        cash: dollars(20_000),
        fill: "next-open",
      },
      source: strategySource(strategy, {}, { at: 0, symbols: [] }),
    },
    openBlockJournal(columns.length),
  );
  following.advance(Number.POSITIVE_INFINITY);
  return following.report();
}

const reductionsOf = async ({ accountId, storage }: World) =>
  (await storage.read.accounts.byId(accountId))?.reductions ?? [];

describe("a strategy of the owner's", () => {
  it.each([
    ["for each symbol", CROSS, 10],
    ["for all symbols", WORST, 10],
  ])("decides as its backtest on the same bars does, %s", async (_, strategy, least) => {
    const strategies = inProcessStrategies(strategy);
    const world = await openOwnWorld(strategies);
    const process = world.start();

    await world.clock.pass(90 * MINUTE_MS);

    const live = decisionsOf(await ordersOf(world));
    const { decisions } = await backtestOf(world, strategy, strategies.asked);
    expect(live.length).toBeGreaterThan(least);
    expect(live).toEqual(
      decisions.map(({ ticker, side, quantity, reason, at }) => ({
        ...{ ticker, side, quantity, reason, at },
      })),
    );
    expect(strategies.begun).toBe(1);
    await stopped(world, process);
  });

  it("says in the journal what it did and what kept it back, and nothing of the built-in rule", async () => {
    const world = await openOwnWorld(inProcessStrategies(WORST));
    const process = world.start();

    await world.clock.pass(30 * MINUTE_MS);

    const lines = await world.storage.read.decisions.latest(world.accountId, { limit: 500 });
    const said = new Set(lines.map(({ verdict, gate, reason }) => `${verdict} ${gate} ${reason}`));
    expect(said).toContain("entered undefined target-raised");
    expect(said).toContain("left undefined target-lowered");
    expect([...said].filter((each) => !each.includes("target-"))).toEqual([]);
    const bought = lines.find(({ verdict }) => verdict === "entered")!;
    expect(explainVerdict(bought as never, bought.at)).toMatch(
      /^Buying: the strategy wants to hold more at \$\d+\.\d\d\.$/,
    );
    await stopped(world, process);
  });

  it("ends with a sentence where it fails, only lowers from then on, and leaves the rule aside", async () => {
    let isBad = false;
    const strategies = inProcessStrategies({
      forEachSymbol: () => () => {
        if (isBad) throw new Error("no idea");
        return { shares: 5 };
      },
    });
    const world = await openOwnWorld(strategies);
    const process = world.start();
    await world.clock.pass(4 * MINUTE_MS);
    expect(await ordersOf(world)).toHaveLength(3);

    isBad = true;
    await world.clock.pass(2 * MINUTE_MS);
    const asked = strategies.asked.length;
    await world.clock.pass(30 * MINUTE_MS);

    expect(await reductionsOf(world)).toMatchObject([
      { because: "strategy-stopped", about: "my-idea.ts: it throws: no idea" },
    ]);
    expect(strategies.asked).toHaveLength(asked);
    expect(await ordersOf(world)).toHaveLength(3);
    expect(process.worker.accountView(world.accountId)?.isReady).toBe(true);

    isBad = false;
    await inTime(world, toggleAutomation(process.needs)({ ...off(world), enabled: true }));
    await world.clock.pass(3 * MINUTE_MS);

    expect(await reductionsOf(world)).toEqual([]);
    expect(strategies.begun).toBe(2);
    expect(strategies.asked.length).toBeGreaterThan(asked);
    await stopped(world, process);
  });

  it("stops an account whose worker runs none, and never lets the rule take its place", async () => {
    const world = await openOwnWorld(undefined);
    const process = world.start();

    await world.clock.pass(40 * MINUTE_MS);

    expect(await ordersOf(world)).toEqual([]);
    expect(await reductionsOf(world)).toMatchObject([
      { about: "This worker runs no strategies of its owner's." },
    ]);
    await stopped(world, process);
  });

  it("is asked about nothing more while it still thinks, and about all of it then", async () => {
    const quick = inProcessStrategies({ forEachSymbol: () => () => undefined });
    const thinking = { now: 0, most: 0 };
    let think = async () => {};
    const strategies: typeof quick = {
      ...quick,
      begin(installed, tickers) {
        const running = quick.begin(installed, tickers);
        return {
          ...running,
          async ask(bars) {
            thinking.now += 1;
            thinking.most = Math.max(thinking.most, thinking.now);
            await think();
            thinking.now -= 1;
            return running.ask(bars);
          },
        };
      },
    };
    const world = await openOwnWorld(strategies);
    think = () => world.clock.sleep(1.5 * MINUTE_MS);
    const process = world.start();

    await world.clock.pass(12 * MINUTE_MS);

    expect(thinking.most).toBe(1);
    const minutes = quick.asked.map(({ closesAt }) => closesAt);
    expect(minutes.length).toBeGreaterThan(5);
    for (const [index, at] of minutes.slice(1).entries())
      expect(at - minutes[index]!).toBe(MINUTE_MS);
    await stopped(world, process);
  });

  it("trades real money by the hash alone that was named for it", async () => {
    const strategies = inProcessStrategies({ forEachSymbol: () => () => ({ shares: 5 }) });
    const world = await openOwnWorld(strategies);
    await world.storage.transact(({ accounts }) =>
      accounts.change(world.accountId, (account) => ({ ...account, venue: "live" })),
    );
    await install(world, { ...INSTALLED, liveSha256: "b".repeat(64) });
    const process = world.open();
    const realMarket = { prices: process.prices, marketData: world.market };
    const worker = startWorker({ ...process.needs, realMarket }, { workerId: "w" });

    await world.clock.pass(3 * MINUTE_MS);
    const asked = strategies.asked.length;
    const reductions = await reductionsOf(world);
    await install(world, { ...INSTALLED, liveSha256: INSTALLED.sha256, installedAt: 1 as Instant });
    await world.clock.pass(3 * MINUTE_MS);

    expect(asked).toBe(0);
    expect(reductions).toMatchObject([
      { about: expect.stringMatching(/^my-idea\.ts is not allowed to trade real money/) },
    ]);
    expect(strategies.asked.length).toBeGreaterThan(0);
    await inTime(world, worker.stop());
    await inTime(world, process.stop());
  });

  it("keeps nothing of what it wanted while automation was off", async () => {
    let wanted = 0;
    const strategies = inProcessStrategies({
      forEachSymbol: () => () => {
        wanted += 1;
        return wanted <= 6 ? { shares: 5 } : undefined;
      },
    });
    const world = await openOwnWorld(strategies, { automationEnabled: false });
    const process = world.start();
    await world.clock.pass(5 * MINUTE_MS);
    expect(wanted).toBeGreaterThan(6);

    await inTime(world, toggleAutomation(process.needs)({ ...off(world), enabled: true }));
    await world.clock.pass(5 * MINUTE_MS);

    expect(await ordersOf(world)).toEqual([]);
    await stopped(world, process);
  });

  it("gives way to what is installed in its place, within moments and without a restart", async () => {
    const strategies = inProcessStrategies({ forEachSymbol: () => () => ({ shares: 5 }) });
    const world = await openOwnWorld(strategies);
    const process = world.start();
    await world.clock.pass(3 * MINUTE_MS);
    const begun = strategies.begun;

    await install(world, { ...INSTALLED, sha256: "c".repeat(64) });
    await world.clock.pass(3 * MINUTE_MS);

    expect([begun, strategies.begun]).toEqual([1, 2]);
    await stopped(world, process);
  });
});
