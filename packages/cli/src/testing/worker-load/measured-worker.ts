import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { openStorage } from "@sevenfold/adapters-persistence/open-storage";
import { PATIENT, query } from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import { NO_FAULTS } from "@sevenfold/application/broker-kit/simulated/fault-plan";
import { simulatedBroker } from "@sevenfold/application/broker-kit/simulated/simulated-broker";
import { SimulatedVenue } from "@sevenfold/application/broker-kit/simulated/simulated-venue";
import { seededChance } from "@sevenfold/application/chance/seeded-chance";
import type { Broker } from "@sevenfold/application/ports/broker";
import type { Clock } from "@sevenfold/application/ports/clock";
import type { Log } from "@sevenfold/application/ports/log";
import { SOME_VENUES } from "@sevenfold/application/testing/some-venues";
import { openPriceBoard } from "@sevenfold/application/trading/prices/price-board";
import { startWorker } from "@sevenfold/application/trading/session/run-worker";
import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { STOCKS } from "@sevenfold/domain/stocks";
import { inProcessAnnouncer } from "../../system/in-process-announcer.ts";
import { randomIdentifiers } from "../../system/random-identifiers.ts";
import { systemClock } from "../../system/system-clock.ts";
import { type CountedStorage, countedStorage } from "./counted-storage.ts";
import { fillsLostOf } from "./fills-lost.ts";
import { accountIdOf, addAccounts, addPast, FIRST_CASH } from "./many-accounts.ts";
import { record, type Spread, spreadOf } from "./spreads.ts";
import { type TickMarket, tickMarket } from "./tick-market.ts";

export interface WorkerLoad {
  readonly databaseUrl: string;
  readonly accounts: number;
  /** Of all symbols together. */
  readonly ticksPerSecond: number;
  /** How lively the market is: what a price moves in a second at most, as part of it. */
  readonly stepASecond: number;
  readonly seconds: number;
  /** Before anything is measured: code gets warm, trails begin. */
  readonly warmUpSeconds: number;
  /** Measured so many times, one after the other; once when not said. */
  readonly rounds?: number;
}

/** Told of each round as it begins, and of what it came to. */
export type NoteRound = (note: {
  readonly round: number;
  readonly begins?: true;
  readonly measured?: Pick<MeasuredWorker, "decided" | "committed">;
}) => void;

export interface MeasuredWorker {
  readonly accounts: number;
  readonly seconds: number;
  readonly ticks: number;
  /** Decisions asked for: prices handed to accounts. */
  readonly decisions: number;
  readonly orders: number;
  readonly fills: number;
  readonly fillsLost: number;
  /** Milliseconds: half, 99 of 100, slowest. */
  readonly decided: Spread;
  readonly committed: Spread;
  /** From the decision of all accounts on a tick to the commit of each order that it called for. */
  readonly written: Spread;
  readonly loopDelay: Spread;
  /** Of one core, this process's. */
  readonly cores: number;
  readonly rssMb: number;
  readonly attachedMs: number;
  /** What was asked of the storage: single calls of a store, and transactions. */
  readonly asked: Readonly<Record<"calls" | "transactions", number>>;
  /** The calls of a store, by `store.method`, the most frequent first. */
  readonly calls: Readonly<Record<string, number>>;
  /** What the log said that it should not. */
  readonly troubles: readonly string[];
}

const SYMBOLS = STOCKS.map(({ ticker }) => ticker);
const ATTACHED_WITHIN_MS = 900_000;

/**
 * The product's worker on its own storage, in a market that ticks and at brokers in this process that
 * fill what they are sent: how long after a tick was due every account had decided on it, and how long
 * after the tick of a decision its order was on record.
 */
export async function measureWorker(
  load: WorkerLoad,
  noteRound: NoteRound = () => undefined,
): Promise<MeasuredWorker> {
  const { databaseUrl, accounts, rounds = 1, ticksPerSecond, warmUpSeconds } = load;
  const opened = await openStorage({ ...PATIENT, databaseUrl });
  await addAccounts(databaseUrl, accounts, SYMBOLS);
  await addPast(databaseUrl, accounts, SYMBOLS[0]!);
  const bookedOf = async () => {
    const [row] = await query(databaseUrl, "SELECT count(*)::int AS count FROM executions");
    return (row as { readonly count: number }).count;
  };
  const bookedBefore = await bookedOf();
  const log = countingLog();
  const storage = countedStorage(opened.storage);
  const market = tickMarket(SYMBOLS, load.stepASecond);
  const placed: Placed = {
    committed: createHistogram(),
    written: createHistogram(),
    decidedMs: new Map(),
  };
  const venues = connectionsTo(market, placed);
  const prices = openPriceBoard({
    ...{ calendar: ALWAYS_CALENDAR, clock: systemClock, log, marketData: market },
  });
  const began = performance.now();
  const worker = startWorker(
    {
      announcer: inProcessAnnouncer(log),
      brokers: venues.connections,
      calendarOf: () => ALWAYS_CALENDAR,
      clock: systemClock,
      identifiers: randomIdentifiers,
      log,
      marketData: market,
      prices,
      storage: storage.counted,
      submission: { ordersPerMinuteMax: 1_000_000 },
    },
    { workerId: randomIdentifiers.uuid(), isAlone: true },
  );
  try {
    await until(() => accounts <= log.count("account-reconciled"), ATTACHED_WITHIN_MS);
    const attachedMs = performance.now() - began;
    market.setRate(ticksPerSecond);
    await pause(1_000 * warmUpSeconds);
    const measuring = { market, prices, placed, storage, venues };
    for (let round = 0; round < rounds - 1; round += 1) {
      noteRound({ round, begins: true });
      noteRound({ round, measured: await measuredFor(load, measuring) });
    }
    const measured = await measuredFor(load, measuring);
    market.setRate(0);
    return {
      ...measured,
      accounts,
      attachedMs,
      fillsLost: await fillsLostOf(venues.fills, async () => (await bookedOf()) - bookedBefore),
      troubles: log.troubles(),
    };
  } finally {
    await worker.stop();
    await prices.stop();
    await opened.close();
  }
}

interface Measuring {
  readonly market: TickMarket;
  readonly prices: ReturnType<typeof openPriceBoard>;
  readonly placed: Placed;
  readonly storage: CountedStorage;
  readonly venues: Venues;
}

/** What is known of orders as they leave. */
interface Placed {
  readonly committed: RecordableHistogram;
  readonly written: RecordableHistogram;
  /** When all accounts had decided on a tick, by what it is called. */
  readonly decidedMs: Map<string, number>;
}

/** Ticks that are remembered: of some minutes at one a second of each symbol. */
const TICKS_REMEMBERED = 20_000;

const nameOf = (ticker: string, at: number): string => `${ticker} ${at}`;

function remember({ decidedMs }: Placed, name: string, ms: number): void {
  decidedMs.set(name, ms);
  if (TICKS_REMEMBERED < decidedMs.size) decidedMs.delete(decidedMs.keys().next().value!);
}

async function measuredFor(
  { accounts, seconds }: WorkerLoad,
  { market, placed, prices, storage, venues }: Measuring,
): Promise<Omit<MeasuredWorker, "accounts" | "attachedMs" | "fillsLost" | "troubles">> {
  const decided = createHistogram();
  let heard = 0;
  placed.committed.reset();
  placed.written.reset();
  const before = { ticks: market.told, orders: venues.orders(), fills: venues.fills() };
  const asked = { ...storage.asked };
  storage.byName.clear();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const cpu = process.cpuUsage();
  const began = performance.now();
  // The board tells whoever listens in the order they began to: the worker has decided before.
  const deafen = prices.listen((prints) => {
    const nowMs = performance.now();
    heard += prints.length;
    for (const print of prints) {
      record(decided, nowMs - (market.dueMsOf(print) ?? nowMs));
      remember(placed, nameOf(print.ticker, print.at), nowMs);
    }
  });
  await pause(1_000 * seconds);
  deafen();
  delay.disable();
  const took = process.cpuUsage(cpu);
  return {
    seconds,
    ticks: market.told - before.ticks,
    decisions: heard * accounts,
    orders: venues.orders() - before.orders,
    fills: venues.fills() - before.fills,
    asked: {
      calls: storage.asked.calls - asked.calls,
      transactions: storage.asked.transactions - asked.transactions,
    },
    calls: Object.fromEntries([...storage.byName].sort(([, one], [, other]) => other - one)),
    decided: spreadOf(decided),
    committed: spreadOf(placed.committed),
    written: spreadOf(placed.written),
    loopDelay: spreadOf(delay),
    cores: (took.user + took.system) / 1_000 / (performance.now() - began),
    rssMb: process.memoryUsage.rss() / 2 ** 20,
  };
}

type Venues = ReturnType<typeof connectionsTo>;

/** Brokers in this process, one of each account. */
function connectionsTo(market: TickMarket, { committed, decidedMs, written }: Placed) {
  const venues = new Map<string, SimulatedVenue>();
  const brokers = new Map<string, Broker>();
  const open = (accountId: string): Broker => {
    const chance = seededChance(1, accountId);
    const world = { chance, clock: systemClock, market };
    const venue = new SimulatedVenue(world, money(FIRST_CASH * UNITS_PER_DOLLAR), NO_FAULTS);
    const broker = simulatedBroker(venue, { clock: QUICK, chance });
    venues.set(accountId, venue);
    return {
      ...broker,
      submit(order) {
        // What it was decided on was made at `pricedAt`, and since a moment ago it is on record.
        const { pricedAt, ticker } = order;
        if (pricedAt !== undefined) {
          record(committed, epochMs() - pricedAt);
          const ms = decidedMs.get(nameOf(ticker, pricedAt));
          if (ms !== undefined) record(written, performance.now() - ms);
        }
        return broker.submit(order);
      },
    };
  };
  const connect = async (accountId: string) => {
    const broker = brokers.get(accountId) ?? open(accountId);
    brokers.set(accountId, broker);
    return broker;
  };
  const sum = (of: (venue: SimulatedVenue) => number) =>
    [...venues.values()].reduce((total, venue) => total + of(venue), 0);
  return {
    connections: {
      venues: SOME_VENUES,
      connect,
      release: () => undefined,
      tryKeys: () => connect(accountIdOf(1)),
    },
    orders: () => sum(({ orders }) => orders.length),
    fills: () => sum(({ executions }) => executions.length),
  };
}

const epochMs = (): number => performance.timeOrigin + performance.now();

/** A broker in the next room. No line of it breaks off: none need be looked at each second. */
const QUICK: Clock = {
  ...systemClock,
  sleep: (durationMs, signal) =>
    systemClock.sleep(durationMs < 1_000 ? durationMs / 10 : NEVER_MS, signal),
};

/** The longest that a timer takes. */
const NEVER_MS = 2 ** 31 - 1;

function countingLog(): Log & {
  count(event: string): number;
  troubles(): readonly string[];
} {
  const counts = new Map<string, number>();
  const troubles = new Map<string, number>();
  const add = (to: Map<string, number>, name: string) => to.set(name, (to.get(name) ?? 0) + 1);
  return {
    info: (event) => void add(counts, event),
    warn: (event, facts) => void add(troubles, `${event} ${String(facts?.kind ?? "")}`.trim()),
    error: (event, facts) => void add(troubles, `${event} ${String(facts?.error ?? "")}`.trim()),
    count: (event) => counts.get(event) ?? 0,
    troubles: () => [...troubles].map(([name, times]) => `${times} × ${name}`),
  };
}

async function until(is: () => boolean, withinMs: number): Promise<void> {
  for (const end = performance.now() + withinMs; !is(); await pause(50))
    if (end < performance.now()) throw new Error("The worker did not take its accounts up in time");
}
