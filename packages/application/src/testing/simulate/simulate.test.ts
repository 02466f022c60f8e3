import { scheduler } from "node:timers/promises";
import { bps } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import { RISK_UNLIMITED } from "@sevenfold/domain/strategy";
import { describe, expect, it } from "vitest";
import type { WorkerPorts } from "../world/mortal-ports.ts";
import { FAULT_KINDS, KINDS_APART } from "./fault-catalogue.ts";
import type { FaultPlace, PlannedFault, SimulationPlan } from "./plan.ts";
import { PLAYED_DAY_MS } from "./played-time.ts";
import { simulate } from "./simulate.ts";
import { withFacts, withSettings } from "./with-settings.ts";

/** How often each kind is met in a day in which all of its place are: those of a second are rarer than those of a call. */
const RATES: Readonly<Record<FaultPlace, number>> = {
  broker: 0.15,
  database: 0.01,
  prices: 0.1,
  clock: 0.02,
  process: 0.02,
};
const OWN_RATES: Readonly<Record<string, number>> = {
  "lost-answer": 0.5,
  overfill: 0.4,
  "fill-after-cancel": 1,
  "unknown-commit": 0.05,
};
/** What is on or off, and in vain all day long. */
const SHORT_MS = 20_000;
const SHORT: ReadonlySet<string> = new Set([
  "silent-stream",
  "halted",
  "gone",
  "away",
  ...KINDS_APART,
]);

/** Late in the day: with refused keys an account is out for longer than is played of it. */
const LAST_MS = PLAYED_DAY_MS - 40_000;

const ACTS = ["order", "sell", "order", "switch-on", "order", "sync"];

/** Prices are judged one fault at a time, the others all at once. */
const allOf = (on: FaultPlace): PlannedFault[] =>
  FAULT_KINDS[on].map((kind, index) => {
    const first = 60_000 + (on === "prices" ? 30_000 * index : 0);
    const from = kind === "refused-keys" ? LAST_MS : first;
    const lengthMs = SHORT.has(kind) || on === "prices" ? SHORT_MS : 150_000;
    return { on, kind, from, to: from + lengthMs, rate: OWN_RATES[kind] ?? RATES[on] };
  });

const planOf = (plan: Partial<SimulationPlan>): SimulationPlan => ({
  seed: 1,
  days: 1,
  session: "regular",
  market: "whipsaw",
  accounts: [
    { user: 0, mode: "TRAILING", hasStop: true, cashDollars: 25_000, isKeyless: false },
    { user: 1, mode: "SIMPLE", hasStop: false, cashDollars: 25_000, isKeyless: false },
  ],
  symbols: 4,
  workers: 2,
  faults: [],
  acts: Array.from({ length: PLAYED_DAY_MS / 2_000 }, (_, index) => ({
    // Every second act is a cancel, soon after the one before it.
    at: 2_000 * index - (index % 2) * 1_500,
    account: (index >> 1) % 2,
    kind: index % 2 === 1 ? "cancel" : ACTS[(index >> 2) % ACTS.length]!,
    seed: index,
  })),
  ...plan,
});

describe("a simulated plan", () => {
  it("comes out the same each time", async () => {
    const plan = planOf({ faults: allOf("broker") });
    const [one, other] = [await simulate(plan), await simulate(plan)];

    expect(other.hash).toBe(one.hash);
    expect(other.events).toBe(one.events);
    expect((await simulate({ ...plan, seed: 2 })).hash).not.toBe(one.hash);
  });

  it.each(["broker", "database", "prices", "clock", "process"] as const)(
    "meets every fault of the %s, survives it and goes on trading",
    async (on) => {
      const runs = [];
      for (const seed of [1, 2]) runs.push(await simulate(planOf({ seed, faults: allOf(on) })));
      const met = new Set(runs.flatMap((run) => [...run.met.keys()]));

      expect(runs.flatMap(({ broken }) => broken)).toEqual([]);
      expect(FAULT_KINDS[on].filter((kind) => !met.has(kind))).toEqual([]);
      for (const run of runs) expect(run.reached.get("order automated filled")).toBeGreaterThan(2);
    },
  );

  it.each([
    "regular",
    "half-day",
    "before-holiday",
    "before-weekend",
    "before-summer-time",
    "before-winter-time",
  ] as const)("plays a %s day and the next", async (session) => {
    const { broken, reached } = await simulate(planOf({ session, days: 2 }));

    expect(broken).toEqual([]);
    expect(reached.get("a new day's baseline")).toBeGreaterThan(0);
  });

  it("finds a worker that forgets its cool-down", async () => {
    const { broken } = await simulate(planOf({}), {
      around: (ports) =>
        withSettings(ports, ({ limits, ...settings }) => ({
          ...settings,
          limits: { ...limits, coolDownSec: 0 },
        })),
    });

    expect(broken.join("\n")).toMatch(/within its cool-down|entered again/);
  });

  it("finds a worker that knows no limit of a holding's share of equity", async () => {
    // What they have pays for more of a symbol than they may hold.
    const accounts = planOf({}).accounts.map((account) => ({ ...account, cashDollars: 2_000 }));
    const plan = planOf({ accounts, acts: [] });
    expect((await simulate(plan)).broken).toEqual([]);
    const { broken } = await simulate(plan, {
      around: (ports) =>
        withSettings(ports, ({ limits, ...settings }) => ({
          ...settings,
          limits: { ...limits, maxPositionBps: bps(RISK_UNLIMITED) },
        })),
    });

    expect(broken.join("\n")).toMatch(/is not the size wanted/);
    expect(broken.join("\n")).toMatch(/too large a share/);
  });

  it("finds a worker that is not told that it is switched off", async () => {
    const { broken, trace } = await simulate(planOf({ acts: SWITCHING }), {
      trace: true,
      around: (ports) =>
        withSettings(ports, (settings) => ({ ...settings, automationEnabled: true })),
    });

    expect(broken.join("\n")).toContain("was sent while off");
    const onTheWay = broken.find((claim) => claim.includes("I9 "))!;
    expect(trace.findIndex((line) => line.endsWith(`Broken: ${onTheWay}`))).toBeGreaterThan(0);
  });

  it("finds a ledger that books what it has booked before", async () => {
    const faults = allOf("broker").filter(({ kind }) => TWICE.has(kind));
    const acts = planOf({}).acts.filter(({ kind }) => kind !== "cancel");
    const { broken } = await simulate(planOf({ acts, faults }), { around: withForgetfulLedger });

    expect(broken.join("\n")).toContain("the ledger's cash is not the account's");
  });

  it("finds a position that has no stop at the broker", async () => {
    const { broken } = await simulate(planOf({ accounts: STOPPED, acts: [] }), {
      around: withoutStops,
    });

    expect(broken.join("\n")).toContain("has no stop at the broker");
  });

  it("finds a sale that does not wait for the end of a stop", async () => {
    const { broken } = await simulate(planOf({ accounts: STOPPED, acts: [] }), {
      around: withHiddenStops,
    });

    expect(broken.join("\n")).toMatch(/offered of \d+ held/);
    expect(broken.join("\n")).toContain("it does not hold");
  });

  it("finds a worker that never hears of what others have ordered, though it is denied each time", async () => {
    const faults = [{ on: "broker", kind: "halted", from: 40_000, to: 160_000, rate: 1 } as const];
    const acts = Array.from({ length: 12 }, (_, seed) => ({
      at: 45_000,
      account: seed % 2,
      kind: "order",
      seed,
    }));
    const { broken } = await simulate(planOf({ acts, faults }), { around: withoutOthers });

    expect(broken.join("\n")).toMatch(/for (trail|take|stop)-\w+ was not wanted/);
  });

  it("finds what waits for real time", async () => {
    const { broken } = await simulate(planOf({}), { around: withRealWaits });

    expect(broken[0]).toContain("something waited for real time");
  });
});

const STOPPED: SimulationPlan["accounts"] = [
  {
    user: 0,
    mode: "TRAILING",
    hasStop: true,
    cashDollars: 25_000,
    isKeyless: false,
    stopAtBroker: true,
  },
];

/** A broker of which nobody knows that it takes stops. */
const withoutStops = ({ brokers, ...ports }: WorkerPorts): WorkerPorts => ({
  ...ports,
  brokers: {
    ...brokers,
    async connect(accountId) {
      const { terms: _, ...broker } = await brokers.connect(accountId);
      return broker;
    },
  },
});

const hidingStops = (orders: readonly Order[]) => orders.filter((order) => !isOwnStop(order));

/** Whoever writes an order sees none of the stops that rest. */
const withHiddenStops = ({ storage, ...ports }: WorkerPorts): WorkerPorts => ({
  ...ports,
  storage: {
    ...storage,
    transact: (work) =>
      storage.transact((tables) =>
        work({
          ...tables,
          holdings: withFacts(tables.holdings, (facts) => ({
            ...facts,
            openOrders: hidingStops(facts.openOrders),
          })),
          orders: {
            ...tables.orders,
            open: async (accountId) => hidingStops(await tables.orders.open(accountId)),
          },
        }),
      ),
  },
});

/** Whoever decides sees none of the orders that are not the rule's; whoever writes one does. */
const withoutOthers = ({ storage, ...ports }: WorkerPorts): WorkerPorts => ({
  ...ports,
  storage: {
    ...storage,
    read: {
      ...storage.read,
      orders: {
        ...storage.read.orders,
        open: async (accountId) =>
          (await storage.read.orders.open(accountId)).filter(
            ({ origin }) => origin === "automated",
          ),
      },
    },
  },
});

/** Off for most of the day, again and again. */
const SWITCHING = ["switch-off", "switch-on", "switch-off"].flatMap((kind, index) =>
  [0, 1].map((account) => ({ at: 60_000 * (index + 1), account, kind, seed: index })),
);

const withRealWaits = ({ brokers, ...ports }: WorkerPorts): WorkerPorts => ({
  ...ports,
  brokers: {
    ...brokers,
    async connect(accountId) {
      await scheduler.yield();
      return brokers.connect(accountId);
    },
  },
});

/** A part that is told twice still fits into its order. */
const TWICE: ReadonlySet<string> = new Set(["duplicate-notice", "partial-fill"]);

const withForgetfulLedger = ({ storage, ...ports }: WorkerPorts): WorkerPorts => ({
  ...ports,
  storage: {
    ...storage,
    transact: (work) =>
      storage.transact((tables) =>
        work({
          ...tables,
          fills: {
            ...tables.fills,
            isBooked: async () => false,
            bookedAmong: async () => new Set(),
            async addNew(fill) {
              await tables.fills.add(fill);
            },
          },
        }),
      ),
  },
});
