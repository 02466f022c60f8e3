import { ALWAYS_CALENDAR, type TradingCalendar } from "@sevenfold/domain/calendar";
import { type Instant, instant, type Print, type Ticker } from "@sevenfold/domain/market";
import { type Money, money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { type FaultPlan, NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { simulatedBroker } from "../../broker-kit/simulated/simulated-broker.ts";
import { SimulatedVenue } from "../../broker-kit/simulated/simulated-venue.ts";
import { FIRST_KEY } from "../../broker-kit/simulated/venue-keys.ts";
import { type Drain, VirtualClock } from "../../broker-kit/simulated/virtual-clock.ts";
import { type WaveMarket, waveMarket } from "../../broker-kit/simulated/wave-market.ts";
import { type SeededChance, seededChance } from "../../chance/seeded-chance.ts";
import type { LocalAnnouncer } from "../../ports/announcer.ts";
import type { Broker } from "../../ports/broker.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Credentials } from "../../ports/stores/account.ts";
import type { Storage } from "../../ports/stores/storage.ts";
import type { Strategies } from "../../ports/strategies.ts";
import type { TradingNeeds } from "../../trading/account/trading-needs.ts";
import type { PatternWatch } from "../../trading/prices/pattern-watch.ts";
import { openPriceBoard, type PriceBoard } from "../../trading/prices/price-board.ts";
import { startWorker, type Worker, type WorkerOptions } from "../../trading/session/run-worker.ts";
import { SOME_VENUES } from "../some-venues.ts";
import type { AccountShape, AccountWishes } from "./account-shape.ts";
import { inMemoryAnnouncer } from "./in-memory-announcer.ts";
import { inMemoryDatabase } from "./in-memory-storage.ts";
import { keylessBroker } from "./keyless-broker.ts";
import { mortalPorts, ProcessLife, type WorkerPorts } from "./mortal-ports.ts";
import { recordingLog } from "./recording-log.ts";
import { idOf, seedAccount } from "./seeded-account.ts";
import { seededIdentifiers } from "./seeded-identifiers.ts";

/** Somebody who looks on: told of every price a process accepts, and at every row as it is committed. */
export interface Witness {
  /** Everything is there, and nothing has happened yet. */
  begin(world: World): Promise<void>;
  /** A worker begins, which is the one that counts from now on. */
  started(worker: SimulatedWorker): void;
  /** Before anybody decides on them. */
  heard(by: PriceBoard, prints: readonly Print[]): void;
  /** The storage of a process, looked at as it is written. */
  watch(storage: Storage): Storage;
}

export interface WorldShape extends AccountWishes {
  readonly seed: number;
  readonly witness?: Witness;
  readonly drain: Drain;
  readonly faults?: FaultPlan;
  readonly tickers?: readonly Ticker[];
  readonly calendar?: TradingCalendar;
  readonly startsAt?: Instant;
  /** Which bar patterns the worker is told of. */
  readonly patterns?: PatternWatch;
  /** What runs strategies of the owner's. */
  readonly strategies?: Strategies;
  /** Where the processes keep their rows, one after the other, the last for all that follow. In memory when not said. */
  readonly storages?: readonly Storage[];
  /** Further accounts beside the first: each says what it has otherwise. */
  readonly others?: readonly AccountShape[];
  /** The market all venues trade in; waves where it is left out. */
  readonly market?: (clock: Clock) => WaveMarket;
  /** What a process of this seat sees in the place of the ports. */
  readonly around?: (ports: WorkerPorts, seat: number) => WorkerPorts;
}

/** An account and where it trades. */
export interface SimulatedAccount {
  readonly accountId: string;
  readonly userId: string;
  readonly venue: SimulatedVenue;
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
  readonly workerId: string;
  readonly worker: Worker;
}

export interface StartOptions extends Pick<WorkerOptions, "isAlone"> {
  /** How far the clock of the worker's machine is ahead of everybody's; negative when behind. */
  readonly clockAheadMs?: number;
  /** Where it runs; one that follows another there has the same. 0 when not said. */
  readonly seat?: number;
}

/** Everything we trade in, in memory and from one seed: same seed, same session. An account of its own is the first's. */
export interface World extends SimulatedAccount {
  readonly clock: VirtualClock;
  readonly calendar: TradingCalendar;
  readonly chance: SeededChance;
  readonly market: WaveMarket;
  readonly storage: Storage;
  readonly log: ReturnType<typeof recordingLog>;
  readonly announcer: LocalAnnouncer;
  /** All of them, the first included. */
  readonly accounts: readonly SimulatedAccount[];
  readonly tickers: readonly Ticker[];
  /** A process without a worker, as one that only serves the API. */
  open(seat?: number): SimulatedProcess;
  /** A process with a worker; the one before should be over, and is when the worker is alone. */
  start(options?: StartOptions): SimulatedWorker;
  /** A backup of the world's own storage; whoever calls the answer restores it, with all processes over. */
  backUp(): () => void;
}

/** A Wednesday, 10:00 in New York. */
export const STARTS_AT = instant(Date.UTC(2026, 2, 11, 14));
const TICKERS = ["AAPL", "MSFT", "TSLA", "NVDA"] as Ticker[];
const CASH = money(20_000 * UNITS_PER_DOLLAR);

export async function openWorld(shape: WorldShape): Promise<World> {
  const { seed, tickers = TICKERS } = shape;
  const calendar = shape.calendar ?? ALWAYS_CALENDAR;
  const clock = new VirtualClock(shape.startsAt ?? STARTS_AT, shape.drain);
  const market = shape.market?.(clock) ?? waveMarket(seed, clock, tickers);
  const database = inMemoryDatabase(clock);
  const { storages = [database.storage] } = shape;
  const [storage] = storages as readonly [Storage, ...Storage[]];
  const log = recordingLog();
  const announcer = inMemoryAnnouncer();
  const accounts = accountsOf(shape, { clock, market });
  for (const account of accounts) await seedAccount(storage, account, tickers, clock.now());
  const ports: WorkerPorts = {
    announcer,
    brokers: connectionsTo(accounts, storage),
    clock,
    identifiers: seededIdentifiers(seed),
    log,
    marketData: market,
    storage,
  };
  let opened = 0;
  const open = (seat: number, clockAheadMs = 0): SimulatedProcess => {
    const life = new ProcessLife();
    const rows = storages[Math.min(opened, storages.length - 1)] ?? storage;
    const own = shape.witness?.watch(rows) ?? rows;
    opened += 1;
    const sound = { ...ports, clock: aheadBy(clock, clockAheadMs), storage: own };
    const mortal = mortalPorts(shape.around?.(sound, seat) ?? sound, life);
    const prices = openPriceBoard({ calendar, ...mortal });
    prices.listen((prints) => shape.witness?.heard(prices, prints));
    const { patterns, strategies } = shape;
    const needs = {
      prices,
      calendarOf: () => calendar,
      ...mortal,
      ...(patterns === undefined ? {} : { patterns }),
      ...(strategies && { strategies }),
    };
    return { life, needs, prices, stop: () => prices.stop() };
  };
  let started = 0;
  const { accountId, userId, venue } = accounts[0]!;
  const world: World = {
    clock,
    calendar,
    chance: seededChance(seed, "world"),
    market,
    venue,
    storage,
    log,
    announcer,
    accountId,
    userId,
    accounts,
    tickers,
    open: (seat = 0) => open(seat),
    backUp: database.keep,
    start({ clockAheadMs, seat = 0, ...options } = {}) {
      const process = open(seat, clockAheadMs);
      started += 1;
      const workerId = `worker-${started}`;
      const worker = startWorker(process.needs, { ...options, workerId });
      const stop = async () => {
        await worker.stop();
        await process.stop();
      };
      const begun = { worker, workerId, ...process, stop };
      shape.witness?.started(begun);
      return begun;
    },
  };
  await shape.witness?.begin(world);
  return world;
}

interface ConnectedAccount extends SimulatedAccount {
  readonly shape: AccountShape;
  readonly number: number;
  readonly cash: Money;
  /** The way to it for whoever comes with this key. */
  readonly brokerUnder: (apiKey: string) => Broker;
}

/** The accounts of a world, each at a venue of its own. */
function accountsOf(
  { faults = NO_FAULTS, others = [], seed, ...first }: WorldShape,
  { clock, market }: { readonly clock: VirtualClock; readonly market: WaveMarket },
): readonly ConnectedAccount[] {
  return [{ ...first, user: 0 }, ...others].map((shape, index) => {
    const { cash = CASH, isKeyless = false, user } = shape;
    const name = index === 0 ? "" : `-${index + 1}`;
    const chance = seededChance(seed, `venue${name}`);
    const venue = new SimulatedVenue({ clock, chance, market }, cash, faults);
    const way = { clock, chance: seededChance(seed, `way${name}`) };
    const brokers = new Map<string, Broker>();
    const open = (apiKey: string): Broker => {
      const whole = simulatedBroker(venue, { apiKey, ...way });
      return isKeyless ? keylessBroker(whole, venue) : whole;
    };
    return {
      accountId: idOf("a", index),
      userId: idOf("b", user),
      number: index + 1,
      venue,
      shape,
      cash,
      brokerUnder(apiKey) {
        const broker = brokers.get(apiKey) ?? open(apiKey);
        brokers.set(apiKey, broker);
        return broker;
      },
    };
  });
}

/** By the keys on record, as they stand whenever somebody connects. */
const connectionsTo = (
  accounts: readonly ConnectedAccount[],
  { read }: Storage,
): WorkerPorts["brokers"] => ({
  venues: SOME_VENUES,
  async connect(wanted) {
    const account = accounts.find(({ accountId }) => accountId === wanted) ?? accounts[0]!;
    if (account.venue.keys.newest === FIRST_KEY) return account.brokerUnder(FIRST_KEY);
    return account.brokerUnder(keyOnRecord(await read.accounts.credentialsOf(wanted)));
  },
  release: () => undefined,
  tryKeys: async ({ apiKey }) =>
    (accounts.find(({ venue }) => venue.keys.areOf(apiKey)) ?? accounts[0]!).brokerUnder(apiKey),
});

/** Of an account whose keys were never replaced nothing is on record in these worlds. */
export const keyOnRecord = (sealed: Pick<Credentials, "sealedApiKey"> | undefined): string =>
  sealed?.sealedApiKey ?? FIRST_KEY;

/** The clock of a machine whose time of day is wrong. Durations are as long on it as anywhere. */
const aheadBy = (clock: Clock, aheadMs: number): Clock =>
  aheadMs === 0
    ? clock
    : {
        now: () => instant(clock.now() + aheadMs),
        monotonicMs: () => clock.monotonicMs(),
        sleep: (durationMs, signal) => clock.sleep(durationMs, signal),
      };
