import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { BrokerUnavailable } from "../../ports/broker.ts";
import { someAccount, someSettings } from "../../testing/storage-rows.ts";
import { inTime, manualDraft, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import { FIRST_ANSWER_WITHIN_MS } from "./first-answer.ts";
import { placeOrder } from "./place-order.ts";

describe("placeOrder, asked twice", () => {
  it("makes one order of a ticket sent twice, and refuses its key for another", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const ticket = manualDraft(world, { idempotencyKey: "ticket" });

    const twice = await inTime(
      world,
      Promise.all([placeOrder(needs)(ticket), placeOrder(needs)(ticket)]),
    );
    const again = await inTime(world, placeOrder(needs)(ticket));
    const other = await inTime(world, placeOrder(needs)({ ...ticket, quantity: shares(11) }));

    expect(twice).toMatchObject([{ ok: true }, { ok: true }]);
    const keys = twice.map((each) => each.ok && each.value.order.clientKey);
    expect(keys[0]).toBe(keys[1]);
    expect(again).toMatchObject({ ok: true, value: { order: { quantity: 10 } } });
    expect(other).toMatchObject({ ok: false, refusal: { kind: "idempotency-key-reused" } });
    expect(world.venue.orders).toHaveLength(1);
  });

  it("lets a repeated ticket wait for the first no longer than fifteen seconds", async () => {
    const world = await openTestWorld();
    const [first, second] = [world.open(), world.open()];
    const ticket = manualDraft(world, { idempotencyKey: "ticket" });
    void placeOrder(first.needs)(ticket);
    while ((await ordersOf(world)).length === 0) await world.clock.pass(1);
    first.life.end();

    const from = world.clock.monotonicMs();
    const answer = await inTime(world, placeOrder(second.needs)(ticket));

    expect(answer).toMatchObject({ ok: false, refusal: { kind: "still-in-progress" } });
    const waitedMs = world.clock.monotonicMs() - from;
    expect(waitedMs).toBeGreaterThanOrEqual(FIRST_ANSWER_WITHIN_MS);
    expect(waitedMs).toBeLessThanOrEqual(FIRST_ANSWER_WITHIN_MS + 1_000);
    expect(world.venue.orders).toHaveLength(1);
  });

  it("tells a repeated ticket what became of its order, though the process that sent it died", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const first = world.open();
    const ticket = manualDraft(world, { idempotencyKey: "ticket" });
    void placeOrder(first.needs)(ticket);
    while ((await ordersOf(world)).length === 0) await world.clock.pass(1);
    first.life.end();
    const process = world.start();

    const soon = await inTime(world, placeOrder(process.needs)(ticket));
    await world.clock.pass(60_000);
    const later = await inTime(world, placeOrder(process.needs)(ticket));

    // The worker asked the broker within the time a repeated ticket waits for the first.
    expect(soon).toMatchObject({ ok: true });
    expect(later).toMatchObject({ ok: true, value: { order: { status: "filled" } } });
    expect(world.venue.orders).toHaveLength(1);
    await inTime(world, process.stop());
  });

  it("tells a repeated ticket of its order where the broker cannot be connected any more", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const ticket = manualDraft(world, { idempotencyKey: "ticket" });
    await inTime(world, placeOrder(needs)(ticket));
    const connect = () => Promise.reject(new BrokerUnavailable("needs-authorisation", "Over."));
    const shut = { ...needs, brokers: { ...needs.brokers, connect } };

    const again = await inTime(world, placeOrder(shut)(ticket));
    const other = await inTime(world, placeOrder(shut)({ ...ticket, idempotencyKey: "other" }));

    expect(again).toMatchObject({ ok: true, value: { order: { quantity: 10 } } });
    expect(other).toMatchObject({ ok: false, refusal: { kind: "broker-unavailable" } });
    expect(world.venue.orders).toHaveLength(1);
  });

  it("takes the same order without a key within three seconds for a duplicate", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    await inTime(world, placeOrder(needs)(manualDraft(world, { quantity: shares(1) })));

    const soon = await inTime(
      world,
      placeOrder(needs)(manualDraft(world, { quantity: shares(1) })),
    );
    await world.clock.pass(3_000);
    const later = await inTime(
      world,
      placeOrder(needs)(manualDraft(world, { quantity: shares(1) })),
    );

    expect(soon).toMatchObject({ ok: false, refusal: { kind: "possible-duplicate" } });
    expect(later.ok).toBe(true);
  });

  it("places nothing at another account of its user under a key that was used at the first", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const first = (await world.storage.read.accounts.byId(world.accountId))!;
    const second = someAccount(first, { isSelected: false });
    await world.storage.transact(async ({ accounts, settings }) => {
      await accounts.add(second);
      await settings.add(someSettings(second.id));
    });
    const ticket = manualDraft(world, { idempotencyKey: "ticket" });
    await inTime(world, placeOrder(needs)(ticket));

    const placed = await inTime(world, placeOrder(needs)({ ...ticket, accountId: second.id }));
    expect(placed).toMatchObject({ ok: false, refusal: { kind: "idempotency-key-reused" } });
    expect(await world.storage.read.orders.latest(second.id, 10)).toEqual([]);
  });
});
