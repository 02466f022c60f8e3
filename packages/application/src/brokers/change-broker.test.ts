import { describe, expect, it } from "vitest";
import { openBrokerWorld } from "../testing/broker-world.ts";
import {
  automate,
  connected,
  isAutomated,
  KEYS,
  OTHER_KEYS,
  of,
} from "../testing/connected-broker.ts";
import { oneByOne } from "../testing/one-by-one.ts";
import { someOrder } from "../testing/storage-rows.ts";
import { inTime } from "../testing/trading-world.ts";
import { changeBroker } from "./change-broker.ts";
import { removeBroker } from "./remove-broker.ts";
import { selectBroker } from "./select-broker.ts";
import { validateDueAccounts } from "./validate-account.ts";

describe("selectBroker", () => {
  it("selects one of a user, with automation off at both", async () => {
    const world = await openBrokerWorld();
    const [first, second] = [await connected(world), await connected(world, OTHER_KEYS)];
    for (const { id } of [first, second]) await automate(world, id);

    expect(await selectBroker(world.needs)(of(first))).toMatchObject({ ok: true });

    expect(await world.account(first.id)).toMatchObject({ isSelected: true });
    expect(await world.account(second.id)).toMatchObject({ isSelected: false });
    expect(await isAutomated(world, first.id)).toBe(false);
    expect(await isAutomated(world, second.id)).toBe(false);
  });

  it("leaves automation on where nothing changes", async () => {
    const world = await openBrokerWorld();
    const account = await connected(world);
    await automate(world, account.id);

    await selectBroker(world.needs)(of(account));

    expect(await isAutomated(world, account.id)).toBe(true);
  });

  it("knows no account of others", async () => {
    const world = await openBrokerWorld();
    const { id } = await connected(world);

    expect(await selectBroker(world.needs)({ accountId: id, userId: world.stranger.id })).toEqual({
      ok: false,
      refusal: { kind: "broker-not-found" },
    });
  });
});

describe("changeBroker", () => {
  it("renames an account", async () => {
    const world = await openBrokerWorld();
    const account = await connected(world);

    await changeBroker(world.needs)({ ...of(account), label: "Savings" });

    expect((await world.account(account.id)).label).toBe("Savings");
  });

  it("pauses an account with its automation, and resumes it without", async () => {
    const world = await openBrokerWorld();
    const account = await connected(world);
    await automate(world, account.id);

    await changeBroker(world.needs)({ ...of(account), isPaused: true });
    expect(await world.account(account.id)).toMatchObject({
      status: "disabled",
      statusReason: "paused",
    });
    expect(await world.storage.read.accounts.active()).toEqual([]);

    await changeBroker(world.needs)({ ...of(account), isPaused: false });
    expect(await world.account(account.id)).toMatchObject({ status: "active" });
    expect(await world.account(account.id)).not.toHaveProperty("statusReason");
    expect(await isAutomated(world, account.id)).toBe(false);
  });

  it("takes back what the worker has at the broker before it pauses", async () => {
    const world = await openBrokerWorld();
    const account = await connected(world);
    const { orders } = oneByOne(world.storage);
    const working = { status: "working", brokerOrderId: "B" } as const;
    await orders.add(someOrder(account.id, { ...working, origin: "automated" }));
    await orders.add(someOrder(account.id, { ...working, origin: "manual" }));

    await inTime(world, changeBroker(world.needs)({ ...of(account), isPaused: true }));

    const open = await orders.open(account.id);
    expect(open.map(({ origin, status }) => [origin, status])).toEqual([
      ["automated", "cancel-pending"],
      ["manual", "working"],
    ]);
  });

  it("takes new keys that lead to the same account", async () => {
    const world = await openBrokerWorld();
    const account = await connected(world);
    world.shown("AK-rotated-4321").report = world.shown(KEYS.apiKey).report;
    world.clock.stall(1_000);

    await changeBroker(world.needs)({
      ...of(account),
      apiKey: "AK-rotated-4321",
      secretKey: "rotated",
    });

    expect(await world.account(account.id)).toMatchObject({
      status: "active",
      apiKeyEnding: "4321",
      lastValidatedAt: world.clock.now(),
    });
    const sealed = await world.storage.read.accounts.credentialsOf(account.id);
    expect(sealed?.sealedSecretKey).toMatch(/ rotated$/);
  });

  it("mends an account whose keys were refused by new ones", async () => {
    const world = await openBrokerWorld();
    const account = await connected(world);
    await oneByOne(world.storage).accounts.change(account.id, (row) => ({
      ...row,
      status: "error",
      statusReason: "keys-refused",
    }));
    world.shown("AK-rotated-4321").report = world.shown(KEYS.apiKey).report;

    await changeBroker(world.needs)({
      ...of(account),
      apiKey: "AK-rotated-4321",
      secretKey: "rotated",
    });

    expect(await world.account(account.id)).toMatchObject({ status: "active" });
  });

  it("takes new keys of an account that may not trade there, which stands still until it may", async () => {
    const world = await openBrokerWorld();
    const account = await connected(world);
    const shown = world.shown("AK-rotated-4321");
    shown.report = { ...world.shown(KEYS.apiKey).report, canTrade: false };
    const keys = { apiKey: "AK-rotated-4321", secretKey: "rotated" };

    await changeBroker(world.needs)({ ...of(account), ...keys });
    expect(await world.account(account.id)).toMatchObject({
      status: "error",
      statusReason: "account-suspended",
      apiKeyEnding: "4321",
    });

    shown.report = { ...shown.report, canTrade: true };
    world.clock.stall((await world.account(account.id)).validateAt! - world.clock.now());
    await validateDueAccounts(world.needs)();
    expect(await world.account(account.id)).toMatchObject({ status: "active" });
  });

  it.each([
    ["of another account", "AK-elsewhere", undefined, "keys-of-another-account"],
    ["of another venue", "PK-built-in", undefined, "keys-of-another-account"],
    ["that no header can carry", "AK-else\r\nwhere", undefined, "keys-unsendable"],
    ["that are refused", "AK-elsewhere", "credentials", "broker-keys-refused"],
    ["of a broker that does not answer", "AK-elsewhere", "network", "broker-unavailable"],
  ] as const)("keeps the old keys where the new ones are %s", async (_, apiKey, failure, kind) => {
    const world = await openBrokerWorld();
    const account = await connected(world);
    world.shown(apiKey).failure = failure;
    const { accounts } = oneByOne(world.storage);
    const before = [await accounts.byId(account.id), await accounts.credentialsOf(account.id)];

    const changed = await changeBroker(world.needs)({ ...of(account), apiKey, secretKey: "new" });

    expect(changed).toMatchObject({ ok: false, refusal: { kind } });
    expect([await accounts.byId(account.id), await accounts.credentialsOf(account.id)]).toEqual(
      before,
    );
  });

  it("takes no half of the keys", async () => {
    const world = await openBrokerWorld();
    const account = await connected(world);

    expect(await changeBroker(world.needs)({ ...of(account), apiKey: "AK" })).toEqual({
      ok: false,
      refusal: { kind: "keys-incomplete" },
    });
  });

  it("does not ask a broker again that has refused the keys a moment ago", async () => {
    const world = await openBrokerWorld();
    const account = await connected(world);
    const shown = world.shown(KEYS.apiKey);
    shown.failure = "credentials";
    await changeBroker(world.needs)({ ...of(account), isPaused: true });
    const resume = () => changeBroker(world.needs)({ ...of(account), isPaused: false });
    expect(await resume()).toMatchObject({ refusal: { kind: "broker-keys-refused" } });
    const { reads } = shown;

    expect(await resume()).toMatchObject({ refusal: { kind: "broker-keys-refused" } });

    expect(shown.reads).toBe(reads);
  });
});

describe("the audit", () => {
  it("has one line for each thing a user does with a broker", async () => {
    const world = await openBrokerWorld();
    const first = await connected(world);
    await connected(world, OTHER_KEYS);
    world.shown("AK-rotated-4321").report = world.shown(KEYS.apiKey).report;
    await selectBroker(world.needs)(of(first));
    const change = { ...of(first), apiKey: "AK-rotated-4321", secretKey: "rotated" };
    await changeBroker(world.needs)({ ...change, label: "Savings" });
    await changeBroker(world.needs)({ ...of(first), isPaused: true });
    await changeBroker(world.needs)({ ...of(first), isPaused: false });
    await removeBroker(world.needs)(of(first));

    const lines = await world.storage.read.audit.latest(world.user.id, 20);

    expect(lines.map(({ action, text }) => `${action}: ${text}`).reverse()).toEqual([
      "broker-connected: Primary Account (alpaca, paper, key …6789)",
      "broker-connected: Primary Account (alpaca, paper, key …keys)",
      "broker-selected: Primary Account (alpaca, paper, key …6789)",
      "broker-changed: Primary Account (alpaca, paper, key …6789): now called Savings",
      "broker-changed: Savings (alpaca, paper, key …6789): new keys, …4321",
      "broker-changed: Savings (alpaca, paper, key …4321): paused",
      "broker-changed: Savings (alpaca, paper, key …4321): resumed",
      "broker-removed: Savings (alpaca, paper, key …4321)",
    ]);
  });
});
