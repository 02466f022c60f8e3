import { ALWAYS_CALENDAR, type DayHours, type TradingCalendar } from "@sevenfold/domain/calendar";
import { dayNumberFrom, tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { type Instant, instant, MINUTE_MS, type TradingDay } from "@sevenfold/domain/market";
import { bps } from "@sevenfold/domain/money";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Broker, BrokerUnavailable } from "../../ports/broker.ts";
import { type ScriptedProvider, scriptedProvider } from "../../testing/scripted-prices.ts";
import { AAPL, inTime, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { openFailover } from "../prices/failover.ts";
import { openPriceBoard } from "../prices/price-board.ts";
import { openVenueCalendar } from "../safeguards/venue-calendar.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";
import { startWorker } from "./run-worker.ts";
import { shareVenueHours } from "./share-venue-hours.ts";

const HOUR_MS = 60 * MINUTE_MS;
const DOLLARS = 1_000;

/** What a broker tells of time beside its account. */
interface ToldTime {
  /** Its clock less ours. */
  aheadMs: number;
  /** How long its answer takes, all of it before it looks at its clock or all after. */
  travelMs: number;
  /** How long its answer about hours takes. */
  hoursTakeMs: number;
  hours(day: TradingDay): DayHours | undefined;
  isAway: boolean;
}

interface TimedWorld extends World {
  readonly told: ToldTime;
  readonly prices: ScriptedProvider;
  readonly calendar: TradingCalendar;
  readonly needs: TradingNeeds;
}

const ours = (day: TradingDay) => ALWAYS_CALENDAR.sessionOf(day);

/** An account at a broker's paper venue that tells its clock and its hours. */
async function timedWorld(venue: "built-in" | "paper" = "paper"): Promise<TimedWorld> {
  const world = await openTestWorld({
    tickers: [AAPL],
    strategy: { buyDropBps: bps(400), sellRiseBps: bps(400) },
    limits: { coolDownSec: 0 },
  });
  await world.storage.transact((tables) =>
    tables.accounts.change(world.accountId, (row) => ({ ...row, venue })),
  );
  const process = world.open();
  const { brokers, clock, log } = process.needs;
  const told: ToldTime = {
    ...{ aheadMs: 0, travelMs: 0, hoursTakeMs: 0 },
    ...{ hours: ours, isAway: false },
  };
  const calendar = openVenueCalendar(ALWAYS_CALENDAR);
  const prices = scriptedProvider(clock, { id: "real" }, { AAPL: DOLLARS });
  const common = { calendar, clock, log };
  const marketData = openFailover({ ...common, providers: [prices] });
  const board = openPriceBoard({ ...common, marketData });
  const needs: TradingNeeds = {
    ...process.needs,
    brokers: {
      ...brokers,
      connect: async (id) => ({ ...(await brokers.connect(id)), ...tellingTime(told, clock) }),
    },
    realMarket: { marketData, prices: board },
    venueCalendar: calendar,
    calendarOf: () => calendar,
  };
  const worker = startWorker(needs, { workerId: "w", isAlone: true });
  onTestFinished(async () => {
    await inTime(world, worker.stop());
    await inTime(world, board.stop());
    await inTime(world, process.stop());
  });
  return { ...world, calendar, needs, prices, told };
}

const tellingTime = (
  told: ToldTime,
  clock: TradingNeeds["clock"],
): Required<Pick<Broker, "clock" | "hours">> => ({
  async clock() {
    if (told.isAway) throw new BrokerUnavailable("network", "No answer.");
    const before = 0 < told.aheadMs ? told.travelMs : 0;
    await clock.sleep(before);
    const at = instant(clock.now() + told.aheadMs);
    await clock.sleep(told.travelMs - before);
    return at as Instant;
  },
  async hours(from, to) {
    if (told.isAway) throw new BrokerUnavailable("network", "No answer.");
    await clock.sleep(told.hoursTakeMs);
    const days: DayHours[] = [];
    for (let day = dayNumberFrom(from); day <= dayNumberFrom(to); day += 1)
      days.push(...[told.hours(tradingDayFrom(day)) ?? []].flat());
    return days;
  },
});

const reductionsOf = async ({ accountId, storage }: World) =>
  (await storage.read.accounts.byId(accountId))?.reductions?.map(({ about, because }) => ({
    because,
    about,
  })) ?? [];

const buysOf = async (world: World) => (await ordersOf(world)).filter(({ side }) => side === "buy");

async function fall(world: TimedWorld): Promise<void> {
  world.prices.says.set(AAPL, DOLLARS * 0.9);
  await world.clock.pass(20_000);
}

describe("a clock that is not the broker's", () => {
  it.each([
    ["ahead", -2_500, "two seconds ahead"],
    ["behind", 2_500, "two seconds behind"],
    ["far ahead", -20 * MINUTE_MS, "a minute ahead"],
  ])("%s enters nothing, says so, and heals by itself", async (_, aheadMs, words) => {
    const world = await timedWorld();
    world.told.aheadMs = aheadMs;
    await world.clock.pass(30_000);
    const about = `It is more than ${words}: set it by a time server.`;
    expect(await reductionsOf(world)).toEqual([{ because: "clock-differs", about }]);

    // Whoever switches on has looked, and the clock is wrong for all that.
    const { accountId, userId } = world;
    await inTime(world, toggleAutomation(world.needs)({ accountId, userId, enabled: true }));
    await fall(world);
    expect(await buysOf(world)).toMatchObject([]);

    world.told.aheadMs = 0;
    await world.clock.pass(2 * MINUTE_MS);
    expect(await reductionsOf(world)).toEqual([]);
    await fall(world);
    expect(await buysOf(world)).not.toEqual([]);
  });

  it("is compared again soon: who sets it right waits for seconds, not for a minute", async () => {
    const world = await timedWorld();
    world.told.aheadMs = 30_000;
    await world.clock.pass(65_000);
    expect(await reductionsOf(world)).toMatchObject([{ because: "clock-differs" }]);

    world.told.aheadMs = 0;
    await world.clock.pass(15_000);
    expect(await reductionsOf(world)).toEqual([]);
  });

  it("is no other clock because its answer was long on its way", async () => {
    const world = await timedWorld();
    world.told.travelMs = 8_000;
    for (const aheadMs of [-1_900, 0, 1_900]) {
      world.told.aheadMs = aheadMs;
      await world.clock.pass(3 * MINUTE_MS);
      expect(await reductionsOf(world)).toEqual([]);
    }
  });

  it("stays what it was last known to be while the broker does not answer", async () => {
    const world = await timedWorld();
    world.told.aheadMs = 30_000;
    await world.clock.pass(30_000);
    world.told.isAway = true;
    world.told.aheadMs = 0;
    await world.clock.pass(3 * MINUTE_MS);
    expect(await reductionsOf(world)).toMatchObject([{ because: "clock-differs" }]);
  });

  it("is not compared with the built-in exchange's, whose time may be another on purpose", async () => {
    const world = await timedWorld("built-in");
    world.told.aheadMs = HOUR_MS;
    world.told.hours = () => undefined;
    await world.clock.pass(2 * MINUTE_MS);
    expect(await reductionsOf(world)).toEqual([]);
  });
});

describe("hours that are not the broker's", () => {
  it("close a day that the broker closes for, and enter nothing on it", async () => {
    const world = await timedWorld();
    const today = tradingDayOf(world.clock.now());
    world.told.hours = (day) => (day === today ? undefined : ours(day));
    await world.clock.pass(30_000);

    const about = `${today}: closed there, 00:00 to 00:00 here, in New York.`;
    expect(await reductionsOf(world)).toEqual([{ because: "hours-differ", about }]);
    expect(world.calendar.sessionAt(world.clock.now())).toBeUndefined();
    await fall(world);
    expect(await buysOf(world)).toEqual([]);

    world.told.hours = ours;
    await world.clock.pass(HOUR_MS);
    expect(await reductionsOf(world)).toEqual([]);
    expect(world.calendar.sessionAt(world.clock.now())).toBeDefined();
  });

  it("of another day hold nothing back today", async () => {
    const world = await timedWorld();
    const today = tradingDayOf(world.clock.now());
    world.told.hours = (day) => (day === today ? ours(day) : undefined);
    await world.clock.pass(2 * MINUTE_MS);
    expect(await reductionsOf(world)).toEqual([]);
    await fall(world);
    expect(await buysOf(world)).not.toEqual([]);
  });

  it("are ours where the broker tells a calendar without any day", async () => {
    const world = await timedWorld();
    world.told.hours = () => undefined;
    await world.clock.pass(2 * MINUTE_MS);
    expect(await reductionsOf(world)).toEqual([]);
    expect(world.calendar.sessionAt(world.clock.now())).toBeDefined();
  });

  it("are known to a process that asks no broker within a minute, and to the next one at its start", async () => {
    const world = await timedWorld();
    const today = tradingDayOf(world.clock.now());
    world.told.hours = (day) => (day === today ? undefined : ours(day));
    const asOf = async () => {
      const venueCalendar = openVenueCalendar(ALWAYS_CALENDAR);
      const ending = new AbortController();
      const { ended } = await shareVenueHours({ ...world.needs, venueCalendar }, ending.signal);
      onTestFinished(async () => {
        ending.abort();
        await ended;
      });
      return venueCalendar;
    };
    const beside = await asOf();
    expect(beside.sessionAt(world.clock.now())).toBeDefined();
    await world.clock.pass(2 * MINUTE_MS);
    expect(beside.sessionAt(world.clock.now())).toBeUndefined();

    // Started anew, with the broker away: what it said last stands.
    world.told.isAway = true;
    expect((await asOf()).sessionAt(world.clock.now())).toBeUndefined();
  });

  it("are asked for before anything is decided", async () => {
    const world = await timedWorld();
    const today = tradingDayOf(world.clock.now());
    world.told.hours = (day) => (day === today ? undefined : ours(day));
    world.told.hoursTakeMs = 40_000;
    await world.clock.pass(10_000);
    await fall(world);
    await world.clock.pass(2 * MINUTE_MS);

    expect(await reductionsOf(world)).toMatchObject([{ because: "hours-differ" }]);
    expect(await buysOf(world)).toEqual([]);
  });
});
