import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { PaymentsUnavailable } from "../ports/payments.ts";
import { NOON, nextUuid, someUser } from "../testing/storage-rows.ts";
import { inMemoryAnnouncer } from "../testing/world/in-memory-announcer.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { recordingLog } from "../testing/world/recording-log.ts";
import { seededIdentifiers } from "../testing/world/seeded-identifiers.ts";
import { billingRound } from "./keep-billing.ts";
import { noPayments } from "./no-payments.ts";

const HOUR = 60 * MINUTE_MS;
const READ = instant(NOON - 12 * HOUR);

describe("rounds of reading who bought what", () => {
  it("read everybody else where more answers cannot be read than a round asks for", async () => {
    const world = await openRounds((customer) => {
      if (customer !== "cus_fine") throw new PaymentsUnavailable("unreadable", "An odd answer.");
    });
    await world.round(0);
    expect(world.askedAndForgotten()).toHaveLength(20);
    await world.round(1);
    expect(world.askedAndForgotten()).toHaveLength(6);
    expect((await world.fine())?.billingReadAt).toBe(NOON);
    await world.round(2);
    expect(world.askedAndForgotten()).toEqual([]);
    await world.round(61);
    expect(world.askedAndForgotten()).toHaveLength(20);
  });

  it("read everybody else where one answer breaks what reads it", async () => {
    const world = await openRounds((customer) => {
      if (customer === "cus_odd_0") throw new TypeError("no such field");
    });
    await world.round(0);
    await world.round(1);
    await world.round(2);

    expect((await world.fine())?.billingReadAt).toBe(NOON);
  });

  it("ask the same again where nobody answered", async () => {
    const world = await openRounds(() => {
      throw new PaymentsUnavailable("network", "Nobody answered.");
    });
    await world.round(0);
    const [first] = world.askedAndForgotten();
    await world.round(1);

    expect(world.askedAndForgotten()).toEqual([first]);
  });
});

/** Twenty-five customers who were never read, and one who was once: they come first, round after round. */
async function openRounds(answers: (customerId: string) => void) {
  const storage = inMemoryStorage();
  const asked: string[] = [];
  const payments = {
    ...noPayments("unused"),
    mode: "test" as const,
    async subscriptionsOf(customerId: string) {
      asked.push(customerId);
      answers(customerId);
      return [];
    },
  };
  const of = (name: string) => ({
    ...{ id: nextUuid(), username: name, email: `${name}@example.com` },
    ...{ customerId: `cus_${name}`, billingMode: "test" as const },
  });
  const fine = someUser({ ...of("fine"), billingReadAt: READ });
  await storage.transact(async ({ users }) => {
    await users.add(fine);
    for (let index = 0; index < 25; index += 1) await users.add(someUser(of(`odd_${index}`)));
  });
  const round = billingRound({
    ...{ payments, storage, log: recordingLog(), announcer: inMemoryAnnouncer() },
    identifiers: seededIdentifiers(1),
    clock: { now: () => NOON, monotonicMs: () => 0, sleep: async () => undefined },
  });
  return {
    round: (minutes: number) => round(instant(NOON + minutes * MINUTE_MS)),
    askedAndForgotten: () => asked.splice(0),
    fine: () => storage.read.users.byId(fine.id),
  };
}
