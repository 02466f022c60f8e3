import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { instant } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

describe("the worker's switch", () => {
  it("goes on where a worker lives, and off", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    await world.pingWorker();

    expect(await browser.post("/api/worker/toggle", { enabled: true })).toMatchObject({
      status: 200,
      json: { enabled: true, message: "Automated trading enabled" },
    });
    expect((await browser.get("/api/worker/status")).json).toMatchObject({
      enabled: true,
      online: true,
    });
    expect((await browser.post("/api/worker/toggle", { enabled: false })).json).toEqual({
      enabled: false,
      message: "Automated trading disabled",
    });
  });

  it("tells each reason why only sells pass, and what ends it, of the worker and of the broker", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.visitor();
    const [account] = await world.storage.read.accounts.ofUser(user.id);
    const at = instant(Date.now());
    await oneByOne(world.storage).accounts.change(account!.id, (row) => ({
      ...row,
      reductions: [
        { because: "too-many-orders-in-all", at },
        { because: "books-contradicted", at },
      ],
    }));

    const status = (await browser.get("/api/worker/status")).json;
    const brokers = (await browser.get("/api/brokers")).json;

    const since = new Date(at).toISOString();
    const passes = new Date(at + 15 * 60_000).toISOString();
    expect(status.reductions).toEqual([
      {
        reason: "too-many-orders-in-all",
        message: "All accounts together wanted more orders than may be sent.",
        since,
        manualUntil: passes,
        agentEnds: "time",
        agentUntil: passes,
      },
      {
        reason: "books-contradicted",
        message: "The broker reported something that contradicts our books.",
        since,
        manualUntil: passes,
        agentEnds: "switched-on",
        agentUntil: null,
      },
    ]);
    expect(brokers[0].reductions).toEqual(status.reductions);
    expect(status.message).toMatch(/^The broker reported something/);
  });

  it("does not go on without a worker, but always off", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect(await browser.post("/api/worker/toggle", { enabled: true })).toMatchObject({
      status: 503,
      json: {
        code: "worker-offline",
        details:
          "Worker Unavailable: The trading worker is currently offline. Please ensure the worker service is running.",
      },
    });
    expect((await browser.post("/api/worker/toggle", { enabled: false })).status).toBe(200);
  });

  it("says that it stands still once the trial has ended, and stays on", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.visitor();
    await world.pingWorker();
    await browser.post("/api/worker/toggle", { enabled: true });
    expect((await browser.get("/api/worker/status")).json.message).toBeNull();

    await oneByOne(world.storage).users.change(user.id, (row) => ({
      ...row,
      trialEndsAt: world.needs.clock.now(),
    }));

    expect((await browser.get("/api/worker/status")).json).toMatchObject({
      enabled: true,
      message: expect.stringMatching(/is on, but buys nothing: the trial has ended\./),
    });
    await browser.post("/api/worker/toggle", { enabled: false });
    expect((await browser.get("/api/worker/status")).json.message).toBeNull();
  });

  it("does not go on without a subscription or trial", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.visitor();
    await world.pingWorker();
    await oneByOne(world.storage).users.change(user.id, (row) => ({
      ...row,
      subscriptionStatus: "past_due",
    }));

    expect(await browser.post("/api/worker/toggle", { enabled: true })).toMatchObject({
      status: 402,
      json: {
        code: "subscription-required",
        details:
          "Premium Feature: AI trading requires an active subscription. Please upgrade to continue.",
      },
    });
    expect((await browser.get("/api/subscription/status")).json).toMatchObject({
      status: "past_due",
      requiresPayment: true,
    });
  });
});

describe("the worker's status", () => {
  it("is offline once the last ping is 30 seconds old", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    await world.pingWorker();
    expect((await browser.get("/api/worker/status")).json).toMatchObject({
      online: true,
      worker_health: { error: null, alpaca_connected: true, market_data_active: true },
    });

    world.passTime(30_000);

    expect((await browser.get("/api/worker/status")).json).toMatchObject({
      online: false,
      worker_health: { alpaca_connected: false, market_data_active: false },
    });
  });

  it("names every watched symbol, and no price where none is known", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    const { positions, trails } = (await browser.get("/api/worker/status")).json;

    expect(positions).toHaveLength(85);
    const [aapl, meta] = ["AAPL", "META"].map((wanted) =>
      positions.find(({ ticker }: { readonly ticker: string }) => ticker === wanted),
    );
    expect(aapl).toMatchObject({ current_price: 200, company_name: "Apple Inc.", shares: 0 });
    expect(Date.parse(aapl.price_at)).toBeLessThanOrEqual(world.needs.clock.now());
    expect(meta).toMatchObject({ current_price: null, price_at: null, trail_status: "armed" });
    expect(trails).toEqual({});
  });
});
