import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { money, price, shares, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { seededChance } from "../../chance/seeded-chance.ts";
import type { Activity, BustActivity } from "../../ports/activity.ts";
import type { Broker } from "../../ports/broker.ts";
import type { ForeignThings } from "../../ports/foreign.ts";
import { holds } from "../rule-broken.ts";
import { SHARE_EVENTS } from "../share-events.ts";
import type { BenchFault, BenchVenue, VenueBench } from "../venue-bench.ts";
import { NO_FAULTS } from "./fault-plan.ts";
import { befall, befallUnnamed } from "./simulated-activities.ts";
import { simulatedBroker } from "./simulated-broker.ts";
import { SimulatedVenue } from "./simulated-venue.ts";
import { VirtualClock } from "./virtual-clock.ts";
import { waveMarket } from "./wave-market.ts";

/** A Wednesday, 10:00 in New York. */
const START = instant(Date.UTC(2026, 2, 11, 14));
const [FIRST, SECOND, DOTTED, UNLISTED] = ["AAPL", "MSFT", "BRK.B", "ZZZZ"] as Ticker[];
const CASH = money(100_000 * UNITS_PER_DOLLAR);
const TURN_MS = 10;

/** One holding and one order of each kind that matters to the books. */
const FOREIGN: ForeignThings = {
  holdings: [
    {
      symbol: "GME",
      kind: "short",
      quantity: "-5",
      value: money(-1_000_000),
      tie: { ticker: "GME" as Ticker, as: "short" },
    },
    {
      symbol: "AAPL 200 C",
      kind: "option",
      quantity: "-1",
      value: money(-250_000),
      tie: { ticker: FIRST!, as: "written-calls", shares: shares(100) },
    },
    { symbol: "BTCUSD", kind: "coin", quantity: "0.5" },
  ],
  orders: [
    {
      brokerOrderId: "foreign-1",
      symbol: "AAPL",
      kind: "notional",
      side: "buy",
      quantity: "$250",
      isOpen: true,
      submittedAt: START,
    },
  ],
};

/** The simulated broker as a bench; `drain` resolves when all that can go on has done so. */
export const simulatedBench = (drain: () => Promise<void>): VenueBench => ({
  name: "simulated",
  capabilities: [
    "lost-answers",
    "stream-breaks",
    "held-cancels",
    "late-fills",
    "single-fills",
    "later-ends",
    "foreign-orders",
    "foreign-things",
    "extended-hours",
    "stop-orders",
    "dotted-symbols",
    "wrong-keys",
    "revoked-keys",
    "suspended-accounts",
    "rate-limits",
    "activities",
    "share-events",
    "busts",
    "unnamed-busts",
  ],
  open: async () => openBenchVenue(drain),
});

function openBenchVenue(drain: () => Promise<void>): BenchVenue {
  const clock = new VirtualClock(START, drain);
  const tickers = [FIRST!, SECOND!, DOTTED!];
  const market = waveMarket(7, clock, tickers);
  const chance = seededChance(7, "venue");
  const venue = new SimulatedVenue({ clock, chance, market }, CASH, NO_FAULTS);
  venue.isHalted = true;
  venue.listed = new Set(tickers);
  let passing: Promise<void> = Promise.resolve();
  // One at a time: time that two pass together would run backwards.
  const pass = (durationMs: number) => {
    passing = passing.then(() => clock.pass(durationMs));
    return passing;
  };
  return {
    tickers: { first: FIRST!, second: SECOND!, dotted: DOTTED!, unlisted: UNLISTED! },
    secrets: [],
    now: () => clock.now(),
    pass,
    pause: () => pass(TURN_MS),
    priceOf: (ticker) => price(Math.round(market.priceAt(ticker, clock.now()) / 100) * 100),
    connect({ keys } = {}) {
      if (keys === "wrong") venue.refusesKeys = true;
      const broker = simulatedBroker(venue, { clock, chance: seededChance(11, "way") });
      return passingTime(broker, () => pass(TURN_MS));
    },
    orderOf(clientKey) {
      const order = venue.byKey(clientKey);
      return order && { ...order, isOpen: order.state === "working" };
    },
    orderCount: () => venue.orders.length,
    arrivalsOf: (clientKey) => venue.arrivals.get(clientKey) ?? 0,
    callCount: () => venue.reads,
    ...handOn(venue, () => clock.now()),
    ...faultsOf(venue, pass),
    close: async () => undefined,
  };
}

type Hand =
  | "end"
  | "execute"
  | "garbleOrder"
  | "holdCancels"
  | "placeElsewhere"
  | "refuseCalls"
  | "revokeKeys"
  | "showForeign"
  | "suspendAccount"
  | "moveCash"
  | "showShareEvents"
  | "bust"
  | "bustUnnamed";

/** What moves the venue's book and its rights. */
function handOn(venue: SimulatedVenue, now: () => Instant): Pick<BenchVenue, Hand> {
  const idOf = (clientKey: string): string => {
    const order = venue.byKey(clientKey);
    holds(order !== undefined, `the venue has no order of the key ${clientKey}`);
    return order.brokerOrderId;
  };
  const bustOf = (clientKey: string): BustActivity => {
    const execution = venue.executions.find((one) => one.brokerOrderId === idOf(clientKey));
    holds(execution !== undefined, `the order of the key ${clientKey} has not traded`);
    const { executionId } = execution;
    return { kind: "bust", id: `bust of ${executionId}`, at: now(), executionId };
  };
  return {
    execute: async (clientKey, trade) => venue.trade(idOf(clientKey), trade.quantity, trade.price),
    end: async (clientKey, as) => venue.end(idOf(clientKey), as),
    holdCancels() {
      venue.holdsCancels = true;
    },
    async placeElsewhere(orders) {
      for (const { ticker, quantity, limit, tradedAt } of orders) {
        const { brokerOrderId } = venue.buyElsewhere(ticker, quantity, limit);
        if (tradedAt !== undefined) venue.trade(brokerOrderId, quantity, tradedAt);
      }
    },
    showForeign() {
      venue.foreign = FOREIGN;
      return { ...FOREIGN, executions: 0 };
    },
    garbleOrder: (clientKey) => venue.garbled.add(idOf(clientKey)),
    async revokeKeys() {
      venue.refusesKeys = true;
    },
    suspendAccount() {
      venue.isSuspended = true;
    },
    refuseCalls() {
      venue.refusesCalls = true;
    },
    async moveCash(kind, amount) {
      const told = { id: `activity-${venue.activities.all.length + 1}`, at: now(), amount };
      const activity = kind === "other" ? { kind: "other-cash", words: "SURPRISE" } : { kind };
      befall(venue, { ...activity, ...told } as Activity, now());
    },
    showShareEvents() {
      for (const [index, event] of SHARE_EVENTS.entries())
        befall(venue, { ...event, id: `event-${index}`, at: now() } as Activity, now());
    },
    async bust(clientKey) {
      befall(venue, bustOf(clientKey), now());
    },
    async bustUnnamed(clientKey) {
      befallUnnamed(venue, bustOf(clientKey), now());
    },
  };
}

type Faults = Pick<BenchVenue, "breakCalls" | "mendCalls" | "breakStream" | "mendStream">;

/** The venue's own faults, each made certain while it is wanted. */
function faultsOf(venue: SimulatedVenue, pass: (durationMs: number) => Promise<void>): Faults {
  return {
    breakCalls({ on, fault }: BenchFault) {
      const isBefore = fault.endsWith("-before");
      venue.faults = {
        ...NO_FAULTS,
        failedRead: on === "read" ? 1 : 0,
        lostRequest: on !== "read" && isBefore ? 1 : 0,
        lostAnswer: on !== "read" && !isBefore ? 1 : 0,
      };
    },
    mendCalls() {
      venue.faults = NO_FAULTS;
    },
    async breakStream() {
      venue.faults = { ...NO_FAULTS, brokenStream: 1 };
      await pass(1_001);
    },
    mendStream() {
      venue.faults = NO_FAULTS;
    },
  };
}

/** The same broker; time passes while somebody waits for it. */
function passingTime(broker: Broker, pass: () => Promise<void>): Broker {
  const waited = async <Answer>(answering: Promise<Answer>): Promise<Answer> => {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    answering.then(done, done);
    while (!isDone) await pass();
    return answering;
  };
  return {
    submit: (order) => waited(broker.submit(order)),
    cancel: (order) => waited(broker.cancel(order)),
    find: (order) => waited(broker.find(order)),
    ordersSince: (since) => waited(broker.ordersSince(since)),
    executionsSince: (since) => waited(broker.executionsSince(since)),
    activitiesSince: (since) => waited(broker.activitiesSince(since)),
    account: () => waited(broker.account()),
    positions: () => waited(broker.positions()),
    foreign: (since) => waited(broker.foreign(since)),
    notices: (signal) => broker.notices(signal),
  };
}
