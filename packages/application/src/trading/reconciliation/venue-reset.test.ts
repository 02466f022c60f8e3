import { instant, MINUTE_MS, type TradingDay } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { applyOrderEvent } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { connectBroker } from "../../brokers/connect-broker.ts";
import { resumeBroker } from "../../brokers/pause-broker.ts";
import type { Activity } from "../../ports/activity.ts";
import type { Account } from "../../ports/stores/account.ts";
import { attachedAccount } from "../../testing/attached-account.ts";
import {
  type BrokerWorld,
  foundPosition,
  openBrokerWorld,
  reportOf,
  someExecution,
} from "../../testing/broker-world.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import {
  AAPL,
  dollars,
  holdShares,
  inTime,
  MSFT,
  manualDraft,
} from "../../testing/trading-world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { manualOrder } from "../account/order-draft.ts";
import type { Reconciled } from "../account/reconciled.ts";
import { NEVER_ARRIVED } from "../safeguards/unanswered-orders.ts";
import { reconcile as reconcileFollowed } from "../session/hear-broker.ts";
import { reconcileAccount } from "./reconcile-account.ts";
import { listsWhatWasThere, looksReset } from "./venue-reset.ts";

const TODAY = "2026-03-11" as TradingDay;
const KEYS = { provider: "alpaca", apiKey: "PK-0123456789", secretKey: "secret" } as const;

describe("a venue that shows another account than before (B21)", () => {
  it("stops automation and books nothing", async () => {
    const world = await openBrokerWorld();
    const before = await automated(world);
    resetAt(world);

    const done = await reconcile(world, before.id);

    expect(done).toEqual({ ok: false, refusal: { kind: "venue-reset" } });
    const { fills, positions, settings } = world.storage.read;
    expect(await world.account(before.id)).toMatchObject({
      status: "error",
      statusReason: "venue-reset",
      cash: before.cash,
    });
    expect((await settings.of(before.id))?.automationEnabled).toBe(false);
    expect(await fills.latest(before.id, 10)).toEqual([]);
    expect(await positions.of(before.id)).toMatchObject([{ ticker: AAPL, quantity: 10 }]);
    expect(await world.storage.read.audit.latest(world.user.id, 1)).toMatchObject([
      { action: "broker-changed" },
    ]);
  });

  it("is not taken over before its user says so, and then as it stands, with the difference as capital", async () => {
    const world = await openBrokerWorld();
    const { id, userId } = await automated(world);
    resetAt(world);
    await reconcile(world, id);

    const resumed = await resumeBroker(world.needs)({ accountId: id, userId });

    expect(resumed).toMatchObject({
      ok: true,
      value: {
        status: "active",
        venueAccountNumber: "RESET",
        cash: dollars(50_000),
        startEquity: dollars(50_000),
      },
    });
    const { capital, fills, positions, settings } = world.storage.read;
    expect(await positions.of(id)).toMatchObject([{ ticker: MSFT, isManaged: false }]);
    expect(await fills.latest(id, 10)).toEqual([]);
    const flows = await capital.of(id);
    const sumOf = (ticker: string | undefined) =>
      flows.filter((flow) => flow.ticker === ticker).reduce((sum, { amount }) => sum + amount, 0);
    expect([sumOf(undefined), sumOf(AAPL), sumOf(MSFT)]).toEqual([
      dollars(50_000),
      0,
      dollars(200),
    ]);
    expect((await settings.of(id))?.automationEnabled).toBe(false);
    expect(await reconcile(world, id)).toMatchObject({ ok: true, value: { drift: [] } });
  });

  it("has what is there now, also of a symbol that was held before", async () => {
    const world = await openBrokerWorld();
    const { id, userId } = await automated(world);
    resetAt(world);
    world.shown(KEYS.apiKey).positions = [foundPosition(AAPL, 3)];
    await reconcile(world, id);

    await resumeBroker(world.needs)({ accountId: id, userId });

    expect(await world.storage.read.positions.of(id)).toMatchObject([
      { ticker: AAPL, quantity: 3, costBasis: dollars(300), isManaged: false },
    ]);
  });

  it("is held back by nothing of the account before it once it is taken over", async () => {
    const world = await openBrokerWorld();
    const { id, userId } = await automated(world);
    await oneByOne(world.storage).accounts.change(id, (row) => ({
      ...row,
      baseline: dollars(99_000),
      baselineDay: TODAY,
      haltedDay: TODAY,
      unavailableCash: dollars(700),
    }));
    resetAt(world);
    await reconcile(world, id);

    await resumeBroker(world.needs)({ accountId: id, userId });

    const taken = await world.account(id);
    expect(taken.status).toBe("active");
    for (const kept of ["baseline", "baselineDay", "haltedDay", "unavailableCash"])
      expect(taken).not.toHaveProperty(kept);
  });

  it("keeps the number of an account that has told none before", async () => {
    const world = await openBrokerWorld();
    const { id } = await automated(world);
    await oneByOne(world.storage).accounts.change(id, ({ venueAccountNumber: _, ...row }) => row);

    await reconcile(world, id);

    expect((await world.account(id)).venueAccountNumber).toBe("NUMBER-PK-0123456789");
  });
});

describe("a difference that no trade explains", () => {
  it("stops the account, but not while an order that was given up may still have been filled", async () => {
    const { followed, needs, world } = await attachedAccount();
    const { accountId, clock, storage, venue } = world;
    const draft = manualDraft(world);
    const order = manualOrder(draft, "A".repeat(20), dollars(1_000), clock.now());
    await storage.transact(async ({ orders }) => {
      await orders.add(order);
      for (const event of [
        { type: "submitting" },
        { type: "lost" },
        { type: "rejected", message: NEVER_ARRIVED },
      ] as const)
        await orders.change(order.clientKey, (row) => applyOrderEvent(row, event, clock.now()));
    });
    await holdShares(world, MSFT, 10, true);
    venue.positions.clear();
    venue.cash = money(venue.cash - dollars(5_000));
    const twice = async () => {
      for (let round = 0; round < 2; round += 1)
        await inTime(world, reconcileFollowed(needs, followed));
      return storage.read.accounts.byId(accountId);
    };

    expect(await twice()).toMatchObject({ status: "active" });
    await clock.pass(3 * MINUTE_MS);
    expect(await twice()).toMatchObject({ status: "error", statusReason: "venue-reset" });
  });
});

describe("looksReset", () => {
  const agreed: Reconciled = {
    at: 0 as Reconciled["at"],
    drift: [],
    inParts: new Set(),
    tradedAside: new Set(),
    held: 1,
    broker: reportOf("N", dollars(100_000)),
    cash: dollars(100_000),
    cashDrift: dollars(0),
    unbooked: [],
  };
  const gone = [{ ticker: AAPL, ours: 10, theirs: 0 }] as unknown as Reconciled["drift"];

  it("is every holding gone for cash, seen twice", () => {
    const sold = { ...agreed, drift: gone, cashDrift: dollars(-2_000) };

    expect(looksReset(sold, sold)).toBe(true);
    expect(looksReset(undefined, sold)).toBe(false);
    expect(looksReset(agreed, sold)).toBe(false);
    // Cash that still moves is told by what is on its way.
    expect(looksReset({ ...sold, cashDrift: dollars(-1_000) }, sold)).toBe(false);
    expect(looksReset({ ...sold, held: 2 }, { ...sold, held: 2 })).toBe(false);
  });

  it("is no cash alone, however much: that holds the account back until it is explained", () => {
    const deposit = { ...agreed, cashDrift: dollars(-90_000) };

    expect(looksReset(deposit, deposit)).toBe(false);
    expect(looksReset(agreed, agreed)).toBe(false);
  });
});

describe("listsWhatWasThere", () => {
  const first = { id: "1", at: instant(5) };
  const cash = { ...first, kind: "other-cash", amount: dollars(-240), ticker: AAPL } as const;
  const some = shares(10);

  it.each<[string, Activity, boolean]>([
    ["a trade of parts, which waits for its shares", { ...cash, parts: 2_400_000_000 }, true],
    ["what was paid for shares", { ...cash, kind: "cash-in-lieu" }, true],
    ["shares that came", { ...first, kind: "shares-journal", ticker: AAPL, shares: some }, true],
    [
      "the name they had before",
      { ...first, kind: "name-change", ticker: MSFT, becomes: AAPL, before: some, after: some },
      true,
    ],
    ["what another holding paid", { ...cash, kind: "dividend", ticker: MSFT }, false],
    ["interest", { ...first, kind: "interest", amount: dollars(1) }, false],
    ["what settles trades, which may be later ones", { ...cash, settles: {} as never }, false],
  ])("is told by activities of what is gone, or is not: %s", async (_, activity, isListed) => {
    const { storage } = await openBrokerWorld();
    const drift = [{ ticker: AAPL, ours: shares(1), theirs: shares(0) }];

    const answer = await listsWhatWasThere(storage.read)(
      { activities: [activity], executions: [] },
      { executionsReadTo: instant(0), id: "an account" },
      { drift },
    );

    expect(answer).toBe(isListed);
  });
});

const reconcile = (world: BrokerWorld, accountId: string) =>
  reconcileAccount(world.needs, openNotFoundWatch())(accountId);

/** An account that holds ten shares, with automation on. */
async function automated(world: BrokerWorld): Promise<Account> {
  world.shown(KEYS.apiKey).positions = [foundPosition(AAPL, 10)];
  const answer = await connectBroker(world.needs)(world.user.id, KEYS);
  if (!answer.ok) throw new Error(answer.refusal.kind);
  await oneByOne(world.storage).settings.change(answer.value.id, "a test", (settings) => ({
    ...settings,
    automationEnabled: true,
  }));
  return answer.value;
}

/** The venue starts the account anew: another number, other money, other shares, other trades. */
function resetAt(world: BrokerWorld): void {
  world.clock.stall(60_000);
  const shown = world.shown(KEYS.apiKey);
  shown.report = reportOf("RESET", dollars(50_000));
  shown.positions = [foundPosition(MSFT, 2)];
  shown.executions = [someExecution("E9", world.clock.now(), { ticker: MSFT })];
}
