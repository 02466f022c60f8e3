import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Browser } from "../testing/browser.ts";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";
import { RIGHT_CODE, WRONG_KEY } from "../testing/small-broker.ts";

let world: HttpWorld;
beforeEach(async () => {
  world = await openHttpWorld();
});

afterEach(() => world.close());

const KEYS = { provider: "alpaca", apiKey: "AK-0123456789", secretKey: "the secret" };

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

interface Listed {
  readonly id: string;
  readonly isSelected: boolean;
}

const listed = (brokers: readonly Listed[], id: string) =>
  brokers.find((broker) => broker.id === id);

/** A signed-in user who is no demo visitor, with one account. */

async function member(): Promise<{ readonly browser: Browser }> {
  const { browser, user } = await world.visitor();
  await oneByOne(world.storage).users.change(user.id, ({ expiresAt: _, ...row }) => ({
    ...row,
    isDemo: false,
  }));
  return { browser };
}
