import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { bps, money, NO_MONEY, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import type { Strategy } from "@sevenfold/domain/strategy";
import { type SeededChance, seededChance } from "../../chance/seeded-chance.ts";
import type { Activity } from "../../ports/activity.ts";
import type { Log } from "../../ports/log.ts";
import type { AccountShape } from "../world/account-shape.ts";
import type { WorkerPorts } from "../world/mortal-ports.ts";
import { type SessionUser, sessionUser } from "../world/session-user.ts";
import { openWorld, type SimulatedAccount, type World } from "../world/world.ts";
import { drainMicrotasks } from "./drain-microtasks.ts";
import { type EventLog, openEventLog } from "./event-log.ts";
import { faultyBroker } from "./faulty-broker.ts";
import { faultyPrices } from "./faulty-prices.ts";
import { faultyProcess } from "./faulty-process.ts";
import { faultyStorage } from "./faulty-storage.ts";
import type { InvariantWatch } from "./invariants/invariant-watch.ts";
import type { AccountOracle } from "./oracle/account-oracle.ts";
import type { PlannedAccount, SimulationPlan } from "./plan.ts";
import { openPlannedDividends, type PlannedDividends } from "./planned-dividends.ts";
import { openPlannedFaults, type PlannedFaults, venueFaults } from "./planned-faults.ts";
import { type PlannedMarket, plannedMarket } from "./planned-market.ts";
import {
  openPlannedReorganizations,
  type PlannedReorganizations,
} from "./planned-reorganizations.ts";
import { openPlannedSplits, type PlannedSplits } from "./planned-splits.ts";
import { stretchesOf } from "./played-time.ts";
import { openReachedStates, type ReachedStates } from "./reached-states.ts";
import { toldBroker } from "./told-broker.ts";
import { type AccountJudge, worldWitness } from "./world-witness.ts";

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
  readonly splits: PlannedSplits;
  readonly dividends: PlannedDividends;
  readonly reorganizations: PlannedReorganizations;
  /** Time that is not played: no process ran. */
  skipTo(at: Instant): void;
  playedMs(): number;
}

export const COOL_DOWN_SEC = 40;
/** As long as a wrong price may stand on a board after the last of them was told. */
const MISQUOTED_MS = 60_000;
/** As late as a refusal of keys may be written down. */
const REFUSED_MS = 60_000;
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
  const judges: AccountJudge[] = [];
  // Workers, the server of users, and a second worker.
  const seats = Array.from({ length: plan.workers + 2 }, (_, seat) => seat);
  const saidOf = new Map<string, Set<string>>();
  const [first, ...others] = plan.accounts.map(shapeOf) as [AccountShape, ...AccountShape[]];
  let world: World | undefined;
  let market: PlannedMarket | undefined;
  const opened = await openWorld({
    ...first,
    others,
    seed: plan.seed,
    drain: drainMicrotasks,
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
      withFaults(
        around({ ...ports, log: toldLog(ports.log, { events, judges, reached, saidOf }) }, seat),
        {
          faults,
          events,
          reached,
          seat,
          tickers,
          accounts: () => world?.accounts ?? [],
        },
      ),
    witness: worldWitness({
      events,
      reached,
      judges,
      keyless: plan.accounts.map(({ isKeyless }) => isKeyless),
      loweredAt: (ticker) => market?.loweredAt(ticker),
      halts: () => market?.halts,
      areHaltsHeard:
        plan.market !== "halts" &&
        !(["prices", "clock", "process", "database"] as const).some((on) => faults.has(on)),
      refusesAll: (account) =>
        faults.wasOn("broker", "refused-keys", { target: account, withinMs: REFUSED_MS }),
      isStorageSlow: () =>
        faults.hasKind("database", "slow-call") &&
        seats.some((seat) => 0 < faults.rateOf("database", "slow-call", seat)),
      worldBegun: (begun) => {
        world = begun;
      },
    }),
  });
  const accounts = opened.accounts.map((account, index): PlayedAccount => {
    account.venue.faults = venueFaults(faults, index);
    account.venue.isMisquoted = (ticker) =>
      faults.wasOn("prices", "jump", { target: tickers.indexOf(ticker), withinMs: MISQUOTED_MS }) ||
      market?.wasNonsense(ticker, MISQUOTED_MS) === true;
    account.venue.isHaltedOf = (ticker) => market?.halts.haltedSince(ticker) !== undefined;
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
      oracle: judges[index]!.oracle,
      invariants: judges[index]!.invariants,
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
    dividends: openPlannedDividends({ world: opened, accounts }),
    splits: openPlannedSplits({ world: opened, market: market!, accounts }),
    reorganizations: openPlannedReorganizations({ world: opened, market: market!, accounts }),
    playedMs,
    skipTo(at) {
      const skipMs = Math.max(0, at - opened.clock.now());
      skippedMs += skipMs;
      opened.clock.stall(skipMs);
      for (const { venue } of accounts) venue.surprises.passUnheard(skipMs);
    },
  };
}

interface LogHearers {
  readonly events: EventLog;
  readonly judges: readonly AccountJudge[];
  readonly reached: ReachedStates;
  /** What the log said of each account. */
  readonly saidOf: ReadonlyMap<string, Set<string>>;
}

const toldLog = (log: Log, { events, judges, reached, saidOf }: LogHearers): Log => {
  const told = (level: keyof Log) => (event: string, facts?: Readonly<Record<string, unknown>>) => {
    reached.reach(event);
    const { activity } = (facts ?? {}) as { readonly activity?: Activity };
    if (activity && event === "activity-booked") reached.reach(`booked ${activity.kind}`);
    saidOf.get(String(facts?.accountId))?.add(event);
    if (event === "account-followed")
      judges.find(({ accountId }) => accountId === facts?.accountId)?.oracle.followedAnew();
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
    const venue = () => accounts()[account]!.venue;
    const isOurs = (id: string) =>
      venue().orders.some(
        ({ brokerOrderId, clientKey }) => brokerOrderId === id && clientKey !== undefined,
      );
    const onUnread = () => venue().surprises.leaveUnread();
    return faultyBroker(broker, { account, clock, faults, isOurs, onUnread });
  };
  const onUnread = () => {
    for (const { venue } of accounts()) venue.surprises.leaveUnread();
  };
  const faulty = {
    ...ports,
    brokers: { ...ports.brokers, connect },
    marketData: faults.has("prices")
      ? faultyPrices(ports.marketData, { faults, tickers })
      : ports.marketData,
    storage: faults.has("database")
      ? faultyStorage(ports.storage, { clock, faults, process: seat, onUnread })
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
