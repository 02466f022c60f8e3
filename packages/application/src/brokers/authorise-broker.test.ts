import { beforeEach, describe, expect, it } from "vitest";
import { BrokerUnavailable } from "../ports/broker.ts";
import { type AuthorisingUser, authorisingUser } from "../testing/authorising-user.ts";
import { type BrokerWorld, LET_IN_FOR_MS, openBrokerWorld } from "../testing/broker-world.ts";
import { dollars } from "../testing/trading-world.ts";
import { noteBrokerFailure } from "../trading/account/account-failure.ts";
import { placeOfKey } from "../trading/account/account-keys.ts";
import { AUTHORISATION_MS, authoriseBroker } from "./authorise-broker.ts";
import { changeBroker } from "./change-broker.ts";
import { endAuthorisations } from "./end-authorisations.ts";
import { resumeBroker } from "./pause-broker.ts";
import { validateDueAccounts } from "./validate-account.ts";

const HOUR_MS = 3_600_000;

let world: BrokerWorld;
let user: AuthorisingUser;
beforeEach(async () => {
  world = await openBrokerWorld();
  user = authorisingUser(world);
});

describe("connecting a broker that lets nobody in by keys alone", () => {
  it("keeps the account waiting for its user's word", async () => {
    expect(await user.connected()).toMatchObject({
      status: "pending",
      statusReason: "needs-authorisation",
    });
    expect(world.tried).toEqual([]);
  });

  it("refuses keys the broker does not know, with the broker's own answer", async () => {
    world.shown("PK1").failure = "credentials";

    expect(await user.connect()).toMatchObject({
      ok: false,
      refusal: { kind: "broker-keys-refused", message: "The broker of the test fails." },
    });
    expect(await world.storage.read.accounts.ofUser(world.user.id)).toEqual([]);
  });
});

describe("authorising a broker", () => {
  it("takes the account over once the user has let us in", async () => {
    const account = await user.connected();

    const page = await user.begin(account);
    expect(page).toMatchObject({ ok: true, value: { authorizeUrl: "https://broker.example/2" } });
    const verified = await user.verify(account);

    expect(verified).toMatchObject({
      ok: true,
      value: {
        status: "active",
        cash: dollars(100_000),
        authorisedUntil: world.clock.now() + LET_IN_FOR_MS,
        venueAccountNumber: "NUMBER-PK1",
      },
    });
    const credentials = await world.storage.read.accounts.credentialsOf(account.id);
    expect(credentials).toMatchObject({
      // The vault of the tests writes the place before the secret.
      sealedAccess: `${placeOfKey(account, "accessToken")} ["access-2","access-secret-2"]`,
      accessExpiresAt: world.clock.now() + LET_IN_FOR_MS,
    });
  });

  it("never tells a secret: not in an answer, a log line or the audit", async () => {
    const account = await user.connected();
    const said = JSON.stringify([await user.begin(account), await user.verify(account)]);

    expect(said).not.toMatch(/secret-|access-/);
    expect(JSON.stringify(world.log.lines)).not.toMatch(/request-|access-/);
    const audit = await world.storage.read.audit.latest(world.user.id, 10);
    expect(audit.map(({ text }) => text?.split(": ")[1])).toEqual(
      expect.arrayContaining(["authorised", "authorisation begun"]),
    );
    expect(JSON.stringify(audit)).not.toMatch(/request-|access-|CODE/);
  });

  it("is ended once, in the browser and within the minutes it was begun in", async () => {
    const account = await user.connected();
    const over = { ok: false, refusal: { kind: "authorisation-over" } };

    expect(await user.verify(account)).toMatchObject(over);
    await user.begin(account);
    expect(await user.verify(account, { sidHash: "another browser" })).toMatchObject(over);
    expect(await user.verify(account, { userId: world.stranger.id })).toMatchObject({
      refusal: { kind: "broker-not-found" },
    });
    await world.clock.pass(AUTHORISATION_MS);
    expect(await user.verify(account)).toMatchObject(over);

    await user.begin(account);
    expect(await user.verify(account)).toMatchObject({ ok: true });
    expect(await user.verify(account)).toMatchObject(over);
  });

  it("uses its half up by a wrong code, and says what the broker says", async () => {
    const account = await user.connected();
    await user.begin(account);

    expect(await user.verify(account, { verifier: "WRONG" })).toMatchObject({
      refusal: { kind: "code-refused", message: "verifier_invalid" },
    });
    expect(await user.verify(account)).toMatchObject({ refusal: { kind: "authorisation-over" } });
    expect((await world.account(account.id)).status).toBe("pending");
  });

  it("is for brokers that ask for it alone, and for real money only where that is allowed", async () => {
    const alpaca = await user.connected({ provider: "alpaca", apiKey: "PK2" });
    expect(await user.begin(alpaca)).toMatchObject({
      refusal: { kind: "no-authorisation-needed" },
    });

    const live = await user.connected({ apiKey: "ET-live-key" });
    expect(live.venue).toBe("live");
    expect(await user.begin(live)).toMatchObject({
      refusal: { kind: "live-not-allowed", obstacle: "database" },
    });
    const allowed = {
      ...world.needs,
      live: { isAllowed: true, isDurable: true, hasRealPrices: true },
    };
    expect(await authoriseBroker(allowed)(user.owner(live))).toMatchObject({
      refusal: { kind: "live-not-allowed", obstacle: "second-factor" },
    });
  });

  it("does not take over an account that is connected already", async () => {
    const account = await user.connected();
    await user.begin(account);
    await user.verify(account);
    const second = await user.connected({ apiKey: "PK2" });
    world.shown("PK2").report = { ...world.shown("PK2").report, accountNumber: "NUMBER-PK1" };
    await user.begin(second);

    expect(await user.verify(second)).toMatchObject({
      value: { status: "error", statusReason: "connected-twice" },
    });
  });
});

describe("an authorisation that runs out", () => {
  it("puts the account in error, asks and sends nothing, and goes on after the next word", async () => {
    const account = await user.letIn();
    const { reads } = world.shown("PK1");
    await world.clock.pass(LET_IN_FOR_MS - 1);
    expect(await stillIn()).toHaveLength(1);
    await world.clock.pass(1);

    expect(await stillIn()).toEqual([]);
    const over = await world.account(account.id);
    expect(over).toMatchObject({ status: "error", statusReason: "needs-authorisation" });
    expect(over.validateAt).toBeUndefined();
    expect(world.shown("PK1").reads).toBe(reads);
    expect(await resumeBroker(world.needs)(user.owner(account))).toMatchObject({
      refusal: { kind: "broker-needs-authorisation" },
    });

    await user.begin(account);
    expect(await user.verify(account)).toMatchObject({ value: { status: "active" } });
  });

  it("is prolonged by a word given before, without a break", async () => {
    const account = await user.letIn();
    await world.clock.pass(LET_IN_FOR_MS / 2);
    await user.begin(account);
    await user.verify(account);
    await world.clock.pass(LET_IN_FOR_MS / 2);

    expect(await stillIn()).toMatchObject([{ id: account.id, status: "active" }]);
  });

  it("is not ended by what was asked under the word before, which the new one may have ended", async () => {
    const before = await user.letIn();
    await world.clock.pass(1);
    await user.begin(before);
    const verified = await user.verify(before);
    const refused = new BrokerUnavailable("needs-authorisation", "token_rejected");

    await noteBrokerFailure(world.needs)(before.id, refused, before);

    expect(await world.account(before.id)).toMatchObject({ status: "active" });
    // Whoever follows it begins anew, under the new word.
    expect(verified).toMatchObject({ value: { lastValidatedAt: world.clock.now() } });
    expect(world.clock.now()).not.toBe(before.lastValidatedAt);
  });

  it("says so when it shows another account than before", async () => {
    const account = await user.letIn();
    await world.clock.pass(LET_IN_FOR_MS);
    await stillIn();
    world.shown("PK1").report = { ...world.shown("PK1").report, accountNumber: "ANOTHER" };
    await user.begin(account);

    expect(await user.verify(account)).toMatchObject({
      value: { status: "error", statusReason: "venue-reset" },
    });
  });

  const stillIn = async () =>
    endAuthorisations(world.needs)(await world.storage.read.accounts.active());
});

describe("one of several accounts behind the same keys", () => {
  it("waits until its user has said which it is", async () => {
    const shown = world.shown("PK1");
    shown.failure = "account-not-chosen";
    const account = await user.connected();
    await user.begin(account);
    expect(await user.verify(account)).toMatchObject({
      value: { status: "error", statusReason: "account-not-chosen" },
    });

    shown.failure = undefined;
    const choose = (accountNumber: string) =>
      changeBroker(world.needs)({ ...user.owner(account), accountNumber });
    expect(await choose("NUMBER-PK1")).toMatchObject({ ok: true, value: { status: "active" } });
    // Its books are about no other from then on.
    expect(await choose("ANOTHER")).toMatchObject({
      refusal: { kind: "keys-of-another-account" },
    });
  });

  it("is not let in as one that was connected after it and trades already", async () => {
    const shown = world.shown("PK1");
    shown.failure = "account-not-chosen";
    const first = await user.connected();
    await user.begin(first);
    await user.verify(first);
    await world.clock.pass(1_000);
    const second = await user.connected({ apiKey: "PK2" });
    world.shown("PK2").report = { ...world.shown("PK2").report, accountNumber: "NUMBER-PK1" };
    await user.begin(second);
    expect(await user.verify(second)).toMatchObject({ value: { status: "active" } });

    shown.failure = undefined;
    const wanted = { ...user.owner(first), accountNumber: "NUMBER-PK1" };

    expect(await changeBroker(world.needs)(wanted)).toMatchObject({
      value: { status: "error", statusReason: "connected-twice" },
    });
  });

  it("is let in once, where two were said to be it before the broker showed either", async () => {
    const keys = ["PK1", "PK2"];
    const accounts = [];
    for (const apiKey of keys) {
      const shown = world.shown(apiKey);
      shown.report = { ...shown.report, accountNumber: "ONE" };
      shown.failure = "account-not-chosen";
      const account = await user.connected({ apiKey });
      await user.begin(account);
      await user.verify(account);
      shown.failure = "network";
      await changeBroker(world.needs)({ ...user.owner(account), accountNumber: "ONE" });
      accounts.push(account);
    }
    for (const apiKey of keys) world.shown(apiKey).failure = undefined;

    world.clock.stall(HOUR_MS);
    await validateDueAccounts(world.needs)();

    const found = await Promise.all(accounts.map(({ id }) => world.account(id)));
    expect(found.map(({ status }) => status).sort()).toEqual(["active", "error"]);
    expect(found.map(({ statusReason }) => statusReason)).toContain("connected-twice");
  });
});

describe("a suspended account", () => {
  it("is not connected, in words of its own", async () => {
    const shown = world.shown("PK2");
    shown.report = { ...shown.report, canTrade: false };

    expect(await user.connect({ provider: "alpaca", apiKey: "PK2" })).toMatchObject({
      refusal: { kind: "broker-account-suspended" },
    });
  });

  it("is in error when that is found after its user's word, and tried again later", async () => {
    const shown = world.shown("PK1");
    shown.report = { ...shown.report, canTrade: false };
    const account = await user.connected();
    await user.begin(account);

    const verified = await user.verify(account);
    expect(verified).toMatchObject({
      value: { status: "error", statusReason: "account-suspended" },
    });
    expect(verified.ok && verified.value.validateAt).toBeGreaterThan(world.clock.now());
  });
});
