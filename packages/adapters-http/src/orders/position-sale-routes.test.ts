import { AAPL, somePosition } from "@sevenfold/application/testing/storage-rows";
import { TEXT_ENDPOINTS } from "@sevenfold/contract/endpoints";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

/** A visitor who holds ten shares of Apple. */
async function holder() {
  const visitor = await world.visitor();
  const account = await world.storage.read.accounts.selectedOf(visitor.user.id);
  const position = { ...somePosition(account!.id, 10), updatedAt: world.needs.clock.now() };
  await world.storage.transact(({ positions }) => positions.put(position));
  return visitor;
}

describe("selling a position", () => {
  it("sends a market order for the shares, once per key", async () => {
    world = await openHttpWorld();
    const { browser } = await holder();
    const headers = { "idempotency-key": "k" };
    const sell = () =>
      browser.post("/api/positions/sell", { ticker: "aapl", shares: 10 }, { headers });

    const { status, json } = await sell();

    expect(status).toBe(200);
    expect(json.order).toMatchObject({ ticker: "AAPL", side: "SELL", orderType: "market" });
    expect((await sell()).json.order.clientKey).toBe(json.order.clientKey);
    expect(world.broker.received).toHaveLength(1);
  });

  it("is refused beyond what is held and not yet being sold", async () => {
    world = await openHttpWorld();
    const { browser } = await holder();
    await browser.post("/api/positions/sell", { ticker: "AAPL", shares: 7 });

    expect(await browser.post("/api/positions/sell", { ticker: "AAPL", shares: 4 })).toMatchObject({
      status: 422,
      json: {
        details: "You hold 10, of which 7 are in open sell orders, and asked to sell 4.",
      },
    });
  });

  it.each([{ ticker: "AAPL", shares: 0 }, { ticker: "AAPL" }, { ticker: "1", shares: 1 }])(
    "refuses %j",
    async (body) => {
      world = await openHttpWorld();
      const { browser } = await holder();

      expect((await browser.post("/api/positions/sell", body)).status).toBe(400);
    },
  );
});

describe("selling everything", () => {
  it("is found again for as long as it is at work, by nobody else", async () => {
    world = await openHttpWorld();
    const { browser } = await holder();
    const other = await holder();
    const find = () => browser.get("/api/positions/sell-all");
    expect((await find()).json).toEqual({ sale: null });
    const { id } = (await browser.post("/api/positions/sell-all")).json;
    const sale = { id, isDone: false, items: [{ ticker: AAPL, shares: 10 }] };
    expect((await find()).json).toMatchObject({ sale });
    expect((await other.browser.get("/api/positions/sell-all")).json).toEqual({ sale: null });

    const { sales } = world.storage.read;
    const endedAt = world.needs.clock.now();
    await world.storage.transact(({ sales }) => sales.change(id, (each) => ({ ...each, endedAt })));
    expect((await sales.byId(id))?.endedAt).toBe(endedAt);
    expect((await find()).json).toEqual({ sale: null });
  });

  it("turns automation off, begins one sale and tells how it stands", async () => {
    world = await openHttpWorld();
    await world.pingWorker();
    const { browser } = await holder();
    await browser.post("/api/worker/toggle", { enabled: true });
    const headers = { "idempotency-key": "sale" };

    const { status, json } = await browser.post("/api/positions/sell-all", {}, { headers });

    expect(status).toBe(200);
    expect(json).toMatchObject({ isDone: false, items: [{ ticker: AAPL, shares: 10, sold: 0 }] });
    expect((await browser.get("/api/trading-config")).json.enableAutomatedTrading).toBe(false);
    const again = await browser.post("/api/positions/sell-all", {}, { headers });
    expect(again.json.id).toBe(json.id);
    expect((await browser.get(`/api/positions/sell-all/${json.id}`)).json).toMatchObject({
      id: json.id,
      items: [{ ticker: AAPL }],
    });
  });

  it("says that there is nothing to sell", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect(await browser.post("/api/positions/sell-all")).toMatchObject({
      status: 409,
      json: { code: "nothing-to-sell", details: "No positions to clear" },
    });
  });

  it("is nobody else's to look at", async () => {
    world = await openHttpWorld();
    const one = await holder();
    const other = await world.visitor();
    const { id } = (await one.browser.post("/api/positions/sell-all")).json;

    expect((await other.browser.get(`/api/positions/sell-all/${id}`)).status).toBe(404);
  });
});

describe("canceling all orders", () => {
  it("takes every open order back, and tells of each how it stands", async () => {
    world = await openHttpWorld();
    const { browser } = await holder();
    for (const symbol of ["MSFT", "NVDA"])
      await browser.post("/api/orders", {
        symbol,
        side: "buy",
        orderType: "limit",
        quantity: 1,
        limitPrice: 1,
      });
    const headers = { "idempotency-key": "all" };

    const { status, json } = await browser.post("/api/orders/cancel-all", {}, { headers });

    expect(status).toBe(200);
    expect(json).toMatchObject({
      isDone: false,
      orders: [
        { ticker: "MSFT", side: "BUY", quantity: 1, filled: 0, state: "canceling" },
        { ticker: "NVDA", side: "BUY", quantity: 1, filled: 0, state: "canceling" },
      ],
    });
    const statuses = (await browser.get("/api/orders")).json.map(
      ({ status: each }: { readonly status: string }) => each,
    );
    expect(statuses).toEqual(["cancel-pending", "cancel-pending"]);
    const again = await browser.post("/api/orders/cancel-all", {}, { headers });
    expect(again.json.id).toBe(json.id);
    expect((await browser.get(`/api/orders/cancel-all/${json.id}`)).json.orders).toHaveLength(2);
    expect((await browser.get(`/api/positions/sell-all/${json.id}`)).status).toBe(404);
    const other = await world.visitor();
    expect((await other.browser.get(`/api/orders/cancel-all/${json.id}`)).status).toBe(404);
  });

  it("is done at once where nothing is open", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect((await browser.post("/api/orders/cancel-all")).json).toMatchObject({
      isDone: true,
      orders: [],
    });
  });

  it("is one key's wish apart from a sale's of the same key", async () => {
    world = await openHttpWorld();
    const { browser } = await holder();
    const headers = { "idempotency-key": "one" };
    const canceled = await browser.post("/api/orders/cancel-all", {}, { headers });
    const alike = { "idempotency-key": "cancel-all.one" };
    const mistaken = await browser.post("/api/positions/sell-all", {}, { headers: alike });
    expect(mistaken).toMatchObject({ status: 422, json: { code: "idempotency-key-reused" } });

    const sold = await browser.post("/api/positions/sell-all", {}, { headers });

    expect(sold.status).toBe(200);
    expect(sold.json.id).not.toBe(canceled.json.id);
  });
});

describe("syncing", () => {
  it("says that everything matches, or what differs", async () => {
    world = await openHttpWorld();
    const flat = await world.visitor();
    const holding = await holder();

    expect((await flat.browser.post("/api/positions/sync")).json).toEqual({
      message: "Everything already matches your broker.",
      changed: 0,
    });
    expect((await holding.browser.post("/api/positions/sync")).json.message).toBe(
      "Your broker's holdings differ from our books: AAPL 0 there, 10 here.",
    );
  });
});

describe("the decision journal", () => {
  it("is read in words, for one symbol or all", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.visitor();
    const { id: accountId } = (await world.storage.read.accounts.selectedOf(user.id))!;
    const line = { accountId, at: world.needs.clock.now(), settingsVersion: 1 };
    await world.storage.transact(({ decisions }) =>
      decisions.add([{ ...line, ticker: AAPL, verdict: "blocked", gate: "halted" }]),
    );

    expect((await browser.get("/api/decisions?ticker=AAPL")).json).toMatchObject([
      {
        ticker: AAPL,
        verdict: "blocked",
        gate: "halted",
        explanation: "The daily loss limit was reached: no new positions until the next session.",
      },
    ]);
    expect((await browser.get("/api/decisions?ticker=MSFT")).json).toEqual([]);
  });
});

const FILES = TEXT_ENDPOINTS.filter(({ answers }) => answers === "text/csv");

describe.each(FILES.map(({ path }) => path))("%s", (path) => {
  it("is a file for who is signed in, and for nobody else", async () => {
    world = await openHttpWorld();
    const { browser } = await holder();
    await browser.post("/api/positions/sell", { ticker: "AAPL", shares: 10 });

    const { headers, status, text } = await browser.get(path);

    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/csv");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="sevenfold-/);
    expect(text.split("\r\n")[0]).toMatch(/^time,(symbol|kind,symbol),/);
    expect(text.split("\r\n")).toHaveLength(path.includes("orders") ? 3 : 2);
    expect((await world.browser().get(path)).status).toBe(401);
  });
});
