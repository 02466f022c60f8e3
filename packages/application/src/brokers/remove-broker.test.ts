import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { type BrokerWorld, openBrokerWorld, reportOf } from "../testing/broker-world.ts";
import {
  automate,
  connected,
  isAutomated,
  KEYS,
  OTHER_KEYS,
  of,
} from "../testing/connected-broker.ts";
import { oneByOne } from "../testing/one-by-one.ts";
import { stillPrices } from "../testing/still-prices.ts";
import { someOrder } from "../testing/storage-rows.ts";
import { dollars } from "../testing/trading-world.ts";
import { NO_LIVE_TRADING } from "../trading/safeguards/live-trading.ts";
import { readBrokers } from "../views/read-brokers.ts";
import { changeBroker } from "./change-broker.ts";
import { connectBroker } from "./connect-broker.ts";
import { removeBroker } from "./remove-broker.ts";
import { selectBroker } from "./select-broker.ts";

describe("removeBroker", () => {
  it("is not undone, nor said to be, by the request that connected it and comes again", async () => {
    const world = await openBrokerWorld();
    const wanted = { ...KEYS, idempotencyKey: "one form" };
    const account = await connected(world, wanted);
    await removeBroker(world.needs)(of(account));

    const again = await connectBroker(world.needs)(world.user.id, wanted);

    expect(again).toMatchObject({ ok: false, refusal: { kind: "idempotency-key-reused" } });
    expect(await world.storage.read.accounts.ofUser(world.user.id)).toEqual([]);
  });

  it("erases the keys, keeps the history and lists the account no more", async () => {
    const world = await openBrokerWorld();
    const account = await connected(world);
    await automate(world, account.id);
    const filled = someOrder(account.id, { status: "filled", filled: shares(10) });
    await oneByOne(world.storage).orders.add(filled);

    expect(await removeBroker(world.needs)(of(account))).toMatchObject({ ok: true });

    const { accounts, orders } = oneByOne(world.storage);
    expect(await accounts.credentialsOf(account.id)).toBe(undefined);
    expect(await world.account(account.id)).toMatchObject({
      status: "disabled",
      isSelected: false,
      removedAt: world.clock.now(),
    });
    expect(await isAutomated(world, account.id)).toBe(false);
    expect(await orders.latest(account.id, 10)).toHaveLength(1);
    expect(await listed(world)).toEqual([]);
    expect(await removeBroker(world.needs)(of(account))).toMatchObject({ ok: false });
  });

  it("is refused while orders are open, and names them", async () => {
    const world = await openBrokerWorld();
    const account = await connected(world);
    const order = someOrder(account.id, { status: "working", brokerOrderId: "B" });
    await oneByOne(world.storage).orders.add(order);

    expect(await removeBroker(world.needs)(of(account))).toMatchObject({
      ok: false,
      refusal: { kind: "open-orders", orders: [{ clientKey: order.clientKey }] },
    });
    expect(await world.account(account.id)).toMatchObject({ status: "active" });
    expect(await world.storage.read.accounts.credentialsOf(account.id)).toBeDefined();
  });

  it("lets go of orders that its keys reach no more", async () => {
    const world = await openBrokerWorld();
    const account = await connected(world);
    await oneByOne(world.storage).orders.add(someOrder(account.id, { status: "working" }));
    await oneByOne(world.storage).accounts.change(account.id, (row) => ({
      ...row,
      status: "error",
      statusReason: "keys-refused",
    }));

    expect(await removeBroker(world.needs)(of(account))).toMatchObject({ ok: true });
  });

  it("selects the latest account that trades in place of the one that is gone", async () => {
    const world = await openBrokerWorld();
    const first = await connected(world);
    const second = await connected(world, OTHER_KEYS);
    await connected(world, { ...KEYS, provider: "etrade" });
    await selectBroker(world.needs)(of(second));
    await automate(world, first.id);

    await removeBroker(world.needs)(of(second));

    expect(await world.account(first.id)).toMatchObject({ isSelected: true });
    expect(await isAutomated(world, first.id)).toBe(false);
  });

  it("lets the same account be connected again, with books of its own", async () => {
    const world = await openBrokerWorld();
    const before = await connected(world);
    await removeBroker(world.needs)(of(before));
    world.shown(KEYS.apiKey).report = reportOf("NUMBER-AK-0123456789", dollars(42));

    const again = await connected(world);

    expect(again.id).not.toBe(before.id);
    expect(again.cash).toBe(dollars(42));
  });

  it("knows no account of others", async () => {
    const world = await openBrokerWorld();
    const { id } = await connected(world);
    const theirs = { accountId: id, userId: world.stranger.id };

    expect(await removeBroker(world.needs)(theirs)).toMatchObject({
      refusal: { kind: "broker-not-found" },
    });
    expect(await changeBroker(world.needs)({ ...theirs, label: "Mine" })).toMatchObject({
      refusal: { kind: "broker-not-found" },
    });
  });
});

const listed = ({ needs, user }: BrokerWorld) =>
  readBrokers({
    ...needs,
    calendarOf: () => ALWAYS_CALENDAR,
    live: NO_LIVE_TRADING,
    prices: stillPrices(needs.clock.now, {}),
  })(user.id);
