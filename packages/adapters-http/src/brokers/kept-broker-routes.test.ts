import { randomUUID } from "node:crypto";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { NO_REAL_PRICES } from "@sevenfold/application/trading/prices/venue-prices";
import type { Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Browser } from "../testing/browser.ts";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
beforeEach(async () => {
  world = await openHttpWorld();
});

afterEach(() => world.close());

const KEYS = { provider: "alpaca", apiKey: "AK-0123456789", secretKey: "the secret" };

describe("PATCH /api/brokers/:id", () => {
  it("renames, pauses and resumes", async () => {
    const { browser, id } = await connected();

    const paused = await browser.send("PATCH", `/api/brokers/${id}`, {
      body: { accountLabel: "Savings", isPaused: true },
    });
    expect(listed(paused.json, id)).toMatchObject({
      accountLabel: "Savings",
      status: "disabled",
      message: "No order is sent until you resume it, in the settings, under Brokers.",
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

async function connected(): Promise<{ readonly browser: Browser; readonly id: string }> {
  const { browser } = await member();
  const { json } = await browser.post("/api/brokers", KEYS);
  return { browser, id: json.id };
}
