import type { Announcement } from "@sevenfold/application/ports/announcer";
import { describeAnnouncer } from "@sevenfold/application/ports/announcer.conformance";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { linkedProcesses } from "./testing/linked-processes.ts";
import { canTestOnNats, startTestNats, type TestNats } from "./testing/temporary-nats.ts";

const ORDERS: Announcement = { accountId: "a", userId: "u", topic: "orders" };
const SETTINGS: Announcement = { accountId: "a", userId: "u", topic: "settings" };

describe.skipIf(!canTestOnNats())("an announcer on NATS", () => {
  let nats: TestNats;
  beforeAll(async () => {
    nats = await startTestNats();
  });
  afterAll(() => nats?.stop());
  const processes = linkedProcesses(() => nats.url);
  afterEach(() => processes.end());

  describeAnnouncer("on NATS", async () => (await processes.begin()).announcer);

  it("is heard by the others, in order, and by its own process but once", async () => {
    const [here, there] = [await processes.begin(), await processes.begin()];
    here.announcer.announce(ORDERS);
    here.announcer.announce(SETTINGS);
    here.announcer.announce(ORDERS);

    await expect.poll(() => there.heard).toEqual([ORDERS, SETTINGS]);
    await here.link.current()?.flush();
    expect(here.heard).toEqual([ORDERS, SETTINGS, ORDERS]);
    expect([...here.fellBack, ...there.fellBack]).toEqual([]);
  });

  it("reads everything again where something was lost, and believes nothing twice", async () => {
    const { counts, heard, link } = await processes.begin();
    const { link: other } = await processes.begin();
    const tell = (sequence: number) =>
      other.publish("test.announcements", JSON.stringify({ from: "x", sequence, told: [ORDERS] }));
    const before = counts.missed;
    for (const sequence of [1, 2, 2, 1]) tell(sequence);
    await other.current()?.flush();
    await link.current()?.flush();
    expect(heard).toEqual([ORDERS, ORDERS]);
    expect(counts.missed).toBe(before);

    tell(4);
    await expect.poll(() => counts.missed).toBe(before + 1);
    other.publish("test.announcements", "{}");
    await expect.poll(() => counts.missed).toBe(before + 2);
  });

  it("says by the fallback what NATS went away from before it was sent", async () => {
    const { announcer, fellBack, link } = await processes.begin();
    announcer.announce(ORDERS);
    await link.close();

    await expect.poll(() => fellBack).toEqual([ORDERS]);
  });

  it("falls back while NATS is away, reads everything again meanwhile, and heals", async () => {
    const [here, there] = [await processes.begin(), await processes.begin()];
    await nats.kill();
    await expect.poll(() => here.link.current() ?? there.link.current()).toBeUndefined();
    here.announcer.announce(ORDERS);
    expect(here.fellBack).toEqual([ORDERS]);
    const before = there.counts.missed;
    await expect.poll(() => there.counts.missed).toBeGreaterThan(before);

    await nats.restart();
    await expect.poll(() => here.link.current() && there.link.current()).toBeDefined();
    await there.link.current()?.flush();
    here.announcer.announce(SETTINGS);
    await expect.poll(() => there.heard).toEqual([SETTINGS]);
    expect(here.fellBack).toEqual([ORDERS]);
  });
});
