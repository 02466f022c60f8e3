import { describe, expect, it } from "vitest";

import type { Account } from "../ports/stores/account.ts";
import { type BrokerWorld, openBrokerWorld, reportOf } from "../testing/broker-world.ts";
import { dollars } from "../testing/trading-world.ts";
import { failed } from "../trading/account/account-failure.ts";
import { openNotFoundWatch } from "../trading/account/not-found-watch.ts";
import { reconcileAccount } from "../trading/reconciliation/reconcile-account.ts";
import { connectBroker } from "./connect-broker.ts";
import { validateDueAccounts } from "./validate-account.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const KEYS = { provider: "alpaca", apiKey: "AK-0123456789", secretKey: "secret" } as const;

describe("validateDueAccounts", () => {
  it("waits longer after each failure, up to a quarter of an hour", async () => {
    const world = await openBrokerWorld();
    world.shown(KEYS.apiKey).failure = "network";
    const { id } = await connected(world);
    const waits: number[] = [];

    for (let attempt = 0; attempt < 8; attempt += 1) {
      const wait = (await world.account(id)).validateAt! - world.clock.now();
      waits.push(wait / MINUTE_MS);
      world.clock.stall(wait);
      await validateDueAccounts(world.needs)();
    }

    expect(waits).toEqual([0.5, 1, 2, 4, 8, 15, 15, 15]);
  });

  it("never tries keys that are refused more than three times in an hour", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    const { id } = await connected(world);
    shown.failure = "credentials";
    await reconcileAccount(world.needs, openNotFoundWatch())(id);
    expect(await world.account(id)).toMatchObject({
      status: "error",
      statusReason: "keys-refused",
    });

    const perHour: number[] = [];
    for (let hour = 0; hour < 12; hour += 1) {
      const before = shown.reads;
      for (let beat = 0; beat < HOUR_MS / 5_000; beat += 1) {
        world.clock.stall(5_000);
        await validateDueAccounts(world.needs)();
      }
      perHour.push(shown.reads - before);
    }

    expect(Math.max(...perHour)).toBeLessThanOrEqual(3);
    expect(perHour[0]).toBeGreaterThan(0);
  });

  it("lets an account in again whose keys are good again, with its books as they were", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    const before = await connected(world);
    shown.failure = "credentials";
    await reconcileAccount(world.needs, openNotFoundWatch())(before.id);
    shown.failure = undefined;

    world.clock.stall(HOUR_MS);
    await validateDueAccounts(world.needs)();

    const { lastValidatedAt, ...account } = await world.account(before.id);
    expect({ ...account, lastValidatedAt: before.lastValidatedAt }).toEqual(before);
    expect(lastValidatedAt).toBe(world.clock.now());
  });

  it("lets an account in again that its broker's list left out, and guesses none for a new one", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    const { id } = await connected(world);
    shown.failure = "account-not-chosen";
    await reconcileAccount(world.needs, openNotFoundWatch())(id);
    expect(await world.account(id)).toMatchObject({
      status: "error",
      statusReason: "account-not-chosen",
    });
    shown.failure = undefined;

    world.clock.stall(HOUR_MS);
    await validateDueAccounts(world.needs)();

    const account = await world.account(id);
    expect(account).toMatchObject({ status: "active" });
    const { lastValidatedAt: _, ...never } = account;
    expect(failed(never, "account-not-chosen", world.clock.now()).validateAt).toBeUndefined();
  });

  it("counts an attempt that a crash cut short", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    shown.failure = "network";
    const { id } = await connected(world);
    world.clock.stall(MINUTE_MS);
    const failing = {
      ...world.needs,
      brokers: {
        ...world.needs.brokers,
        connect: () => Promise.reject(new Error("the process died")),
      },
    };

    await expect(validateDueAccounts(failing)()).rejects.toThrow("died");

    const { failedValidations, validateAt } = await world.account(id);
    expect(failedValidations).toBe(2);
    expect(validateAt).toBe(world.clock.now() + MINUTE_MS);
  });

  it("tries an account once, however many workers find it due", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    shown.failure = "network";
    await connected(world);
    world.clock.stall(MINUTE_MS);
    const before = shown.reads;

    await Promise.all([1, 2, 3].map(() => validateDueAccounts(world.needs)()));

    expect(shown.reads - before).toBe(1);
  });

  it("takes no account over that somebody else has connected meanwhile", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    shown.failure = "network";
    const pending = await connected(world);
    shown.failure = undefined;
    await connectBroker(world.needs)(world.stranger.id, KEYS);

    world.clock.stall(MINUTE_MS);
    await validateDueAccounts(world.needs)();

    expect(await world.account(pending.id)).toMatchObject({
      status: "error",
      statusReason: "connected-twice",
    });
  });

  it("takes no account over that has grown above $50 million", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    shown.failure = "network";
    const { id } = await connected(world);
    shown.failure = undefined;
    shown.report = reportOf("N", dollars(60_000_000));

    world.clock.stall(MINUTE_MS);
    await validateDueAccounts(world.needs)();

    expect(await world.account(id)).toMatchObject({ statusReason: "account-too-large", cash: 0 });
  });
});

async function connected(world: BrokerWorld): Promise<Account> {
  const answer = await connectBroker(world.needs)(world.user.id, KEYS);
  if (!answer.ok) throw new Error(answer.refusal.kind);
  return answer.value;
}
