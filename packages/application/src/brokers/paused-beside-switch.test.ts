import { describe, expect, it } from "vitest";

import { oneByOne } from "../testing/one-by-one.ts";
import { inTime, openTestWorld } from "../testing/trading-world.ts";
import { toggleAutomation } from "../trading/settings/toggle-automation.ts";
import { pauseBroker } from "./pause-broker.ts";

/** An account with automation off, and two windows: one pauses it, the other switches automation on. */
async function openWindows() {
  const world = await openTestWorld({ automationEnabled: false });
  const { accountId, clock, storage, userId } = world;
  await oneByOne(storage).workers.ping({
    ...{ workerId: "w", at: clock.now() },
    ...{ brokerConnected: true, marketDataActive: true },
  });
  const { needs } = world.open();
  const owner = { accountId, userId };
  return {
    needs,
    pause: (by = needs) => inTime(world, pauseBroker(by)(owner)),
    switchOn: (by = needs) => inTime(world, toggleAutomation(by)({ ...owner, enabled: true })),
    isOn: async () => (await storage.read.settings.of(accountId))?.automationEnabled,
  };
}

describe("automation that is switched on in another window while its account is paused", () => {
  it("is off all the same once what the worker has there is taken back", async () => {
    const { isOn, needs, pause, switchOn } = await openWindows();
    const { read } = needs.storage;
    let switched: unknown;
    const open = async (accountId: string) => {
      switched = await switchOn();
      return read.orders.open(accountId);
    };
    const storage = { ...needs.storage, read: { ...read, orders: { ...read.orders, open } } };
    await pause({ ...needs, storage });

    expect(switched).toMatchObject({ ok: true });
    expect(await isOn()).toBe(false);
  });

  it("is refused where the account was paused after it was looked at", async () => {
    const { isOn, needs, pause, switchOn } = await openWindows();
    const { transact } = needs.storage;
    let isPaused = false;
    const pausedFirst: typeof transact = async (...asked) => {
      if (!isPaused) {
        isPaused = true;
        await pause();
      }
      return transact(...asked);
    };
    const storage = { ...needs.storage, transact: pausedFirst };

    expect(await switchOn({ ...needs, storage })).toMatchObject({
      refusal: { kind: "account-not-active", status: "disabled" },
    });
    expect(await isOn()).toBe(false);
  });
});
