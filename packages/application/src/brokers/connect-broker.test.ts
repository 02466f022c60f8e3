import { describe, expect, it } from "vitest";
import type { Account } from "../ports/stores/account.ts";
import {
  type BrokerWorld,
  foundPosition,
  openBrokerWorld,
  reportOf,
} from "../testing/broker-world.ts";
import { connected, KEYS } from "../testing/connected-broker.ts";
import { oneByOne } from "../testing/one-by-one.ts";
import { AAPL, dollars } from "../testing/trading-world.ts";
import { connectBroker } from "./connect-broker.ts";
import { validateDueAccounts } from "./validate-account.ts";

const switchedOn = ({ storage, user }: BrokerWorld, { id }: Account) =>
  oneByOne(storage).settings.change(id, user.id, (row) => ({ ...row, automationEnabled: true }));

describe("connectBroker", () => {
  it("leads keys of the built-in exchange there, all others to the paper venue, none to the live one", async () => {
    const world = await openBrokerWorld();

    expect((await connected(world, { ...KEYS, apiKey: "PK-built-in" })).venue).toBe("built-in");
    expect((await connected(world)).venue).toBe("paper");
    expect(world.tried.map(({ venue }) => venue)).toEqual(["built-in", "paper"]);
  });

  it("stores keys only sealed, each for its place", async () => {
    const world = await openBrokerWorld();
    const { id } = await connected(world);

    expect(await world.storage.read.accounts.credentialsOf(id)).toEqual({
      accountId: id,
      sealedApiKey: `user_broker_credentials|${id}|${world.user.id}|apiKey ${KEYS.apiKey}`,
      sealedSecretKey: `user_broker_credentials|${id}|${world.user.id}|secretKey ${KEYS.secretKey}`,
    });
  });

  it("refuses keys that the broker refuses, and writes nothing", async () => {
    const world = await openBrokerWorld();
    world.shown(KEYS.apiKey).failure = "credentials";

    expect(await connectBroker(world.needs)(world.user.id, KEYS)).toEqual({
      ok: false,
      refusal: {
        kind: "broker-keys-refused",
        brokerName: "Alpaca",
        check: "Check both of them, and that they are keys of a paper account.",
        provider: "alpaca",
        venue: "paper",
        message: "The broker of the test fails.",
      },
    });
    expect(world.shown(KEYS.apiKey).reads).toBe(1);
    expect(await world.storage.read.accounts.ofUser(world.user.id)).toEqual([]);
    expect(await world.storage.read.audit.latest(world.user.id, 10)).toEqual([]);
  });

  it("refuses what cannot be a key, and asks nobody about it", async () => {
    const world = await openBrokerWorld();

    for (const apiKey of ["AK\n", "ключ"])
      expect(await connectBroker(world.needs)(world.user.id, { ...KEYS, apiKey })).toMatchObject({
        refusal: { kind: "keys-unsendable" },
      });
    expect(world.tried).toEqual([]);
  });

  it("keeps the account pending while the broker does not answer, and takes it over once it does", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    shown.failure = "network";

    const { id, ...pending } = await connected(world);
    expect(pending).toMatchObject({ status: "pending", statusReason: "broker-unavailable" });

    shown.failure = undefined;
    shown.positions = [foundPosition(AAPL, 10)];
    world.clock.stall(60_000);
    await validateDueAccounts(world.needs)();

    const account = await world.account(id);
    expect(account).toMatchObject({ status: "active", cash: dollars(100_000) });
    expect(account).not.toHaveProperty("statusReason");
    expect(account).not.toHaveProperty("validateAt");
    expect(await world.storage.read.positions.of(id)).toHaveLength(1);
  });

  it("leaves the selected account selected and trading when another broker does not answer", async () => {
    const world = await openBrokerWorld();
    const working = await connected(world, { ...KEYS, apiKey: "PK-built-in" });
    await switchedOn(world, working);
    world.shown(KEYS.apiKey).failure = "network";

    const second = await connected(world);

    expect(second).toMatchObject({ status: "pending", isSelected: false });
    const { read } = world.storage;
    expect((await read.accounts.selectedOf(world.user.id))?.id).toBe(working.id);
    expect((await read.settings.of(working.id))?.automationEnabled).toBe(true);

    world.shown(KEYS.apiKey).failure = undefined;
    world.clock.stall(60_000);
    await validateDueAccounts(world.needs)();
    expect(await world.account(second.id)).toMatchObject({ status: "active", isSelected: false });
  });

  it("leaves the selected account selected and trading until another's user has let us in", async () => {
    const world = await openBrokerWorld();
    const working = await connected(world, { ...KEYS, apiKey: "PK-built-in" });
    await switchedOn(world, working);

    const second = await connected(world, { ...KEYS, provider: "etrade" });

    expect(second).toMatchObject({ statusReason: "needs-authorisation", isSelected: false });
    const { read } = world.storage;
    expect((await read.accounts.selectedOf(world.user.id))?.id).toBe(working.id);
    expect((await read.settings.of(working.id))?.automationEnabled).toBe(true);
  });

  it("keeps E*TRADE pending until its user authorises it, and asks it nothing", async () => {
    const world = await openBrokerWorld();

    const account = await connected(world, { ...KEYS, provider: "etrade" });

    expect(account).toMatchObject({
      venue: "live",
      status: "pending",
      statusReason: "needs-authorisation",
    });
    expect(account).not.toHaveProperty("validateAt");
    expect(world.tried).toEqual([]);
  });

  it("refuses a broker that nobody has registered, and asks nobody", async () => {
    const world = await openBrokerWorld();

    for (const provider of ["pocket", "constructor", ""])
      expect(await connectBroker(world.needs)(world.user.id, { ...KEYS, provider })).toEqual({
        ok: false,
        refusal: { kind: "unknown-provider" },
      });
    expect(world.tried).toEqual([]);
    expect(await world.storage.read.accounts.ofUser(world.user.id)).toEqual([]);
  });

  it("refuses an account its broker keeps from trading, in the broker's words", async () => {
    const world = await openBrokerWorld();
    world.shown(KEYS.apiKey).report = {
      ...reportOf("N1", dollars(90_000)),
      canTrade: false,
      restriction: "Trading is blocked.",
    };

    expect(await connectBroker(world.needs)(world.user.id, KEYS)).toEqual({
      ok: false,
      refusal: {
        kind: "broker-account-suspended",
        brokerName: "Alpaca",
        provider: "alpaca",
        venue: "paper",
        message: "Trading is blocked.",
      },
    });
    expect(await world.storage.read.accounts.ofUser(world.user.id)).toEqual([]);
  });

  it("refuses an account above $50 million", async () => {
    const world = await openBrokerWorld();
    world.shown(KEYS.apiKey).report = reportOf("N1", dollars(0), dollars(50_000_001));

    expect(await connectBroker(world.needs)(world.user.id, KEYS)).toMatchObject({
      ok: false,
      refusal: { kind: "account-too-large", equity: dollars(50_000_001) },
    });
  });

  it("switches automation off at the account that was selected before", async () => {
    const world = await openBrokerWorld();
    const first = await connected(world);
    await oneByOne(world.storage).settings.change(first.id, "a test", (settings) => ({
      ...settings,
      automationEnabled: true,
    }));

    await connected(world, { ...KEYS, apiKey: "AK-another-key" });

    expect(await world.account(first.id)).toMatchObject({ status: "active", isSelected: false });
    const settings = await world.storage.read.settings.of(first.id);
    expect(settings?.automationEnabled).toBe(false);
  });

  it("connects no demo account", async () => {
    const world = await openBrokerWorld();
    await oneByOne(world.storage).users.change(world.user.id, (user) => ({
      ...user,
      isDemo: true,
    }));

    expect(await connectBroker(world.needs)(world.user.id, KEYS)).toEqual({
      ok: false,
      refusal: { kind: "demo-account" },
    });
    expect(world.tried).toEqual([]);
  });

  it("connects ten accounts of a user and no more, also when all are asked for at once", async () => {
    const world = await openBrokerWorld();

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        connectBroker(world.needs)(world.user.id, { ...KEYS, apiKey: `AK-number-${index}` }),
      ),
    );

    expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      refusal: { kind: "too-many-brokers", max: 10 },
    });
  });

  it("connects an account once, whoever comes with its keys", async () => {
    const world = await openBrokerWorld();
    await connected(world, { ...KEYS, accountLabel: "Mine" });

    const again = await connectBroker(world.needs)(world.user.id, KEYS);
    const byStranger = await connectBroker(world.needs)(world.stranger.id, KEYS);

    expect(again).toMatchObject({ refusal: { kind: "broker-already-connected", label: "Mine" } });
    expect(byStranger).toMatchObject({
      refusal: { kind: "broker-already-connected", label: undefined },
    });
  });

  it("answers a request that is sent twice with the account it made", async () => {
    const world = await openBrokerWorld();
    const wanted = { ...KEYS, idempotencyKey: "one form" };

    const [first, second] = await Promise.all([
      connectBroker(world.needs)(world.user.id, wanted),
      connectBroker(world.needs)(world.user.id, wanted),
    ]);

    expect(second).toEqual(first);
    expect(await world.storage.read.accounts.ofUser(world.user.id)).toHaveLength(1);
    expect(
      await connectBroker(world.needs)(world.user.id, { ...wanted, apiKey: "AK-other" }),
    ).toMatchObject({ refusal: { kind: "idempotency-key-reused" } });
  });

  it("gives a request's key back that came to nothing", async () => {
    const world = await openBrokerWorld();
    await connected(world);
    const wanted = { ...KEYS, idempotencyKey: "one form" };
    expect(await connectBroker(world.needs)(world.user.id, wanted)).toMatchObject({ ok: false });

    const other = { ...wanted, apiKey: "AK-other" };
    expect(await connectBroker(world.needs)(world.user.id, other)).toMatchObject({ ok: true });
  });

  it("leaves one line in the audit, with the end of the key and no more of it", async () => {
    const world = await openBrokerWorld();
    await connected(world, { ...KEYS, address: "192.0.2.7" });

    const lines = await world.storage.read.audit.latest(world.user.id, 10);

    expect(lines).toMatchObject([
      {
        action: "broker-connected",
        address: "192.0.2.7",
        text: "Primary Account (alpaca, paper, key …6789)",
      },
    ]);
  });
});
