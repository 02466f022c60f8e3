import { randomBytes } from "node:crypto";
import type { Broker, OpenKeys } from "@sevenfold/application/ports/broker";
import type { Account } from "@sevenfold/application/ports/storage";
import { inMemoryAnnouncer } from "@sevenfold/application/simulation/in-memory-announcer";
import { inMemoryStorage } from "@sevenfold/application/simulation/in-memory-storage";
import { NOON, settle } from "@sevenfold/application/testing/storage-rows";
import { sealedKeys } from "@sevenfold/application/use-cases/account-keys";
import { type LivePolicy, NO_LIVE_TRADING } from "@sevenfold/application/use-cases/live-trading";
import { describe, expect, it } from "vitest";
import { aesSecretVault } from "../system/aes-secret-vault.ts";
import { type BrokerOpeners, brokerOpeners } from "./broker-openers.ts";
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

  it("opens with the keys that are stored when it was released", async () => {
    const { connections, account, opened, storage, vault } = await world();
    await connections.connect(account.id);
    const rotated = { apiKey: "AK-rotated", secretKey: "rotated" };
    await storage.read.accounts.putCredentials(await sealedKeys(vault, account, rotated));
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
      await storage.read.accounts.putCredentials(sealed);
      await expect(connections.connect(account.id)).rejects.toMatchObject({
        reason: "keys-unreadable",
      });
    }
    expect(opened).toEqual([]);
  });

  it("opens nothing without keys, or where this release does not trade", async () => {
    const { connections, account, storage } = await world({ provider: "etrade", venue: "paper" });
    await expect(connections.connect(account.id)).rejects.toMatchObject({ reason: "not-allowed" });

    await storage.read.accounts.eraseCredentials(account.id);
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
    await storage.read.totp.put({
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
    expect(
      Object.keys(brokerOpeners({ exchangeUrl: "http://127.0.0.1:1", now: () => NOON })).sort(),
    ).toEqual(["alpaca built-in", "alpaca live", "alpaca paper", "etrade built-in", "etrade live"]);
  });
});

async function world(changes: Partial<Account> = {}, live = NO_LIVE_TRADING) {
  const storage = inMemoryStorage();
  const vault = aesSecretVault(randomBytes(32));
  const { account } = await settle(storage, { account: { venue: "paper", ...changes } });
  await storage.read.accounts.putCredentials(await sealedKeys(vault, account, KEYS));
  const opened: OpenKeys[] = [];
  const opener = {
    calls: { perMinute: 1, reserve: 0 },
    open: (keys: OpenKeys) => {
      opened.push(keys);
      return {} as Broker;
    },
  };
  const openers: BrokerOpeners = { "alpaca paper": opener, "alpaca live": opener };
  const announcer = inMemoryAnnouncer();
  const connections = storedBrokerConnections({ announcer, storage, vault, openers, live });
  return { announcer, connections, account, opened, storage, vault };
}
