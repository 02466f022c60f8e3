import { afterEach, describe, expect, it } from "vitest";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const BUY = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 3 };

describe("placing an order", () => {
  it("sends it and shows it", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    const { status, json } = await browser.post("/api/orders", BUY);

    expect(status).toBe(200);
    expect(json).toEqual({
      order: {
        clientKey: expect.stringMatching(/^[A-Z2-7]{20}$/),
        ticker: "AAPL",
        side: "BUY",
        orderType: "market",
        quantity: 3,
        filled: 0,
        limitPrice: null,
        stopPrice: null,
        timeInForce: null,
        averagePrice: null,
        status: "working",
        origin: "manual",
        message: null,
        provider: "small",
        providerName: "Small market",
        priceAt: expect.stringMatching(/Z$/),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
      warnings: [],
    });
    expect(world.broker.received).toMatchObject([{ ticker: "AAPL", side: "buy", quantity: 3 }]);
    expect((await browser.get("/api/orders")).json).toEqual([json.order]);
    const { availableCash, cash } = (await browser.get("/api/account")).json;
    expect(cash - availableCash).toBeGreaterThanOrEqual(600);
  });

  it("takes a market order whose limit price is said to be none", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    const { status, json } = await browser.post("/api/orders", { ...BUY, limitPrice: null });

    expect(status).toBe(200);
    expect(json.order).toMatchObject({ orderType: "market", limitPrice: null });
    expect(
      await browser.post("/api/orders", { ...BUY, orderType: "limit", limitPrice: null }),
    ).toMatchObject({ status: 400, json: { details: "Limit price is required for limit orders" } });
  });

  it.each(["/api/orders", "/api/orders/check"])(
    "sends nothing at market that names a limit: %s",
    async (path) => {
      world = await openHttpWorld();
      const { browser } = await world.visitor();

      expect(await browser.post(path, { ...BUY, limitPrice: 150 })).toMatchObject({
        status: 400,
        json: {
          details: "A market order has no limit price: leave it out, or place a limit order",
        },
      });
      expect(world.broker.received).toEqual([]);
    },
  );

  it("takes a symbol in small letters and a limit to the cent", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    const ticket = { ...BUY, symbol: " aapl ", orderType: "limit", limitPrice: 198.07 };
    const { json } = await browser.post("/api/orders", ticket);

    expect(json.order).toMatchObject({ ticker: "AAPL", orderType: "limit", limitPrice: 198.07 });
    expect(world.broker.received).toMatchObject([{ limit: 1_980_700 }]);
  });

  it("places one order however often the same ticket is sent", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const headers = { "idempotency-key": "ticket-1" };

    const answers = [
      await browser.post("/api/orders", BUY, { headers }),
      await browser.post("/api/orders", BUY, { headers }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]!.json.order.clientKey).toBe(answers[1]!.json.order.clientKey);
    expect(world.broker.received).toHaveLength(1);
    expect(await browser.post("/api/orders", { ...BUY, quantity: 4 }, { headers })).toMatchObject({
      status: 422,
      json: { code: "idempotency-key-reused" },
    });
  });

  it("refuses a key that is too long or not visible", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    for (const key of ["k".repeat(129), "two words", "k\u00e9y"])
      expect(
        await browser.post("/api/orders", BUY, { headers: { "idempotency-key": key } }),
      ).toMatchObject({
        status: 400,
        json: { details: "An Idempotency-Key has 1 to 128 visible characters." },
      });
    expect(world.broker.received).toEqual([]);
  });

  it("takes two equal orders within moments for one sent twice", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    await browser.post("/api/orders", BUY);

    expect(await browser.post("/api/orders", BUY)).toMatchObject({
      status: 409,
      json: {
        code: "possible-duplicate",
        details:
          "The same order was placed a moment ago, so this one was not sent. If you want both, send it again in a few seconds.",
      },
    });
  });

  it("says what is missing: funds, shares, the symbol, the broker", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const order = (changes: object) => browser.post("/api/orders", { ...BUY, ...changes });

    expect(await order({ quantity: 10_000 })).toMatchObject({
      status: 422,
      json: {
        code: "insufficient-buying-power",
        error: "Insufficient funds",
        details: "It needs $2,000,000.00; $100,000.00 is free.",
      },
    });
    expect(await order({ side: "sell" })).toMatchObject({
      status: 422,
      json: { code: "not-enough-shares", details: "You hold 0 and asked to sell 3." },
    });
    expect(await order({ symbol: "ZZZZZ" })).toMatchObject({
      status: 404,
      json: { code: "unknown-symbol", details: "No market lists ZZZZZ." },
    });
    world.broker.answerWith({ kind: "rejected", message: "Account restricted.", cause: "other" });
    expect(await order({})).toMatchObject({
      status: 422,
      json: { code: "broker-rejected", details: "Account restricted." },
    });
  });

  it("shows an order of uncertain fate as unknown, not as failed", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    world.broker.answerWith({ kind: "unknown", message: "time-out" });

    const { status, json } = await browser.post("/api/orders", BUY);

    expect(status).toBe(200);
    expect(json.order.status).toBe("unknown");
  });

  it("warns of the account's own limits and places the order", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    const { status, json } = await browser.post("/api/orders", { ...BUY, quantity: 60 });

    expect(status).toBe(200);
    expect(json.warnings).toContain("It would make the position 60 shares; your limit is 50.");
  });
});

describe("canceling an order", () => {
  it("asks the broker and shows that it did", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const { clientKey } = (await browser.post("/api/orders", BUY)).json.order;

    expect(await browser.post(`/api/orders/${clientKey}/cancel`)).toMatchObject({
      status: 200,
      json: { clientKey, status: "cancel-pending" },
    });
  });

  it("is refused for an order of somebody else as if there were none", async () => {
    world = await openHttpWorld();
    const one = await world.visitor();
    const other = await world.visitor();
    const { clientKey } = (await one.browser.post("/api/orders", BUY)).json.order;

    const stranger = await other.browser.post(`/api/orders/${clientKey}/cancel`);
    const nobodys = await other.browser.post(`/api/orders/${"A".repeat(20)}/cancel`);

    expect(stranger).toMatchObject({ status: 404, json: { code: "order-not-found" } });
    expect(stranger.json).toEqual(nobodys.json);
    expect((await one.browser.get("/api/orders")).json[0].status).toBe("working");
  });
});
