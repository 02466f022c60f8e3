import { MINUTE_MS } from "@sevenfold/domain/market";
import { bps, type Price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { validateAccount } from "../../brokers/validate-account.ts";
import type { Execution } from "../../ports/broker.ts";
import { backedUp } from "../../testing/backed-up.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { stopped } from "../../testing/started-worker.ts";
import { holding } from "../../testing/stopped-holding.ts";
import {
  AAPL,
  automatedDraft,
  dollars,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import { idOf } from "../../testing/world/seeded-account.ts";
import { brokenClaims } from "../../testing/world/session-claims.ts";
import type { World } from "../../testing/world/world.ts";
import { automatedWaiting } from "../../testing/written-order.ts";
import { firstSettings } from "../account/first-settings.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { recordExecution } from "../fills/record-execution.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { placeOrder } from "../placing/place-order.ts";
import { runSale } from "../sales/run-sale.ts";
import { sellAll } from "../sales/sell-all.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";
import { reconcileAccount } from "./reconcile-account.ts";

const LIMIT = dollars(5) as number as Price;

describe("books that a backup brought back (P16)", () => {
  it.each([false, true])(
    "come to agree with the broker, and nothing is sent before their user says so (a broker that returns no keys: %s)",
    async (isKeyless) => {
      const { world, sent, worker } = await setBack(isKeyless);

      await world.clock.pass(10 * MINUTE_MS);

      expect(await standing(world)).toMatchObject({
        isOn: false,
        reductions: [{ because: "restored", about: "It was made on 2026-03-11 at 10:10 ET." }],
      });
      expect(world.venue.arrivals.size).toBe(sent);
      expect(await claims(world, isKeyless)).toEqual([]);

      await toggleAutomation(worker.needs)({ ...world, enabled: true });
      await world.clock.pass(10 * MINUTE_MS);

      expect(world.venue.arrivals.size).toBeGreaterThan(sent);
      expect(await standing(world)).toMatchObject({ isOn: true, reductions: [] });
      await toggleAutomation(worker.needs)({ ...world, enabled: false });
      await world.clock.pass(MINUTE_MS);
      expect(await claims(world, isKeyless)).toEqual([]);
      expect(world.venue.violations).toEqual([]);
      await stopped(world, worker);
    },
  );

  it("keep the stop that protects what is held", async () => {
    const { process, stopsThere, world } = await holding(10);
    const [stop] = stopsThere();
    const backup = backedUp(world);
    await world.clock.pass(MINUTE_MS);
    await stopped(world, process);

    const worker = await backup.restore();
    await world.clock.pass(MINUTE_MS);

    expect(stopsThere()).toEqual([stop]);
    await stopped(world, worker);
  });

  it("sell nothing more of a sale that was under way then", async () => {
    const { process, sellsThere, world } = await holding(10, { stopAtBroker: false });
    const { accountId, userId } = world;
    const begun = await sellAll(process.needs, async () => undefined)({ accountId, userId });
    const backup = backedUp(world);
    await stopped(world, process);

    const worker = await backup.restore();
    await world.clock.pass(2 * MINUTE_MS);

    expect(begun.ok).toBe(true);
    expect(sellsThere()).toEqual([]);
    const sale = await world.storage.read.sales.byId(begun.ok ? begun.value.id : "");
    expect(sale).toMatchObject({
      endedAt: expect.any(Number),
      items: [{ ticker: AAPL, state: "failed", sold: 0 }],
    });
    // Asked for anew, it is sold all the same.
    await inTime(world, sellAll(worker.needs, runSale(worker.needs))({ accountId, userId }));
    await world.clock.pass(MINUTE_MS);
    expect(sellsThere()).toHaveLength(1);
    await stopped(world, worker);
  });

  it("look for an order that waited to be sent then, and was sent since", async () => {
    const { order, sending, world } = await automatedWaiting();
    const backup = backedUp(world);
    await inTime(world, sending);
    await world.clock.pass(20_000);

    const worker = await backup.restore();
    await world.clock.pass(2 * MINUTE_MS);

    const { clientKey } = order;
    expect(await ordersOf(world)).toMatchObject([{ clientKey, status: "filled" }]);
    expect(await claims(world, false)).toEqual([]);
    await stopped(world, worker);
  });

  it("give no name away again under which an order was sent since", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const decided = await automatedDraft(world, world.open(), { ticker: MSFT, limit: LIMIT });
    const drafts = [decided, manualDraft(world, { limit: LIMIT, idempotencyKey: "a ticket" })];
    const backup = backedUp(world);
    const place = () => Promise.all(drafts.map((draft) => inTime(world, placeOrder(needs)(draft))));
    await place();
    const sent = keysOf(world.venue.orders);
    for (const clientKey of sent)
      await inTime(world, cancelOrder(needs)({ accountId: world.accountId, clientKey }));
    backup.bringBack();
    await inTime(world, reconcileAccount(needs, openNotFoundWatch())(world.accountId));

    const again = await place();

    expect(again).toMatchObject(
      drafts.map(() => ({ ok: true, value: { order: { status: "canceled" } } })),
    );
    expect([...world.venue.arrivals]).toEqual(sent.map((key) => [key, 1]));
  });

  it("hold the account also where nobody said that they are older", async () => {
    const world = await openTestWorld();
    const first = world.start();
    await world.clock.pass(MINUTE_MS);
    const backup = backedUp(world);
    await inTime(world, placeOrder(first.needs)(manualDraft(world)));
    await stopped(world, first);
    const sent = world.venue.arrivals.size;
    backup.bringBack();

    const worker = world.start();
    await world.clock.pass(10 * MINUTE_MS);

    expect(await standing(world)).toMatchObject({
      isOn: false,
      reductions: [
        { because: "books-contradicted", about: expect.stringContaining("not on record here") },
      ],
    });
    expect(world.venue.arrivals.size).toBe(sent);
    await stopped(world, worker);
  });
});

describe("a fill of an order that these books do not know and that has a name of ours (P16)", () => {
  it("is kept under it, and holds the account", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const backup = backedUp(world);
    await inTime(world, placeOrder(needs)(manualDraft(world)));
    await world.clock.pass(5_000);
    backup.bringBack();
    const [execution] = world.venue.executions;

    await inTime(world, recordExecution(needs, "stream")(world.accountId, execution!));

    const { clientKey } = world.venue.orders[0]!;
    expect(await world.storage.read.orders.byKey(clientKey!)).toMatchObject({ origin: "external" });
    expect(await standing(world)).toMatchObject({
      isOn: false,
      reductions: [{ because: "books-contradicted" }],
    });
  });

  it("is booked where the name is on record of an account that was removed and connected anew", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    await inTime(world, placeOrder(needs)(manualDraft(world)));
    await world.clock.pass(5_000);
    const accountId = await connectedAnew(world);
    const anew = { ...world, accountId };
    const isOn = (await standing(anew)).isOn;
    const [{ executionId: _, ...execution }] = world.venue.executions as [Execution];
    const late = { ...execution, executionId: "late", at: world.clock.now() };

    await inTime(world, recordExecution(needs, "stream")(accountId, late));

    expect(await world.storage.read.fills.isBooked(accountId, "late")).toBe(true);
    expect(await standing(anew)).toMatchObject({ isOn, reductions: [] });
  });
});

describe("an empty database beside a broker that has traded for it (P16)", () => {
  it("takes over what is there, knows its own stop by its name, and sends nothing", async () => {
    const world = await openTestWorld({
      stopAtBroker: true,
      strategy: { stopLossEnabled: true, stopLossBps: bps(1_000) },
    });
    const backup = backedUp(world);
    const first = world.start();
    await world.clock.pass(10 * MINUTE_MS);
    await inTime(world, placeOrder(first.needs)(manualDraft(world, { limit: LIMIT })));
    first.life.end();
    const { orders, positions } = world.venue;
    const open = orders.filter(({ state }) => state === "working");
    const sent = orders.length;
    backup.bringBack();
    const accountId = await connectedAnew(world);

    const worker = world.start();
    await world.clock.pass(10 * MINUTE_MS);

    const { read } = world.storage;
    const known = await read.orders.open(accountId);
    expect(known.map(({ origin }) => origin)).toEqual(open.map(() => "external"));
    expect(keysOf(known)).toEqual(keysOf(open));
    expect(open.length).toBeGreaterThan(1);
    const held = await read.positions.of(accountId);
    expect(held.map(({ isManaged, ticker }) => [ticker, isManaged])).toEqual(
      [...positions.keys()].map((ticker) => [ticker, false]),
    );
    expect((await read.settings.of(accountId))?.automationEnabled).toBe(false);
    expect((await read.accounts.byId(accountId))?.cash).toBe(world.venue.cash);
    expect(orders).toHaveLength(sent);
    await stopped(world, worker);
  });
});

/** An account whose books are those of half an hour ago, in which it has traded. */
async function setBack(isKeyless: boolean) {
  const world = await openTestWorld({
    isKeyless,
    stopAtBroker: true,
    strategy: { stopLossEnabled: true, stopLossBps: bps(1_000) },
    limits: { coolDownSec: 60 },
  });
  const first = world.start();
  await world.clock.pass(10 * MINUTE_MS);
  const backup = backedUp(world);
  const before = world.venue.executions.length;
  await inTime(world, placeOrder(first.needs)(manualDraft(world, { limit: LIMIT })));
  await world.clock.pass(20 * MINUTE_MS);
  await stopped(world, first);
  expect(world.venue.executions.length).toBeGreaterThan(before + 3);
  const sent = world.venue.arrivals.size;
  const worker = await backup.restore();
  return { world, sent, worker };
}

/** What is not in the books as it is at the broker. One that returns no keys names executions and orders otherwise. */
async function claims(world: World, isKeyless: boolean): Promise<readonly string[]> {
  const rules = { coolDownSec: 60, wasOff: () => false, sales: [] };
  const broken = await brokenClaims(world, rules);
  return isKeyless
    ? broken.filter((claim) => !/is not on record$|executions, each once$/.test(claim))
    : broken;
}

async function standing({ accountId, storage }: World) {
  const account = await storage.read.accounts.byId(accountId);
  const settings = await storage.read.settings.of(accountId);
  return { isOn: settings?.automationEnabled, reductions: account?.reductions ?? [] };
}

/** Its user connects the same broker in a database that has never known it. */
async function connectedAnew(world: World): Promise<string> {
  const { needs } = world.open();
  const id = idOf("a", 7);
  const { accounts, settings } = oneByOne(world.storage);
  const { lastValidatedAt: _, ...row } = (await accounts.byId(world.accountId))!;
  await accounts.add({ ...row, id, status: "pending", statusReason: "broker-unavailable" });
  await accounts.change(world.accountId, (gone) => ({ ...gone, removedAt: row.createdAt }));
  await settings.add(firstSettings(id, row.createdAt));
  await inTime(world, validateAccount(needs)(id, "asked"));
  return id;
}

const keysOf = (orders: readonly { readonly clientKey?: string }[]): readonly string[] =>
  orders.map(({ clientKey = "" }) => clientKey).sort();
