import { beforeEach, describe, expect, it } from "vitest";

import type { Account } from "../ports/storage.ts";
import { type BrokerWorld, LET_IN_FOR_MS, openBrokerWorld } from "../testing/broker-world.ts";
import { someOrder } from "../testing/storage-rows.ts";
import { dollars } from "../testing/trading-world.ts";
import { placeOfKey } from "./account-keys.ts";
import { AUTHORISATION_MS, authoriseBroker, verifyBroker } from "./authorise-broker.ts";
import { changeBroker } from "./change-broker.ts";
import { connectBroker } from "./connect-broker.ts";
import { endAuthorisations } from "./end-authorisations.ts";
import { pauseBroker, resumeBroker } from "./pause-broker.ts";
import { removeBroker } from "./remove-broker.ts";
import { replaceKeys } from "./replace-keys.ts";

let world: BrokerWorld;
beforeEach(async () => {
  world = await openBrokerWorld();
});

describe("connecting a broker that lets nobody in by keys alone", () => {
  it("keeps the account waiting for its user's word", async () => {
    expect(await connected()).toMatchObject({
      status: "pending",
      statusReason: "needs-authorisation",
    });
    expect(world.tried).toEqual([]);
  });

  it("refuses keys the broker does not know, with the broker's own answer", async () => {
    world.shown("PK1").failure = "credentials";

    expect(await connect()).toMatchObject({
      ok: false,
      refusal: { kind: "broker-keys-refused", message: "The broker of the test fails." },
    });
    expect(await world.storage.read.accounts.ofUser(world.user.id)).toEqual([]);
  });
});

describe("authorising a broker", () => {
  it("takes the account over once the user has let us in", async () => {
    const account = await connected();

    const page = await begin(account);
    expect(page).toMatchObject({ ok: true, value: { authorizeUrl: "https://broker.example/2" } });
    const verified = await verify(account);

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
    const account = await connected();
    const said = JSON.stringify([await begin(account), await verify(account)]);

    expect(said).not.toMatch(/secret-|access-/);
    expect(JSON.stringify(world.log.lines)).not.toMatch(/request-|access-/);
    const audit = await world.storage.read.audit.latest(world.user.id, 10);
    expect(audit.map(({ text }) => text?.split(": ")[1])).toEqual(
      expect.arrayContaining(["authorised", "authorisation begun"]),
    );
    expect(JSON.stringify(audit)).not.toMatch(/request-|access-|CODE/);
  });

  it("is ended once, in the browser and within the minutes it was begun in", async () => {
    const account = await connected();
    const over = { ok: false, refusal: { kind: "authorisation-over" } };

    expect(await verify(account)).toMatchObject(over);
    await begin(account);
    expect(await verify(account, { sidHash: "another browser" })).toMatchObject(over);
    expect(await verify(account, { userId: world.stranger.id })).toMatchObject({
      refusal: { kind: "broker-not-found" },
    });
    await world.clock.pass(AUTHORISATION_MS);
    expect(await verify(account)).toMatchObject(over);

    await begin(account);
    expect(await verify(account)).toMatchObject({ ok: true });
    expect(await verify(account)).toMatchObject(over);
  });

  it("uses its half up by a wrong code, and says what the broker says", async () => {
    const account = await connected();
    await begin(account);

    expect(await verify(account, { verifier: "WRONG" })).toMatchObject({
      refusal: { kind: "code-refused", message: "verifier_invalid" },
    });
    expect(await verify(account)).toMatchObject({ refusal: { kind: "authorisation-over" } });
    expect((await world.account(account.id)).status).toBe("pending");
  });

  it("is for brokers that ask for it alone, and for real money only where that is allowed", async () => {
    const alpaca = await connected({ provider: "alpaca", apiKey: "PK2" });
    expect(await begin(alpaca)).toMatchObject({ refusal: { kind: "no-authorisation-needed" } });

    const live = await connected({ apiKey: "ET-live-key" });
    expect(live.venue).toBe("live");
    expect(await begin(live)).toMatchObject({
      refusal: { kind: "live-not-allowed", obstacle: "database" },
    });
    const allowed = {
      ...world.needs,
      live: { isAllowed: true, isDurable: true, hasRealPrices: true },
    };
    expect(await authoriseBroker(allowed)(owner(live))).toMatchObject({
      refusal: { kind: "live-not-allowed", obstacle: "second-factor" },
    });
  });

  it("does not take over an account that is connected already", async () => {
    const account = await connected();
    await begin(account);
    await verify(account);
    const second = await connected({ apiKey: "PK2" });
    world.shown("PK2").report = { ...world.shown("PK2").report, accountNumber: "NUMBER-PK1" };
    await begin(second);

    expect(await verify(second)).toMatchObject({
      value: { status: "error", statusReason: "connected-twice" },
    });
  });
});

describe("an authorisation that runs out", () => {
  it("puts the account in error, asks and sends nothing, and goes on after the next word", async () => {
    const account = await letIn();
    const { reads } = world.shown("PK1");
    await world.clock.pass(LET_IN_FOR_MS - 1);
    expect(await stillIn()).toHaveLength(1);
    await world.clock.pass(1);

    expect(await stillIn()).toEqual([]);
    const over = await world.account(account.id);
    expect(over).toMatchObject({ status: "error", statusReason: "needs-authorisation" });
    expect(over.validateAt).toBeUndefined();
    expect(world.shown("PK1").reads).toBe(reads);
    expect(await resumeBroker(world.needs)(owner(account))).toMatchObject({
      refusal: { kind: "broker-needs-authorisation" },
    });

    await begin(account);
    expect(await verify(account)).toMatchObject({ value: { status: "active" } });
  });

  it("is prolonged by a word given before, without a break", async () => {
    const account = await letIn();
    await world.clock.pass(LET_IN_FOR_MS / 2);
    await begin(account);
    await verify(account);
    await world.clock.pass(LET_IN_FOR_MS / 2);

    expect(await stillIn()).toMatchObject([{ id: account.id, status: "active" }]);
  });

  it("says so when it shows another account than before", async () => {
    const account = await letIn();
    await world.clock.pass(LET_IN_FOR_MS);
    await stillIn();
    world.shown("PK1").report = { ...world.shown("PK1").report, accountNumber: "ANOTHER" };
    await begin(account);

    expect(await verify(account)).toMatchObject({
      value: { status: "error", statusReason: "venue-reset" },
    });
  });

  const stillIn = async () =>
    endAuthorisations(world.needs)(await world.storage.read.accounts.active());
});

describe("letting go of a broker that let us in", () => {
  it("gives the access back when the account is removed", async () => {
    const account = await letIn();
    await removeBroker(world.needs)(owner(account));

    expect(world.shown("PK1").revoked).toBe(1);
    expect(await world.storage.read.accounts.credentialsOf(account.id)).toBeUndefined();
  });

  it("keeps it where orders in the way keep the account", async () => {
    const account = await letIn();
    await world.storage.read.orders.add(someOrder(account.id, { status: "working" }));

    expect(await removeBroker(world.needs)(owner(account))).toMatchObject({
      refusal: { kind: "open-orders" },
    });
    expect(world.shown("PK1").revoked).toBe(0);
  });

  it("forgets the access with the keys it was given under", async () => {
    const account = await letIn();
    const replaced = await replaceKeys(world.needs)({
      ...owner(account),
      apiKey: "PK9",
      secretKey: "new",
    });

    expect(replaced).toMatchObject({ value: { statusReason: "needs-authorisation" } });
    const kept = await world.storage.read.accounts.credentialsOf(account.id);
    expect(kept).not.toHaveProperty("sealedAccess");
    expect(await world.account(account.id)).not.toHaveProperty("authorisedUntil");
  });

  it("leaves keys alone that were put in while the broker was being asked", async () => {
    const account = await letIn();
    await begin(account);
    const { authorisations } = world.needs;
    const slow: typeof world.needs = {
      ...world.needs,
      authorisations: {
        ...authorisations,
        async complete(...asked) {
          const access = await authorisations.complete(...asked);
          await replaceKeys(world.needs)({ ...owner(account), apiKey: "PK9", secretKey: "new" });
          return access;
        },
      },
    };

    expect(await verifyBroker(slow)({ ...owner(account), verifier: "CODE" })).toMatchObject({
      refusal: { kind: "authorisation-over" },
    });
    const kept = await world.storage.read.accounts.credentialsOf(account.id);
    expect(kept?.sealedApiKey).toContain("PK9");
    expect(kept).not.toHaveProperty("sealedAccess");
  });

  it("stays paused when it is authorised while paused", async () => {
    const account = await letIn();
    await pauseBroker(world.needs)(owner(account));
    await begin(account);

    expect(await verify(account)).toMatchObject({ value: { status: "disabled" } });
    expect(await resumeBroker(world.needs)(owner(account))).toMatchObject({
      value: { status: "active" },
    });
  });
});

describe("one of several accounts behind the same keys", () => {
  it("waits until its user has said which it is", async () => {
    const shown = world.shown("PK1");
    shown.failure = "account-not-chosen";
    const account = await connected();
    await begin(account);
    expect(await verify(account)).toMatchObject({
      value: { status: "error", statusReason: "account-not-chosen" },
    });

    shown.failure = undefined;
    const choose = (accountNumber: string) =>
      changeBroker(world.needs)({ ...owner(account), accountNumber });
    expect(await choose("NUMBER-PK1")).toMatchObject({ ok: true, value: { status: "active" } });
    // Its books are about no other from then on.
    expect(await choose("ANOTHER")).toMatchObject({
      refusal: { kind: "keys-of-another-account" },
    });
  });
});

describe("a suspended account", () => {
  it("is not connected, in words of its own", async () => {
    const shown = world.shown("PK2");
    shown.report = { ...shown.report, canTrade: false };

    expect(await connect({ provider: "alpaca", apiKey: "PK2" })).toMatchObject({
      refusal: { kind: "broker-account-suspended" },
    });
  });

  it("is in error when that is found after its user's word, and tried again later", async () => {
    const shown = world.shown("PK1");
    shown.report = { ...shown.report, canTrade: false };
    const account = await connected();
    await begin(account);

    const verified = await verify(account);
    expect(verified).toMatchObject({
      value: { status: "error", statusReason: "account-suspended" },
    });
    expect(verified.ok && verified.value.validateAt).toBeGreaterThan(world.clock.now());
  });
});

const connect = (change: { provider?: Account["provider"]; apiKey?: string } = {}) =>
  connectBroker(world.needs)(world.user.id, {
    provider: "etrade",
    apiKey: "PK1",
    secretKey: "secret",
    ...change,
  });

async function connected(change: Parameters<typeof connect>[0] = {}): Promise<Account> {
  const answer = await connect(change);
  if (!answer.ok) throw new Error(answer.refusal.kind);
  return answer.value;
}

/** An account its user has let us into. */
async function letIn(): Promise<Account> {
  const account = await connected();
  await begin(account);
  const verified = await verify(account);
  if (!verified.ok) throw new Error(verified.refusal.kind);
  return verified.value;
}

const owner = ({ id: accountId }: Account) => ({
  accountId,
  userId: world.user.id,
  sidHash: "a browser",
});

const begin = (account: Account) => authoriseBroker(world.needs)(owner(account));

const verify = (
  account: Account,
  change: Partial<Parameters<ReturnType<typeof verifyBroker>>[0]> = {},
) => verifyBroker(world.needs)({ ...owner(account), verifier: "CODE", ...change });
