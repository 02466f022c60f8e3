import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { NO_REAL_PRICES } from "@sevenfold/application/trading/prices/venue-prices";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Browser } from "../testing/browser.ts";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";
import { RESTRICTED_KEY, WRONG_KEY } from "../testing/small-broker.ts";

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

  it("counts no change of an account as a try of keys that brings none", async () => {
    await world.close();
    world = await openHttpWorld({ rateLimits: { brokerKeysPerUser: TWENTY_AN_HOUR } });
    const { browser } = await member();
    const [{ id }] = (await browser.get("/api/brokers")).json;
    for (let named = 0; named < 21; named += 1) {
      const body = { accountLabel: `Name ${named}` };
      expect((await browser.send("PATCH", `/api/brokers/${id}`, { body })).status).toBe(200);
    }

    expect((await browser.post("/api/brokers", KEYS)).status).toBe(200);
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

const TWENTY_AN_HOUR = { requests: 20, perSeconds: 3_600 };

/** A signed-in user who is no demo visitor, with one account. */
async function member(): Promise<{ readonly browser: Browser }> {
  const { browser, user } = await world.visitor();
  await oneByOne(world.storage).users.change(user.id, ({ expiresAt: _, ...row }) => ({
    ...row,
    isDemo: false,
  }));
  return { browser };
}
