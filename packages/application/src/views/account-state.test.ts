import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { MINUTE_MS } from "@sevenfold/domain/market";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { describe, expect, it } from "vitest";
import type { Account } from "../ports/stores/account.ts";
import type { User } from "../ports/stores/user-store.ts";
import { SOME_VENUES } from "../testing/some-venues.ts";
import { after, NOON, someAccount, someUser } from "../testing/storage-rows.ts";
import { type AccountFacts, accountStateOf, type WorkerHealth, wasSeen } from "./account-state.ts";
import { marketDataStateOf } from "./market-data-state.ts";

const WORKER: WorkerHealth = {
  isOnline: true,
  hasBroker: true,
  ping: { workerId: "w", at: NOON, brokerConnected: true, marketDataActive: true },
};
const OFFLINE: WorkerHealth = { isOnline: false, hasBroker: false, ping: undefined };

interface Scene extends Partial<Omit<AccountFacts, "account" | "user" | "settings">> {
  readonly account?: Partial<Account>;
  readonly user?: Partial<User>;
  readonly isOn?: boolean;
}

function stateIn({ account, isOn = true, user, ...facts }: Scene = {}) {
  const owner = someUser({ subscriptionStatus: "active", ...user });
  return accountStateOf({
    account: someAccount({ userId: owner.id, portfolioId: owner.id }, account),
    user: owner,
    settings: { automationEnabled: isOn },
    worker: WORKER,
    halt: undefined,
    priceless: undefined,
    calendar: ALWAYS_CALENDAR,
    venues: SOME_VENUES,
    at: NOON,
    ...facts,
  });
}

const PRICELESS = { kind: "no-real-prices", prices: "none" } as const;
const REDUCED = { reductions: [{ because: "too-many-orders", at: NOON }] } as const;
const TRIAL_OVER = { subscriptionStatus: "trial", trialEndsAt: NOON } as const;

describe("what an account is", () => {
  it("is active where nothing stands in its way", () => {
    expect(stateIn()).toEqual({
      kind: "active",
      troubles: [],
      brokerName: "The built-in exchange",
    });
  });

  it.each<readonly [string, Scene, string]>([
    ["paused", { account: { status: "disabled", statusReason: "paused" } }, "paused"],
    ["pending", { account: { status: "pending", statusReason: "broker-unavailable" } }, "pending"],
    ["in error", { account: { status: "error", statusReason: "keys-refused" } }, "error"],
    [
      "waiting for its user at first",
      { account: { status: "pending", statusReason: "needs-authorisation" } },
      "needs-authorisation",
    ],
    [
      "waiting for its user again",
      { account: { status: "error", statusReason: "needs-authorisation" } },
      "needs-authorisation",
    ],
    ["without a worker", { worker: OFFLINE }, "worker-offline"],
    ["without its broker", { worker: { ...WORKER, hasBroker: false } }, "broker-disconnected"],
    ["halted by the operator", { halt: { kind: "trading-halted", reason: "r" } }, "halted"],
    ["at a venue without prices", { priceless: PRICELESS }, "limit-orders-only"],
    ["reduced", { account: REDUCED }, "reduced"],
    ["after its trial, and on", { user: TRIAL_OVER }, "plan-over"],
    ["after the day's loss", { account: { haltedDay: tradingDayOf(NOON) } }, "daily-loss"],
  ])("is said to be so while it is %s", (_, scene, kind) => {
    expect(stateIn(scene).kind).toBe(kind);
  });

  it("names everything at once, the most thorough first", () => {
    const { kind, troubles } = stateIn({
      account: { status: "disabled", statusReason: "paused", ...REDUCED },
      user: TRIAL_OVER,
      worker: OFFLINE,
    });

    expect(kind).toBe("paused");
    expect(troubles.map((trouble) => trouble.kind)).toEqual([
      "paused",
      "worker-offline",
      "reduced",
      "plan-over",
    ]);
  });

  it("is over with its plan only while it is switched on", () => {
    expect(stateIn({ user: TRIAL_OVER, isOn: false }).kind).toBe("active");
    expect(stateIn({ user: TRIAL_OVER }).troubles).toEqual([{ kind: "plan-over", isTrial: true }]);
    expect(stateIn({ user: { subscriptionStatus: "past_due" } }).troubles).toEqual([
      { kind: "plan-over", isTrial: false },
    ]);
  });

  it("goes on by itself once a reduction is over by hand and for the worker", () => {
    const reductions = [{ because: "too-many-orders-in-all", at: NOON }] as const;
    expect(stateIn({ account: { reductions } }).kind).toBe("reduced");
    expect(stateIn({ account: { reductions }, at: after(15 * MINUTE_MS) }).kind).toBe("active");
  });

  it("is unknown in cash and holdings until its broker has shown it once", () => {
    expect(wasSeen({ status: "pending" })).toBe(false);
    expect(wasSeen({ status: "error" })).toBe(false);
    expect(wasSeen({ status: "active" })).toBe(true);
    expect(wasSeen({ status: "error", lastValidatedAt: NOON })).toBe(true);
  });
});

describe("what the prices shown are", () => {
  const feed = { isConnected: true };
  const heard = { isFollowed: true, venuePrices: "own" } as const;
  const deaf = { ...heard, isFollowed: false };

  it.each([
    ["live", { ...heard, worker: WORKER, feed, isOpen: true }, { kind: "live" }],
    [
      "shown where they come in and are not good enough to trade on",
      { ...heard, venuePrices: "shown", worker: WORKER, feed, isOpen: true },
      { kind: "shown" },
    ],
    [
      "cached where nobody here reads the venue's market",
      { ...deaf, venuePrices: "none", worker: WORKER, feed: { isConnected: false }, isOpen: true },
      { kind: "cached", because: "not-set-up" },
    ],
    [
      "quiet while the market is closed",
      { ...deaf, worker: WORKER, feed, isOpen: false },
      { kind: "quiet" },
    ],
    [
      "cached without a worker, although they come in here",
      { ...heard, worker: OFFLINE, feed, isOpen: true },
      { kind: "cached", because: "worker-offline" },
    ],
    [
      "cached where none come in here, although a worker hears them",
      { ...heard, worker: WORKER, feed: { isConnected: false }, isOpen: true },
      { kind: "cached", because: "no-feed" },
    ],
    [
      "cached where the worker hears none",
      { ...deaf, worker: WORKER, feed, isOpen: true },
      { kind: "cached", because: "worker-without-feed" },
    ],
  ] as const)("is %s", (_, facts, state) => {
    expect(marketDataStateOf(facts)).toEqual(state);
  });
});
