import { describe, expect, it } from "vitest";
import { inTime, ordersOf } from "../../testing/trading-world.ts";
import { automatedWaiting, busyFor, sendingOf, withWritten } from "../../testing/written-order.ts";
import { cancelOrder } from "./cancel-order.ts";
import { sendOrder } from "./send-order.ts";

/** Whoever keeps books in memory has to hear that what an order kept aside is free again. */
describe("an order that is never sent", () => {
  it("is told as denied where it is not sent again", async () => {
    const { world, sending } = await automatedWaiting();
    const { accountId, storage, userId } = world;
    await storage.transact((tables) =>
      tables.settings.change(accountId, userId, (row) => ({ ...row, automationEnabled: false })),
    );
    const denied: unknown[] = [];
    world.announcer.listen(({ topic }) => {
      if (topic === "orders") denied.push(ordersOf(world).then(([order]) => order?.status));
    });

    await inTime(world, sending);

    expect(await Promise.all(denied)).toContain("denied");
  });

  it("is told as dropped also where the commit of that gets no answer", async () => {
    const { world, needs, order } = await withWritten();
    const { storage } = needs;
    const busy = await busyFor(world, needs, 1, 20_000);
    const heard: string[] = [];
    let writes = 0;
    const unsure: typeof storage = {
      ...storage,
      async transact(work) {
        const value = await storage.transact(work);
        writes += 1;
        if (writes === 1) return value;
        heard.length = 0;
        throw new Error("no answer to the commit");
      },
    };
    world.announcer.listen(({ topic }) => heard.push(topic));

    const sent = sendOrder({ ...needs, storage: unsure })(busy.broker, sendingOf(world, order));

    await expect(inTime(world, sent)).rejects.toThrow("no answer");
    expect(await ordersOf(world)).toMatchObject([{ status: "denied", reservedCash: 0 }]);
    expect(heard).toContain("orders");
  });

  it("is told as canceled also where the commit of that gets no answer", async () => {
    const { world, needs, order } = await withWritten();
    const { storage } = needs;
    const unsure: typeof storage = {
      ...storage,
      async transact(work) {
        await storage.transact(work);
        throw new Error("no answer to the commit");
      },
    };
    const heard: string[] = [];
    world.announcer.listen(({ topic }) => heard.push(topic));

    const canceled = cancelOrder({ ...needs, storage: unsure })(order);

    await expect(inTime(world, canceled)).rejects.toThrow("no answer");
    expect(heard).toEqual(["orders"]);
  });
});
