import type { TradingDay } from "@sevenfold/domain/market";
import { bps, shares } from "@sevenfold/domain/money";
import { RISK_LIMITS_NONE } from "@sevenfold/domain/strategy";
import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { after, dollars, NOON, nextUuid, seed, someAccount } from "../../testing/storage-rows.ts";
import type { AtVenue } from "./account-store.ts";
import type { Settings } from "./settings-store.ts";
import type { Storage } from "./storage.ts";

export function describeAccounts(storage: Storage): void {
  it("keeps an account as it was given, with and without the optional", async () => {
    const { account, user, portfolio } = await seed(storage);
    const whole = someAccount(account, {
      isSelected: false,
      status: "pending",
      baseline: dollars(99_000),
      baselineDay: "2026-11-19" as TradingDay,
      haltedDay: "2026-11-20" as TradingDay,
      venueAccountNumber: "PA123",
      createdAt: after(1),
      statusReason: "broker-unavailable",
      validateAt: after(2),
      failedValidations: 3,
      lastValidatedAt: after(4),
      apiKeyEnding: "wxyz",
      booksFrom: after(5),
    });
    const credentials = { accountId: whole.id, sealedApiKey: "key", sealedSecretKey: "secret" };
    await storage.transact((tables) => tables.accounts.add(whole, credentials));

    expect(await storage.read.accounts.byId(whole.id)).toEqual(whole);
    expect(await storage.read.accounts.credentialsOf(whole.id)).toEqual(credentials);
    expect(await storage.read.accounts.credentialsOf(account.id)).toBeUndefined();
    expect(await storage.read.accounts.ofUser(user.id)).toEqual([account, whole]);
    expect(await storage.read.portfolios.ofUser(user.id)).toEqual(portfolio);
  });

  it("clears a halted day that a change leaves out", async () => {
    const haltedDay = "2026-11-20" as TradingDay;
    const { account } = await seed(storage, { account: { haltedDay } });
    const { haltedDay: _, ...freed } = account;

    await storage.transact((tables) => tables.accounts.change(account.id, () => freed));

    expect(await storage.read.accounts.byId(account.id)).toEqual(freed);
  });

  it("selects one account of a user at a time", async () => {
    const { account, user } = await seed(storage);
    const second = someAccount(account, { createdAt: after(1) });
    await storage.transact((tables) => tables.accounts.add(second));
    expect((await storage.read.accounts.selectedOf(user.id))?.id).toBe(second.id);

    await storage.transact((tables) =>
      tables.accounts.change(account.id, (row) => ({ ...row, isSelected: true })),
    );

    expect((await storage.read.accounts.selectedOf(user.id))?.id).toBe(account.id);
    expect((await storage.read.accounts.byId(second.id))?.isSelected).toBe(false);
  });

  it("lists active accounts only, for the worker to follow", async () => {
    const { account } = await seed(storage);
    const paused = (await seed(storage, { account: { status: "disabled" } })).account;
    const ids = (await storage.read.accounts.active()).map(({ id }) => id);

    expect(ids).toContain(account.id);
    expect(ids).not.toContain(paused.id);
  });

  it("tells the same of them in short: which they are, where, and how long they are let in", async () => {
    await seed(storage);
    await seed(storage, { account: { authorisedUntil: after(1) } });
    await seed(storage, { account: { status: "disabled" } });

    const active = await storage.read.accounts.active();

    expect(await storage.read.accounts.toFollow()).toEqual(
      active.map(({ authorisedUntil, id, venue }) => ({
        ...{ id, venue },
        ...(authorisedUntil !== undefined && { authorisedUntil }),
      })),
    );
    expect(active.some(({ authorisedUntil }) => authorisedUntil === after(1))).toBe(true);
  });

  it("tells the accounts whose keys are to be tried by now, the longest due first", async () => {
    const due = async (ms: number) =>
      (await seed(storage, { account: { status: "error", validateAt: after(ms) } })).account.id;
    const [second, first, later] = [await due(-1), await due(-2), await due(1)];
    const ids = async (limit: number) =>
      (await storage.read.accounts.dueForValidation(NOON, limit)).map(({ id }) => id);

    const all = await ids(100);
    expect(all.indexOf(first)).toBeLessThan(all.indexOf(second));
    expect(all).toContain(second);
    expect(all).not.toContain(later);
    expect(await ids(1)).toEqual(all.slice(0, 1));
    expect(await ids(0)).toEqual([]);
  });

  it("tells the accounts at brokers, whatever their status, at most so many", async () => {
    const of = async (account: object) => (await seed(storage, { account })).account.id;
    const failed = await of({ venue: "paper", status: "error" });
    const gone = { venue: "live", status: "disabled", removedAt: NOON };
    const builtIn = await of({ venue: "built-in" });
    const removed = await of(gone);
    const all = (await storage.read.accounts.atBrokers(100)).map(({ id }) => id);
    expect(all).toContain(failed);
    expect(all.filter((id) => id === builtIn || id === removed)).toEqual([]);
    expect(await storage.read.accounts.atBrokers(0)).toEqual([]);
    const everywhere = (await storage.read.accounts.all()).map(({ id }) => id);
    expect(everywhere).toEqual(expect.arrayContaining([failed, builtIn]));
    expect(everywhere).not.toContain(removed);
  });

  it("lists a removed account no more, and keeps it", async () => {
    const { account, user } = await seed(storage, { account: { venueAccountNumber: "PA7" } });
    const venue = { provider: "alpaca", venue: "built-in", accountNumber: "PA7" } as const;
    const atVenue = (wanted: AtVenue) => oneByOne(storage).accounts.lockAtVenue(wanted);
    expect(await atVenue(venue)).toEqual([account]);
    expect(await atVenue({ ...venue, venue: "paper" })).toEqual([]);

    const removed = await oneByOne(storage).accounts.change(account.id, (row) => ({
      ...row,
      removedAt: NOON,
    }));

    expect(await storage.read.accounts.ofUser(user.id)).toEqual([]);
    expect(await atVenue(venue)).toEqual([]);
    expect(await storage.read.accounts.byId(account.id)).toEqual(removed);
  });

  it("replaces an account's credentials, and erases them", async () => {
    const { account } = await seed(storage);
    const sealed = { accountId: account.id, sealedApiKey: "a", sealedSecretKey: "s" };
    const { accounts } = oneByOne(storage);

    await accounts.putCredentials(sealed);
    await accounts.putCredentials({ ...sealed, sealedApiKey: "b" });
    expect(await accounts.credentialsOf(account.id)).toEqual({ ...sealed, sealedApiKey: "b" });

    const access = { sealedAccess: "t", accessExpiresAt: after(9) };
    await accounts.putCredentials({ ...sealed, ...access });
    expect(await accounts.credentialsOf(account.id)).toEqual({ ...sealed, ...access });
    await accounts.putCredentials(sealed);
    expect(await accounts.credentialsOf(account.id)).toEqual(sealed);

    await accounts.eraseCredentials(account.id);
    expect(await accounts.credentialsOf(account.id)).toBeUndefined();
  });

  it("throws when an account to change does not exist", async () => {
    const change = storage.transact((tables) => tables.accounts.change(nextUuid(), (row) => row));

    await expect(change).rejects.toThrow();
  });
}

export function describeSettings(storage: Storage): void {
  it("raises the settings' version itself and keeps old and new values and who", async () => {
    const { account, user } = await seed(storage);
    const first = (await storage.read.settings.of(account.id))!;

    const second = await storage.transact((tables) =>
      tables.settings.change(account.id, "the worker", (settings) => ({
        ...settings,
        automationEnabled: true,
        stopAtBroker: true,
        strategy: { ...settings.strategy, mode: "HYBRID", buyDropBps: bps(123) },
        version: 99,
      })),
    );

    expect(second).toMatchObject({ version: 2, automationEnabled: true, stopAtBroker: true });
    expect(await storage.read.settings.of(account.id)).toEqual(second);
    expect(await storage.read.settings.history(account.id, 10)).toEqual([
      { action: "changed", changedBy: "the worker", before: first, after: second },
      { action: "created", changedBy: user.id, after: first },
    ]);
  });

  it("leaves settings alone that a change answers as they were", async () => {
    const { account } = await seed(storage);
    const before = await storage.read.settings.of(account.id);

    const same = await storage.transact((tables) =>
      tables.settings.change(account.id, "a test", (settings) => settings),
    );

    expect(same).toEqual(before);
    expect(await storage.read.settings.of(account.id)).toEqual(before);
    expect(await storage.read.settings.history(account.id, 10)).toHaveLength(1);
  });

  it("loses none of twenty changes of one account's settings made at once", async () => {
    const { account } = await seed(storage);
    const before = (await storage.read.settings.of(account.id))!;

    await Promise.all(
      Array.from({ length: 20 }, () =>
        oneByOne(storage).settings.change(account.id, "a test", ({ strategy, ...settings }) => ({
          ...settings,
          strategy: { ...strategy, sharesToBuy: shares(strategy.sharesToBuy + 1) },
        })),
      ),
    );

    const after = await storage.read.settings.of(account.id);
    expect(after?.strategy.sharesToBuy).toBe(before.strategy.sharesToBuy + 20);
    expect(after?.version).toBe(before.version + 20);
  });

  it("changes settings that were locked as often as they are changed, and keeps them for itself meanwhile", async () => {
    const { account } = await seed(storage);
    const before = (await storage.read.settings.of(account.id))!;
    const more = (by: number) => (settings: Settings) => ({
      ...settings,
      limits: { ...settings.limits, coolDownSec: settings.limits.coolDownSec + by },
    });

    await Promise.all(
      [1, 10].map((by) =>
        storage.transact(async ({ settings }) => {
          expect((await settings.lock(account.id))!.accountId).toBe(account.id);
          expect(await settings.lock(nextUuid())).toBeUndefined();
          await settings.change(account.id, "a test", more(by));
          await settings.change(account.id, "a test", more(by));
        }),
      ),
    );

    const after = (await storage.read.settings.of(account.id))!;
    expect(after.limits.coolDownSec).toBe(before.limits.coolDownSec + 22);
    expect(after.version).toBe(before.version + 4);
    expect(await storage.read.settings.history(account.id, 10)).toHaveLength(5);
  });

  it("carries limits that never bind", async () => {
    const { account } = await seed(storage);

    await storage.transact((tables) =>
      tables.settings.change(account.id, "a test", (settings) => ({
        ...settings,
        limits: RISK_LIMITS_NONE,
      })),
    );

    expect((await storage.read.settings.of(account.id))?.limits).toEqual(RISK_LIMITS_NONE);
  });
}
