import { expect, it } from "vitest";
import { after, NOON, nextUuid, seed } from "../../testing/storage-rows.ts";
import type { Storage } from "./storage.ts";

export function describeBilling(storage: Storage): void {
  it("finds a user by the customer, and those who were not read since, longest ago first", async () => {
    const [early, late, never] = [
      await seed(storage, { user: { customerId: nextUuid(), billingReadAt: after(1) } }),
      await seed(storage, { user: { customerId: nextUuid(), billingReadAt: after(2) } }),
      await seed(storage, { user: { customerId: nextUuid() } }),
    ];
    const { users } = storage.read;
    const ids = (await users.billedBefore(after(2), 500)).map(({ id }) => id);

    expect(await users.byCustomer(late.user.customerId!)).toEqual(late.user);
    expect(await users.byCustomer("nobody's")).toBeUndefined();
    expect(ids.filter((id) => [early.user.id, late.user.id, never.user.id].includes(id))).toEqual([
      never.user.id,
      early.user.id,
    ]);
    expect(await users.billedBefore(after(2), 1)).toHaveLength(1);
  });

  it("keeps each notice of a payment once, until it is done and long ago", async () => {
    const eventId = nextUuid();
    const notice = { eventId, type: "invoice.paid", createdAt: NOON, heardAt: NOON };
    const isNew = () => storage.transact((tables) => tables.paymentNotices.add(notice));
    const finish = () => storage.transact((tables) => tables.paymentNotices.finish(eventId, NOON));
    const forget = (days: number) =>
      storage.transact((tables) => tables.paymentNotices.forgetBefore(after(days)));
    const waits = async () =>
      (await storage.read.paymentNotices.waiting(500)).some((each) => each.eventId === eventId);

    expect([await isNew(), await isNew(), await waits()]).toEqual([true, false, true]);
    expect(await forget(1)).toBe(0);
    expect([await finish(), await finish(), await waits()]).toEqual([true, false, false]);
    expect([await forget(0), await forget(1)]).toEqual([0, 1]);
    expect(await finish()).toBe(false);
  });
}
