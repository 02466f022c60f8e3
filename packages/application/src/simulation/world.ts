import { ALWAYS_CALENDAR, type TradingCalendar } from "@sevenfold/domain/calendar";
import { type Instant, instant, type Print, type Ticker } from "@sevenfold/domain/market";
import {
  type Bps,
  type Money,
  money,
  type Quantity,
  UNITS_PER_DOLLAR,
} from "@sevenfold/domain/money";
import {
  RISK_DEFAULTS,
  type RiskLimits,
  STRATEGY_DEFAULTS,
  type Strategy,
} from "@sevenfold/domain/strategy";

import type { LocalAnnouncer } from "../ports/announcer.ts";
import type { Clock } from "../ports/clock.ts";
import type { Account, Settings, Storage, User } from "../ports/storage.ts";
import type { PatternWatch } from "../use-cases/pattern-watch.ts";
import { openPriceBoard, type PriceBoard } from "../use-cases/price-board.ts";
import { startWorker, type Worker, type WorkerOptions } from "../use-cases/run-worker.ts";
import type { TradingNeeds } from "../use-cases/trading-needs.ts";
import { type FaultPlan, NO_FAULTS } from "./fault-plan.ts";
import { inMemoryAnnouncer } from "./in-memory-announcer.ts";
import { inMemoryStorage } from "./in-memory-storage.ts";
import { keylessBroker } from "./keyless-broker.ts";
import { mortalPorts, ProcessLife } from "./mortal-ports.ts";
import { recordingLog } from "./recording-log.ts";
import { type SeededChance, seededChance } from "./seeded-chance.ts";
import { seededIdentifiers } from "./seeded-identifiers.ts";
import { simulatedBroker } from "./simulated-broker.ts";
import { SimulatedVenue } from "./simulated-venue.ts";
import { VirtualClock } from "./virtual-clock.ts";
import { type WaveMarket, waveMarket } from "./wave-market.ts";

/** Somebody who looks on: told of every price a process accepts, and of everything that is committed. */
export interface Witness {
  /** Everything is there, and nothing has happened yet. */
  begin(world: World): Promise<void>;
  /** A worker begins, which is the one that counts from now on. */
  started(worker: SimulatedWorker): void;
  /** Before anybody decides on them. */
  heard(by: PriceBoard, prints: readonly Print[]): void;
  /** Before whoever committed goes on. */
  committed(): Promise<void>;
}

export interface WorldShape {
  readonly seed: number;
  readonly witness?: Witness;
  /** Resolves when everything that can go on without time passing has done so. */
  readonly drain: () => Promise<void>;
  readonly faults?: FaultPlan;
  readonly tickers?: readonly Ticker[];
  readonly strategy?: Partial<Strategy>;
  readonly limits?: Partial<RiskLimits>;
  readonly cash?: Money;
  readonly automationEnabled?: boolean;
  readonly calendar?: TradingCalendar;
  readonly startsAt?: Instant;
  /** Which bar patterns the worker is told of. */
  readonly patterns?: PatternWatch;
  /** Where the processes keep their rows, one after the other, the last for all that follow. In memory when not said. */
  readonly storages?: readonly Storage[];
  /** The venue returns none of our keys, and tells fills in sums. */
  readonly isKeyless?: boolean;
}

/** A process of ours in the world: a price board, and what use cases need. */
export interface SimulatedProcess {
  readonly life: ProcessLife;
  readonly needs: TradingNeeds;
  readonly prices: PriceBoard;
  /** Ends it as a deployment does; `life.end()` kills it. */
  stop(): Promise<void>;
}

export interface SimulatedWorker extends SimulatedProcess {
  readonly worker: Worker;
}

export interface StartOptions extends Pick<WorkerOptions, "isAlone"> {
  /** How far the clock of the worker's machine is ahead of everybody's; negative when behind. */
  readonly clockAheadMs?: number;
}

/** Everything we trade in, in memory and from one seed: same seed, same session. */
export interface World {
  readonly clock: VirtualClock;
  readonly chance: SeededChance;
  readonly market: WaveMarket;
  readonly venue: SimulatedVenue;
  readonly storage: Storage;
  readonly log: ReturnType<typeof recordingLog>;
  readonly announcer: LocalAnnouncer;
  readonly accountId: string;
  readonly userId: string;
  readonly tickers: readonly Ticker[];
  /** A process without a worker, as one that only serves the API. */
  open(): SimulatedProcess;
  /** A process with a worker; the one before should be over, and is when the worker is alone. */
  start(options?: StartOptions): SimulatedWorker;
}

const ACCOUNT_ID = "00000000-0000-4000-8000-0000000000a1";
const USER_ID = "00000000-0000-4000-8000-0000000000b1";
const PORTFOLIO_ID = "00000000-0000-4000-8000-0000000000c1";
/** A Wednesday, 10:00 in New York. */
const STARTS_AT = instant(Date.UTC(2026, 2, 11, 14));
const TICKERS = ["AAPL", "MSFT", "TSLA", "NVDA"] as Ticker[];
const CASH = money(20_000 * UNITS_PER_DOLLAR);

export async function openWorld(shape: WorldShape): Promise<World> {
  const { seed, faults = NO_FAULTS, tickers = TICKERS, cash = CASH } = shape;
  const calendar = shape.calendar ?? ALWAYS_CALENDAR;
  const clock = new VirtualClock(shape.startsAt ?? STARTS_AT, shape.drain);
  const market = waveMarket(seed, clock, tickers);
  const venue = new SimulatedVenue(
    { clock, chance: seededChance(seed, "venue"), market },
    cash,
    faults,
  );
  const whole = simulatedBroker(venue, { clock, chance: seededChance(seed, "way") });
  const broker = shape.isKeyless ? keylessBroker(whole, venue) : whole;
  const { storages = [inMemoryStorage(clock)] } = shape;
  const [storage] = storages as readonly [Storage, ...Storage[]];
  const log = recordingLog();
  const announcer = inMemoryAnnouncer();
  await settle(storage, shape, { at: clock.now(), cash, tickers });
  const ports = {
    announcer,
    brokers: {
      connect: async () => broker,
      release: () => undefined,
      tryKeys: async () => broker,
    },
    clock,
    identifiers: seededIdentifiers(seed),
    log,
    marketData: market,
    storage,
  };
  let opened = 0;
  const open = (clockAheadMs = 0): SimulatedProcess => {
    const life = new ProcessLife();
    const own = seen(storages[Math.min(opened, storages.length - 1)] ?? storage, shape.witness);
    opened += 1;
    const mortal = mortalPorts(
      { ...ports, clock: aheadBy(clock, clockAheadMs), storage: own },
      life,
    );
    const prices = openPriceBoard({ ...mortal, calendar });
    prices.listen((prints) => shape.witness?.heard(prices, prints));
    const { patterns } = shape;
    const needs = {
      ...mortal,
      prices,
      calendarOf: () => calendar,
      ...(patterns === undefined ? {} : { patterns }),
    };
    return { life, needs, prices, stop: () => prices.stop() };
  };
  let started = 0;
  const world: World = {
    clock,
    chance: seededChance(seed, "world"),
    market,
    venue,
    storage,
    log,
    announcer,
    accountId: ACCOUNT_ID,
    userId: USER_ID,
    tickers,
    open: () => open(),
    start({ clockAheadMs, ...options } = {}) {
      const process = open(clockAheadMs);
      started += 1;
      const worker = startWorker(process.needs, { ...options, workerId: `worker-${started}` });
      const stop = async () => {
        await worker.stop();
        await process.stop();
      };
      const begun = { ...process, worker, stop };
      shape.witness?.started(begun);
      return begun;
    },
  };
  await shape.witness?.begin(world);
  return world;
}

/** The same storage; a witness hears of each transaction once it is committed. */
const seen = (storage: Storage, witness: Witness | undefined): Storage =>
  witness === undefined
    ? storage
    : {
        read: storage.read,
        async transact(work) {
          const value = await storage.transact(work);
          await witness.committed();
          return value;
        },
      };

/** The clock of a machine whose time of day is wrong. Durations are as long on it as anywhere. */
const aheadBy = (clock: Clock, aheadMs: number): Clock => ({
  now: () => instant(clock.now() + aheadMs),
  monotonicMs: () => clock.monotonicMs(),
  sleep: (durationMs, signal) => clock.sleep(durationMs, signal),
});

/** The rows a user with one connected account has. */
async function settle(
  storage: Storage,
  { automationEnabled = true, limits, strategy }: WorldShape,
  {
    at,
    cash,
    tickers,
  }: { readonly at: Instant; readonly cash: Money; readonly tickers: readonly Ticker[] },
): Promise<void> {
  const user: User = {
    id: USER_ID,
    username: "trader",
    email: "trader@example.test",
    passwordHash: "",
    isDemo: false,
    subscriptionStatus: "active",
    createdAt: at,
  };
  const account: Account = {
    id: ACCOUNT_ID,
    userId: USER_ID,
    portfolioId: PORTFOLIO_ID,
    provider: "alpaca",
    venue: "built-in",
    label: "Primary Account",
    status: "active",
    isSelected: true,
    createdAt: at,
    cash,
    startEquity: cash,
    executionsReadTo: at,
  };
  const settings: Settings = {
    accountId: ACCOUNT_ID,
    strategy: { ...DEFAULT_STRATEGY, ...strategy },
    limits: { ...DEFAULT_LIMITS, ...limits },
    automationEnabled,
    version: 1,
    updatedAt: at,
  };
  await storage.transact(async (tables) => {
    await tables.users.add(user);
    await tables.portfolios.add({
      id: PORTFOLIO_ID,
      userId: USER_ID,
      name: "Default",
      goalAmount: money(700_000 * UNITS_PER_DOLLAR),
      createdAt: at,
    });
    await tables.accounts.add(account);
    await tables.settings.add(settings);
    for (const ticker of tickers) await tables.watchlist.add(USER_ID, ticker, at);
  });
}

const DEFAULT_STRATEGY: Strategy = {
  mode: STRATEGY_DEFAULTS.mode,
  buyDropBps: STRATEGY_DEFAULTS.buyDropBps as Bps,
  buyDropMaxBps: STRATEGY_DEFAULTS.buyDropMaxBps as Bps,
  sellRiseBps: STRATEGY_DEFAULTS.sellRiseBps as Bps,
  takeProfitBps: STRATEGY_DEFAULTS.takeProfitBps as Bps,
  stopLossBps: STRATEGY_DEFAULTS.stopLossBps as Bps,
  stopLossEnabled: false,
  sharesToBuy: STRATEGY_DEFAULTS.sharesToBuy as Quantity,
  sharesToSell: STRATEGY_DEFAULTS.sharesToSell as Quantity,
  maxPositionSize: STRATEGY_DEFAULTS.maxPositionSize as Quantity,
  minCashReserve: STRATEGY_DEFAULTS.minCashReserve as Money,
  patternConfirmation: "off",
};

const DEFAULT_LIMITS: RiskLimits = {
  ...RISK_DEFAULTS,
  maxPositionBps: RISK_DEFAULTS.maxPositionBps as Bps,
  dailyLossBps: RISK_DEFAULTS.dailyLossBps as Bps,
};
