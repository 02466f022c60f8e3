import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { bps, money, NO_MONEY, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import type { Strategy } from "@sevenfold/domain/strategy";

import type { Log } from "../../ports/log.ts";
import type { Lease, Storage } from "../../ports/storage.ts";
import type { WorkerPorts } from "../../simulation/mortal-ports.ts";
import { type SeededChance, seededChance } from "../../simulation/seeded-chance.ts";
import { type SessionUser, sessionUser } from "../../simulation/session-user.ts";
import {
  type AccountShape,
  openWorld,
  type SimulatedAccount,
  type SimulatedWorker,
  type Witness,
  type World,
} from "../../simulation/world.ts";
import { type EventLog, openEventLog } from "./event-log.ts";
import { faultyBroker } from "./faulty-broker.ts";
import { faultyPrices } from "./faulty-prices.ts";
import { faultyProcess } from "./faulty-process.ts";
import { faultyStorage } from "./faulty-storage.ts";
import { type InvariantWatch, invariantWatch } from "./invariants/invariant-watch.ts";
import { type AccountOracle, accountOracle } from "./oracle/account-oracle.ts";
import type { PlannedAccount, SimulationPlan } from "./plan.ts";
import { openPlannedFaults, type PlannedFaults, venueFaults } from "./planned-faults.ts";
import { type PlannedMarket, plannedMarket } from "./planned-market.ts";
import { stretchesOf } from "./played-time.ts";
import { openReachedStates, type ReachedStates } from "./reached-states.ts";
import { settleMicrotasks } from "./settle-microtasks.ts";
import { toldBroker } from "./told-broker.ts";
import { toldStorage, type WrittenRow } from "./told-storage.ts";

/** What stands around the ports of each process, beneath the planned faults: the hand of a test. */
export type Around = (ports: WorkerPorts, seat: number) => WorkerPorts;

export interface PlayedAccount extends SimulatedAccount {
  readonly user: SessionUser;
  /** What its user draws from within an act. */
  drawFrom(chance: SeededChance): SeededChance;
  readonly oracle: AccountOracle;
  readonly invariants: InvariantWatch;
  /** See `PlannedAccount`. */
  readonly isKeyless: boolean;
  /** Events of the product's log that name the account. */
  readonly said: ReadonlySet<string>;
}

/** A world that is opened for a plan, with everybody who looks on. */
export interface PlayedWorld {
  readonly world: World;
  readonly market: PlannedMarket;
  readonly accounts: readonly PlayedAccount[];
  readonly faults: PlannedFaults;
  readonly events: EventLog;
  readonly reached: ReachedStates;
  /** Time that is not played: no process ran. */
  skipTo(at: Instant): void;
  playedMs(): number;
}

export const COOL_DOWN_SEC = 40;
const TICKERS = ["AAPL", "MSFT", "TSLA", "NVDA", "AMZN", "META", "NFLX", "ORCL"] as Ticker[];

export async function openPlayedWorld(
  plan: SimulationPlan,
  { around = (ports) => ports, trace }: { readonly around?: Around; readonly trace: boolean },
): Promise<PlayedWorld> {
  let skippedMs = 0;
  const playedMs = () => (world === undefined ? 0 : world.clock.monotonicMs() - skippedMs);
  const events = openEventLog(trace, playedMs);
  const faults = openPlannedFaults(plan, playedMs);
  const reached = openReachedStates();
  const startsAt = stretchesOf(plan)[0]!.from;
  const tickers = TICKERS.slice(0, plan.symbols);
  const oracles: AccountOracle[] = [];
  const watches: InvariantWatch[] = [];
  const saidOf = new Map<string, Set<string>>();
  const [first, ...others] = plan.accounts.map(shapeOf) as [AccountShape, ...AccountShape[]];
  let world: World | undefined;
  let market: PlannedMarket | undefined;
  const opened = await openWorld({
    ...first,
    others,
    seed: plan.seed,
    drain: settleMicrotasks,
    calendar: NYSE_CALENDAR,
    startsAt,
    tickers,
    market(clock) {
      market = plannedMarket(
        { kind: plan.market, seed: plan.seed, listed: tickers, startsAt },
        clock,
      );
      return market;
    },
    around: (ports, seat) =>
      withFaults(around({ ...ports, log: toldLog(ports.log, { events, reached, saidOf }) }, seat), {
        faults,
        events,
        reached,
        seat,
        tickers,
        accounts: () => world?.accounts ?? [],
      }),
    witness: witnessOf({
      events,
      reached,
      oracles,
      watches,
      keyless: plan.accounts.map(({ isKeyless }) => isKeyless),
      worldBegun: (begun) => {
        world = begun;
      },
    }),
  });
  const accounts = opened.accounts.map((account, index): PlayedAccount => {
    account.venue.faults = venueFaults(faults, index);
    let current = seededChance(plan.seed, `user-${index}`);
    const drawFrom = (chance: SeededChance) => {
      current = chance;
      return chance;
    };
    const chance: SeededChance = {
      unit: () => current.unit(),
      between: (least, most) => current.between(least, most),
      happens: (probability) => current.happens(probability),
    };
    const user = sessionUser({ ...opened, ...account, chance });
    const { isKeyless } = plan.accounts[index]!;
    const said = saidOf.get(account.accountId) ?? new Set();
    saidOf.set(account.accountId, said);
    return {
      ...account,
      user,
      drawFrom,
      oracle: oracles[index]!,
      invariants: watches[index]!,
      isKeyless,
      said,
    };
  });
  return {
    world: opened,
    market: market!,
    accounts,
    faults,
    events,
    reached,
    playedMs,
    skipTo(at) {
      const skipMs = Math.max(0, at - opened.clock.now());
      skippedMs += skipMs;
      opened.clock.stall(skipMs);
    },
  };
}

interface Onlookers {
  readonly events: EventLog;
  readonly reached: ReachedStates;
  readonly oracles: AccountOracle[];
  readonly watches: InvariantWatch[];
  readonly keyless: readonly boolean[];
  readonly worldBegun: (world: World) => void;
}

/** Counts and tells all that happens, and lets each account be judged. */
function witnessOf({ events, keyless, oracles, reached, watches, worldBegun }: Onlookers): Witness {
  const owners = new Map<string, string>();
  const accountIds: string[] = [];
  let now = () => 0;
  const byId = new Map<string, SimulatedWorker>();
  const workers = new Map<unknown, string>();
  const followedBy = (board: unknown): number => {
    const workerId = workers.get(board);
    let count = 0;
    if (workerId !== undefined)
      for (const owner of owners.values()) if (owner === workerId) count += 1;
    return count;
  };
  /** A worker begins for an account as it takes it over. */
  const leased = ({ accountId, owner }: Lease) => {
    if (owners.get(accountId) === owner) return;
    owners.set(accountId, owner);
    oracles[accountIds.indexOf(accountId)]?.started(byId.get(owner)!);
  };
  const hear = (written: readonly WrittenRow[]) => {
    for (const row of written) {
      if (row.table === "leases") leased(row.row);
      events.mix(wordsOf(row));
    }
    reached.written(written);
    for (const oracle of oracles) oracle.committed(written);
    for (const watch of watches) watch.happened({ kind: "committed", at: now(), written });
    noteBroken();
  };
  const noted = new Map<unknown, number>();
  /** A claim stands in the log where it broke. */
  const noteBroken = () => {
    for (const judges of [oracles, watches])
      for (const { broken } of judges) {
        const before = noted.get(broken) ?? 0;
        if (before === broken.length) continue;
        for (const claim of broken.slice(before)) events.note(`Broken: ${claim}`);
        noted.set(broken, broken.length);
      }
  };
  return {
    async begin(world) {
      worldBegun(world);
      for (const account of world.accounts) {
        const oracle = accountOracle({ ...world, account });
        accountIds.push(account.accountId);
        oracles.push(oracle);
        await oracle.begin();
        const { calendar, clock } = world;
        now = () => clock.now();
        const { accountId, userId, venue } = account;
        const isKeyless = keyless[watches.length] ?? false;
        const watch = invariantWatch({ accountId, userId, calendar, isKeyless });
        watches.push(watch);
        await watch.begin(world.storage);
        venue.readers.add((notice) =>
          watch.happened({ kind: "at-broker", at: clock.now(), notice }),
        );
      }
    },
    watch: (storage) => countedStorage(toldStorage(storage, hear), events),
    started(worker) {
      workers.set(worker.prices, worker.workerId);
      byId.set(worker.workerId, worker);
      events.note(`${worker.workerId} begins`);
    },
    heard(by, prints) {
      events.add(prints.length * followedBy(by));
      for (const { price, ticker } of prints) events.mix(`${ticker}${price}`);
      for (const oracle of oracles) oracle.heard(by, prints);
      const workerId = workers.get(by);
      watches.forEach((watch, index) => {
        if (workerId !== undefined && owners.get(accountIds[index]!) === workerId)
          watch.happened({ kind: "heard", at: now(), prints });
      });
      noteBroken();
    },
  };
}

const countedStorage = (storage: Storage, events: EventLog): Storage => ({
  read: storage.read,
  async transact(work) {
    const value = await storage.transact(work);
    events.add(1);
    return value;
  },
});

const wordsOf = ({ of, row, table }: WrittenRow): string => {
  if (table === "orders") return `${row.clientKey} ${row.status} ${row.filled}`;
  if (table === "fills") return row.executionId;
  return `${table} ${of}`;
};

interface LogHearers extends Pick<Onlookers, "events" | "reached"> {
  /** What the log said of each account. */
  readonly saidOf: ReadonlyMap<string, Set<string>>;
}

const toldLog = (log: Log, { events, reached, saidOf }: LogHearers): Log => {
  const told = (level: keyof Log) => (event: string, facts?: Readonly<Record<string, unknown>>) => {
    reached.reach(event);
    saidOf.get(String(facts?.accountId))?.add(event);
    events.note(level === "info" ? event : `${event} ${JSON.stringify(facts)}`);
    log[level](event, facts);
  };
  return { info: told("info"), warn: told("warn"), error: told("error") };
};

interface FaultyNeeds {
  readonly accounts: () => readonly SimulatedAccount[];
  readonly events: EventLog;
  readonly faults: PlannedFaults;
  readonly reached: ReachedStates;
  readonly seat: number;
  readonly tickers: readonly Ticker[];
}

/** The ports of the process at one seat, with what the plan lets go wrong between it and them. */
function withFaults(ports: WorkerPorts, needs: FaultyNeeds): WorkerPorts {
  const { accounts, events, faults, reached, seat, tickers } = needs;
  const { clock } = ports;
  const connect: WorkerPorts["brokers"]["connect"] = async (accountId) => {
    const account = accounts().findIndex((one) => one.accountId === accountId);
    const broker = toldBroker(await ports.brokers.connect(accountId), `account-${account}`, events);
    if (!faults.has("broker")) return broker;
    const isOurs = (id: string) =>
      accounts()[account]!.venue.orders.some(
        ({ brokerOrderId, clientKey }) => brokerOrderId === id && clientKey !== undefined,
      );
    return faultyBroker(broker, { account, clock, faults, isOurs });
  };
  const faulty = {
    ...ports,
    brokers: { ...ports.brokers, connect },
    marketData: faults.has("prices")
      ? faultyPrices(ports.marketData, { faults, tickers })
      : ports.marketData,
    storage: faults.has("database")
      ? faultyStorage(ports.storage, { clock, faults, process: seat })
      : ports.storage,
  };
  return faultyProcess(faulty, { faults, process: seat, reach: reached.reach });
}

const STOP: Partial<Strategy> = { stopLossEnabled: true, stopLossBps: bps(500) };
const STRATEGIES: Readonly<Record<PlannedAccount["mode"], Partial<Strategy>>> = {
  TRAILING: {},
  HYBRID: { buyDropMaxBps: bps(600), takeProfitBps: bps(300) },
  SIMPLE: { takeProfitBps: bps(200) },
};

const shapeOf = ({
  cashDollars,
  hasStop,
  isKeyless,
  mode,
  stopAtBroker = false,
  user,
}: PlannedAccount): AccountShape => ({
  user,
  isKeyless,
  stopAtBroker,
  cash: money(cashDollars * UNITS_PER_DOLLAR),
  limits: { coolDownSec: COOL_DOWN_SEC },
  strategy: {
    mode,
    buyDropBps: bps(200),
    sellRiseBps: bps(200),
    minCashReserve: NO_MONEY,
    ...STRATEGIES[mode],
    ...(hasStop && STOP),
  },
});
