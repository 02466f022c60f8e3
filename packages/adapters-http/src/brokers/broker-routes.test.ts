import { randomUUID } from "node:crypto";
import { NO_REAL_PRICES } from "@sevenfold/application/use-cases/venue-prices";
import type { Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Browser } from "../testing/browser.ts";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";
import { RESTRICTED_KEY, RIGHT_CODE, WRONG_KEY } from "../testing/small-broker.ts";

let world: HttpWorld;
beforeEach(async () => {
  world = await openHttpWorld();
});
afterEach(() => world.close());

const KEYS = { provider: "alpaca", apiKey: "AK-0123456789", secretKey: "the secret" };

describe("POST /api/brokers", () => {
  it("connects, selects and lists an account, showing no more of a key than its end", async () => {
    const { browser } = await member();

    const { status, json, text } = await browser.post("/api/brokers", {
      ...KEYS,
      accountLabel: " Savings ",
    });

    expect(status).toBe(200);
    expect(json).toMatchObject({
      provider: "alpaca",
      venue: "paper",
      accountLabel: "Savings",
      status: "active",
      message: NO_REAL_PRICES,
      needsAuthorisation: false,
      apiKeyEnding: "6789",
      isSelected: true,
      equity: 100_000,
    });
    expect(text).not.toContain(KEYS.apiKey);
    expect(text).not.toContain(KEYS.secretKey);
    expect((await browser.get("/api/brokers")).json[1]).toEqual(json);
    expect((await browser.get("/api/account")).json).toMatchObject({ id: json.id, cash: 100_000 });
  });

  it.each([
    ["no provider", { provider: undefined }, "Please select a broker provider"],
    [
      "an unknown provider",
      { provider: "http://169.254.169.254" },
      "Please select a broker provider",
    ],
    ["no API key", { apiKey: "  " }, "API Key is required"],
    ["no secret key", { secretKey: "" }, "Secret Key is required"],
  ])("asks for what is missing: %s", async (_, change, details) => {
    const { browser } = await member();

    const { status, json } = await browser.post("/api/brokers", { ...KEYS, ...change });

    expect(status).toBe(400);
    expect(json.details).toBe(details);
  });

  it.each(["Sav\u202eings", "Sav\u2066ings", "Sav\u200bings", "Sav\u2028ings", "Sav\u0000ings"])(
    "refuses a label that holds what nobody sees: %j",
    async (accountLabel) => {
      world = await openHttpWorld();
      const { browser } = await world.member();
      const [connected] = (await browser.get("/api/brokers")).json;
      const details = expect.stringMatching(/not allowed|characters that cannot be seen/);

      for (const answer of [
        await browser.post("/api/brokers", { ...KEYS, accountLabel }),
        await browser.send("PATCH", `/api/brokers/${connected.id}`, { body: { accountLabel } }),
      ])
        expect(answer).toMatchObject({
          status: 400,
          json: { code: "invalid-request", details },
        });
      expect((await browser.get("/api/brokers")).json).toEqual([connected]);
    },
  );

  it("refuses an address to send the keys to", async () => {
    const { browser } = await member();
    const baseUrl = "http://169.254.169.254/latest";

    expect((await browser.post("/api/brokers", { ...KEYS, baseUrl })).status).toBe(400);
  });

  it.each(["apiKey", "secretKey"] as const)(
    "sends no %s with a line break in it",
    async (field) => {
      const { browser } = await member();

      const keys = { ...KEYS, [field]: "PKAB12\r\nX-Other: 1" };
      const { status, json } = await browser.post("/api/brokers", keys);

      expect(status).toBe(400);
      expect(json.details).toBe("These keys cannot be sent: a character that no key has");
      expect((await browser.get("/api/brokers")).json).toHaveLength(1);
    },
  );

  it("says that the broker refuses the keys", async () => {
    const { browser } = await member();

    const { status, json } = await browser.post("/api/brokers", { ...KEYS, apiKey: WRONG_KEY });

    expect(status).toBe(422);
    expect(json).toMatchObject({ code: "broker-keys-refused", error: "Connection Failed" });
    expect(json.details).toMatch(
      /^Alpaca does not accept these keys\. It says: The small broker does not answer\. Check /,
    );
    expect((await browser.get("/api/brokers")).json).toHaveLength(1);
  });

  it("says in the broker's words that an account may not trade", async () => {
    const { browser } = await member();

    const { status, json } = await browser.post("/api/brokers", {
      ...KEYS,
      apiKey: RESTRICTED_KEY,
    });

    expect(status).toBe(422);
    expect(json.code).toBe("broker-account-suspended");
    expect(json.details).toContain("it says “Trading is blocked.” Ask the broker");
  });

  it("keeps the account as pending when the broker does not answer, and says so", async () => {
    const { browser } = await member();
    world.broker.failWith("network");

    const { status, json } = await browser.post("/api/brokers", KEYS);

    expect(status).toBe(200);
    expect(json).toMatchObject({ status: "pending", equity: null, lastValidatedAt: null });
    expect(json.message).toMatch(/^Alpaca does not answer\./);
  });

  it("keeps E*TRADE pending until it is authorised", async () => {
    const { browser } = await member();

    const { json } = await browser.post("/api/brokers", { ...KEYS, provider: "etrade" });

    expect(json).toMatchObject({ venue: "live", status: "pending", needsAuthorisation: true });
  });

  it("answers a repeated request with the account it made", async () => {
    const { browser } = await member();
    const headers = { "Idempotency-Key": "one-form" };

    const first = await browser.post("/api/brokers", KEYS, { headers });
    const again = await browser.post("/api/brokers", KEYS, { headers });
    const other = await browser.post("/api/brokers", { ...KEYS, apiKey: "AK-2" }, { headers });

    expect(again.json).toEqual(first.json);
    expect(other).toMatchObject({ status: 422, json: { code: "idempotency-key-reused" } });
    expect((await browser.get("/api/brokers")).json).toHaveLength(2);
  });

  it("connects nothing in the demo", async () => {
    const { browser } = await world.visitor();

    const { status, json } = await browser.post("/api/brokers", KEYS);

    expect(status).toBe(403);
    expect(json.details).toBe(
      "The demo keeps its one account as it is. Sign up for an account of your own.",
    );
  });

  it("lets a user try twenty keys an hour", async () => {
    await world.close();
    world = await openHttpWorld({ rateLimits: { brokerKeysPerUser: TWENTY_AN_HOUR } });
    const { browser } = await member();
    for (let tried = 0; tried < 20; tried += 1)
      await browser.post("/api/brokers", { ...KEYS, apiKey: WRONG_KEY });

    expect((await browser.post("/api/brokers", KEYS)).status).toBe(429);
  });
});

describe("letting Sevenfold in at the broker's own site", () => {
  const issued = async (browser: Browser) => {
    const { json } = await browser.post("/api/brokers/paper-keys", { provider: "etrade" });
    expect(json.secretKey).toContain("signing");
    return browser.post("/api/brokers", { provider: "etrade", ...json });
  };

  it("is asked for when it is connected, begun, and ended with the code the user was shown", async () => {
    const { browser } = await member();
    const connected = await issued(browser);
    expect(connected.json).toMatchObject({
      venue: "built-in",
      status: "pending",
      needsAuthorisation: true,
      authorisedUntil: null,
    });
    const path = `/api/brokers/${connected.json.id}`;

    const begun = await browser.post(`${path}/authorise`);
    expect(begun.json).toEqual({
      authorizeUrl: "https://broker.example/authorise",
      expiresAt: expect.any(String),
    });
    const verified = await browser.post(`${path}/verify`, { verifier: RIGHT_CODE });

    expect(listed(verified.json, connected.json.id)).toMatchObject({
      status: "active",
      message: null,
      needsAuthorisation: false,
      authorisedUntil: "2100-01-01T00:00:00.000Z",
    });
    for (const { text } of [connected, begun, verified])
      expect(text).not.toMatch(/request-|access-|signing/);
  });

  it("says what is wrong with a code, and that none is under way", async () => {
    const { browser } = await member();
    const { json } = await issued(browser);
    const verify = (verifier: string) =>
      browser.post(`/api/brokers/${json.id}/verify`, { verifier });

    expect(await verify(RIGHT_CODE)).toMatchObject({
      status: 410,
      json: { code: "authorisation-over", error: "Begin again" },
    });
    await browser.post(`/api/brokers/${json.id}/authorise`);
    expect((await verify(" ")).status).toBe(400);
    expect(await verify("WRONG")).toMatchObject({
      status: 422,
      json: {
        code: "code-refused",
        details: expect.stringMatching(/^The broker does not take this code: .*Authorise again/),
      },
    });
  });

  it("is ended in the browser it was begun in alone", async () => {
    const { browser, login } = await world.member();
    const { json } = await issued(browser);
    await browser.post(`/api/brokers/${json.id}/authorise`);
    const other = world.browser();
    await other.post("/api/login", login);

    const elsewhere = await other.post(`/api/brokers/${json.id}/verify`, { verifier: RIGHT_CODE });
    expect(elsewhere.status).toBe(410);
    const stranger = (await member()).browser;
    const theirs = await stranger.post(`/api/brokers/${json.id}/verify`, { verifier: RIGHT_CODE });
    expect(theirs.status).toBe(404);
    const mine = await browser.post(`/api/brokers/${json.id}/verify`, { verifier: RIGHT_CODE });
    expect(mine.status).toBe(200);
  });

  it("is not begun for real money where that is not traded", async () => {
    const { browser } = await member();
    const { json } = await browser.post("/api/brokers", { ...KEYS, provider: "etrade" });
    expect(json).toMatchObject({ venue: "live", status: "pending" });

    expect(await browser.post(`/api/brokers/${json.id}/authorise`)).toMatchObject({
      status: 403,
      json: { code: "live-not-allowed" },
    });
  });

  it("refuses keys the broker does not know, in the broker's words", async () => {
    const { browser } = await member();
    const wrong = { ...KEYS, provider: "etrade", apiKey: WRONG_KEY };

    expect((await browser.post("/api/brokers", wrong)).json.details).toBe(
      "E*TRADE does not accept these keys. It says: The small broker does not answer. Check the consumer key and its secret.",
    );
  });
});

describe("POST /api/brokers/paper-keys", () => {
  it("issues keys of the built-in exchange to whoever asks, and they connect", async () => {
    const { status, json } = await world.browser().post("/api/brokers/paper-keys");
    expect(status).toBe(200);

    const { browser } = await member();
    const connected = await browser.post("/api/brokers", { provider: "alpaca", ...json });

    expect(connected.json).toMatchObject({ venue: "built-in", status: "active" });
  });

  it("issues ten an hour to one address", async () => {
    await world.close();
    world = await openHttpWorld({ isEmbedded: false });
    const browser = world.browser();
    for (let issued = 0; issued < 10; issued += 1)
      expect((await browser.post("/api/brokers/paper-keys")).status).toBe(200);

    expect((await browser.post("/api/brokers/paper-keys")).status).toBe(429);
  });
});

describe("PATCH /api/brokers/:id", () => {
  it("renames, pauses and resumes", async () => {
    const { browser, id } = await connected();

    const paused = await browser.send("PATCH", `/api/brokers/${id}`, {
      body: { accountLabel: "Savings", isPaused: true },
    });
    expect(listed(paused.json, id)).toMatchObject({
      accountLabel: "Savings",
      status: "disabled",
      message: "Paused. Resume it to connect again.",
    });

    const resumed = await browser.send("PATCH", `/api/brokers/${id}`, {
      body: { isPaused: false },
    });
    expect(listed(resumed.json, id)).toMatchObject({
      status: "active",
      message: NO_REAL_PRICES,
    });
  });

  it("takes both keys or none", async () => {
    const { browser, id } = await connected();

    const { status, json } = await browser.send("PATCH", `/api/brokers/${id}`, {
      body: { apiKey: "AK-new" },
    });

    expect(status).toBe(400);
    expect(json.details).toBe("API Key and Secret Key are required for the selected broker");
  });

  it("takes no keys of another account", async () => {
    const { browser, id } = await connected();

    const { status, json } = await browser.send("PATCH", `/api/brokers/${id}`, {
      body: { apiKey: "AK-elsewhere", secretKey: "s" },
    });

    expect(status).toBe(409);
    expect(json.code).toBe("keys-of-another-account");
  });

  it("knows no account of nobody", async () => {
    const { browser } = await member();

    expect((await browser.send("PATCH", `/api/brokers/${randomUUID()}`, { body: {} })).status).toBe(
      404,
    );
  });
});

describe("POST /api/brokers/:id/select", () => {
  it("changes which account every other call is about", async () => {
    const { browser, id } = await connected();
    const [first] = (await browser.get("/api/brokers")).json;

    const { json } = await browser.post(`/api/brokers/${first.id}/select`);

    expect(json.map((broker: Listed) => broker.isSelected)).toEqual([true, false]);
    expect((await browser.get("/api/account")).json.id).toBe(first.id);
    expect(first.id).not.toBe(id);
  });
});

describe("DELETE /api/brokers/:id", () => {
  it("lists the account no more", async () => {
    const { browser, id } = await connected();

    const { status, json } = await browser.delete(`/api/brokers/${id}`);

    expect(status).toBe(200);
    expect(json.map((broker: Listed) => broker.id)).not.toContain(id);
    expect((await browser.delete(`/api/brokers/${id}`)).status).toBe(404);
  });

  it("names the orders that are open", async () => {
    const { browser, id } = await connected();
    await browser.post("/api/orders", {
      symbol: "AAPL",
      side: "buy",
      orderType: "limit",
      limitPrice: 100,
      quantity: 7,
    });

    const { status, json } = await browser.delete(`/api/brokers/${id}`);

    expect(status).toBe(409);
    expect(json.details).toBe("Cancel them first, or wait for their end: buy 7 AAPL.");
  });
});

describe("POST /api/positions/:ticker/manage", () => {
  it("hands a holding over that was found at the broker", async () => {
    world.broker.positions.push({
      ticker: "AAPL" as Ticker,
      quantity: shares(5),
      costBasis: money(10_000_000),
      fractionBillionths: 0,
    });
    const { browser } = await connected();
    expect((await browser.get("/api/positions")).json).toMatchObject([{ isManaged: false }]);

    const { status, json } = await browser.post("/api/positions/AAPL/manage", { managed: true });

    expect(status).toBe(200);
    expect(json).toMatchObject([{ ticker: "AAPL", shares: 5 }]);
    expect((await browser.get("/api/positions")).json).toMatchObject([{ isManaged: true }]);
  });

  it("knows nothing that is not held", async () => {
    const { browser } = await connected();

    const { status, json } = await browser.post("/api/positions/MSFT/manage", { managed: true });

    expect(status).toBe(404);
    expect(json.details).toBe("MSFT is not held.");
  });
});

interface Listed {
  readonly id: string;
  readonly isSelected: boolean;
}

const TWENTY_AN_HOUR = { requests: 20, perSeconds: 3_600 };

const listed = (brokers: readonly Listed[], id: string) =>
  brokers.find((broker) => broker.id === id);

/** A signed-in user who is no demo visitor, with one account. */
async function member(): Promise<{ readonly browser: Browser }> {
  const { browser, user } = await world.visitor();
  await world.storage.read.users.change(user.id, ({ expiresAt: _, ...row }) => ({
    ...row,
    isDemo: false,
  }));
  return { browser };
}

async function connected(): Promise<{ readonly browser: Browser; readonly id: string }> {
  const { browser } = await member();
  const { json } = await browser.post("/api/brokers", KEYS);
  return { browser, id: json.id };
}
