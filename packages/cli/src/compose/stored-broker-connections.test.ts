import { randomBytes } from "node:crypto";
import type { CallBudget } from "@sevenfold/adapters-broker/call-budget";
import type { Broker, OpenKeys } from "@sevenfold/application/ports/broker";
import type { CallCount } from "@sevenfold/application/ports/call-count";
import type { Account } from "@sevenfold/application/ports/stores/account";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { SOME_VENUES } from "@sevenfold/application/testing/some-venues";
import { NOON, seed } from "@sevenfold/application/testing/storage-rows";
import { inMemoryAnnouncer } from "@sevenfold/application/testing/world/in-memory-announcer";
import { inMemoryStorage } from "@sevenfold/application/testing/world/in-memory-storage";
import { sealedKeys } from "@sevenfold/application/trading/account/account-keys";
import {
  type LivePolicy,
  NO_LIVE_TRADING,
} from "@sevenfold/application/trading/safeguards/live-trading";
import { describe, expect, it } from "vitest";
import { aesSecretVault } from "../system/aes-secret-vault.ts";
import { BROKER_REGISTRATIONS, brokerOpeners } from "./broker-registrations.ts";
import { storedBrokerConnections } from "./stored-broker-connections.ts";

const KEYS = { apiKey: "AK-0123456789", secretKey: "the secret" };
const ALLOWED: LivePolicy = { isAllowed: true, isDurable: true, hasRealPrices: true };

describe("storedBrokerConnections", () => {
  it("opens one connection per account, and a new one once it was released", async () => {
    const { connections, account, opened } = await world();

    const [first, again] = [
      await connections.connect(account.id),
      await connections.connect(account.id),
    ];
    connections.release(account.id);
    const later = await connections.connect(account.id);

    expect(again).toBe(first);
    expect(later).not.toBe(first);
    expect(opened).toEqual([1, 2].map(() => ({ provider: "alpaca", venue: "paper", ...KEYS })));
  });

  it("counts what other processes call for an account, and tells them what it does", async () => {
    let hear: (accountId: string, count: number) => void = () => undefined;
    const told: string[] = [];
    const calls: CallCount = {
      made: (accountId, count) => void told.push(`${accountId} ${count}`),
      listen(listener) {
        hear = listener;
        return () => undefined;
      },
    };
    const { account, budgets, connections } = await world({ calls });
    await connections.connect(account.id);
    const budget = budgets[0]!;
    expect(budget.take("lowers-risk")).toBe(0);
    expect(told).toEqual([`${account.id} 1`]);
    hear("another", 1_000_000);
    expect(budget.take("lowers-risk")).toBe(0);
    hear(account.id, 1_000_000);
    expect(budget.take("lowers-risk")).toBeGreaterThan(0);
  });

  it("opens with the keys that are stored when it was released", async () => {
    const { connections, account, opened, storage, vault } = await world();
    await connections.connect(account.id);
    const rotated = { apiKey: "AK-rotated", secretKey: "rotated" };
    await oneByOne(storage).accounts.putCredentials(await sealedKeys(vault, account, rotated));
    connections.release(account.id);

    await connections.connect(account.id);

    expect(opened.at(-1)).toMatchObject(rotated);
  });

  it("opens anew once another process has changed the account, or may have", async () => {
    const { announcer, connections, account, opened } = await world();
    const { id: accountId, userId } = account;
    await connections.connect(accountId);

    announcer.announce({ accountId, userId, topic: "orders" });
    await connections.connect(accountId);
    expect(opened).toHaveLength(1);
    announcer.announce({ accountId, userId, topic: "accounts-changed" });
    await connections.connect(accountId);
    expect(opened).toHaveLength(2);
    announcer.missed();
    await connections.connect(accountId);

    expect(opened).toHaveLength(3);
  });

  it("opens nothing with keys of another account, and never falls back to the text itself", async () => {
    const { connections, account, opened, storage, vault } = await world();
    const other = { id: "another", userId: account.userId };
    for (const sealed of [
      { ...(await sealedKeys(vault, other, KEYS)), accountId: account.id },
      { accountId: account.id, sealedApiKey: KEYS.apiKey, sealedSecretKey: KEYS.secretKey },
    ]) {
      await oneByOne(storage).accounts.putCredentials(sealed);
      await expect(connections.connect(account.id)).rejects.toMatchObject({
        reason: "keys-unreadable",
      });
    }
    expect(opened).toEqual([]);
  });

  it("opens nothing without keys, or where this release does not trade", async () => {
    const { connections, account, storage } = await world({ provider: "etrade", venue: "paper" });
    await expect(connections.connect(account.id)).rejects.toMatchObject({ reason: "not-allowed" });

    await oneByOne(storage).accounts.eraseCredentials(account.id);
    await expect(connections.connect(account.id)).rejects.toMatchObject({
      reason: "keys-unreadable",
    });
  });

  it("opens an account of real money only with all that it takes", async () => {
    const live = { venue: "live" } as const;
    for (const policy of [NO_LIVE_TRADING, ALLOWED]) {
      const { connections, account } = await world(live, policy);
      await expect(connections.connect(account.id)).rejects.toMatchObject({
        reason: "not-allowed",
      });
    }

    const { connections, account, storage } = await world(live, ALLOWED);
    await oneByOne(storage).totp.put({
      userId: account.userId,
      sealedSecret: "sealed",
      begunAt: NOON,
      confirmedAt: NOON,
      recoveryHashes: [],
    });
    await expect(connections.connect(account.id)).resolves.toBeDefined();
  });

  it("never tries keys at a venue of real money", async () => {
    const { connections, opened } = await world({}, ALLOWED);

    await expect(
      connections.tryKeys({ provider: "alpaca", venue: "live", ...KEYS }),
    ).rejects.toMatchObject({ reason: "not-allowed" });
    expect(opened).toEqual([]);
  });
});

describe("brokerOpeners", () => {
  it("knows the hosts of every venue, and no user has a say in them", () => {
    const place = { exchangeUrl: "http://127.0.0.1:1", now: () => NOON, environment: {} };
    const openers = brokerOpeners(BROKER_REGISTRATIONS, place);

    expect(
      [...openers].map(([id, venues]) => `${id}: ${Object.keys(venues).sort().join(", ")}`),
    ).toEqual(["alpaca: built-in, live, paper", "etrade: built-in, live"]);
  });
});

async function world(
  { calls, ...changes }: Partial<Account> & { readonly calls?: CallCount } = {},
  live = NO_LIVE_TRADING,
) {
  const storage = inMemoryStorage();
  const vault = aesSecretVault(randomBytes(32));
  const { account } = await seed(storage, { account: { venue: "paper", ...changes } });
  await oneByOne(storage).accounts.putCredentials(await sealedKeys(vault, account, KEYS));
  const opened: OpenKeys[] = [];
  const budgets: CallBudget[] = [];
  const opener = {
    calls: { perMinute: 10, reserve: 0 },
    open: (keys: OpenKeys, budget: CallBudget) => {
      opened.push(keys);
      budgets.push(budget);
      return {} as Broker;
    },
  };
  const openers = new Map([["alpaca", { paper: opener, live: opener }]]);
  const announcer = inMemoryAnnouncer();
  const connections = storedBrokerConnections({
    announcer,
    calls,
    storage,
    vault,
    openers,
    venues: SOME_VENUES,
    live,
  });
  return { announcer, budgets, connections, account, opened, storage, vault };
}
