import { type Instant, instant } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import {
  hearTrades,
  type LoopbackExchange,
  openClient,
  START,
} from "./testing/exchange-on-loopback.ts";
import {
  AAPL,
  later,
  limitOrder,
  marketOrder,
  open,
  SLOT_MS,
  untilFilled,
} from "./testing/opened-exchange.ts";

describe("orders on the exchange", () => {
  it("fills a market order at the ask of a later moment and tells it in binary frames", async () => {
    const { exchange, client } = await open();
    const stream = await hearTrades(exchange.url, client);
    const sent = await client.post("/v2/orders", marketOrder({ qty: "10", client_order_id: "A1" }));

    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({
      status: "pending_new",
      qty: "10",
      filled_qty: "0",
      filled_avg_price: null,
    });
    later(exchange, SLOT_MS);
    const news = await stream.next();
    expect(news.data).toMatchObject({
      event: "new",
      order: { client_order_id: "A1", status: "new" },
    });
    let filled = 0;
    while (filled < 10) {
      const { data } = await stream.next();
      filled += Number(data.qty);
      expect(data.event).toBe(filled === 10 ? "fill" : "partial_fill");
      expect(data.price).toBe(askText(exchange, exchange.now()));
      expect(data.position_qty).toBe(String(filled));
      expect(data.order.filled_qty).toBe(String(filled));
      if (filled < 10) later(exchange, SLOT_MS);
    }
    expect(stream.kinds).toEqual(new Set(["binary"]));
    const order = await client.get(`/v2/orders/${sent.body.id}`);
    expect(order.body).toMatchObject({ status: "filled", filled_qty: "10" });
  });

  it("leaves a limit order resting until the ask comes down to it", async () => {
    const { exchange, client } = await open();
    const stream = await hearTrades(exchange.url, client);
    const { limit, at } = nextLowAsk(exchange);
    const sent = await client.post(
      "/v2/orders",
      limitOrder({ limit_price: String(dollarsOf(limit)) }),
    );
    for (let now = START + SLOT_MS; now < at; now += SLOT_MS * 7) exchange.moveTo(instant(now));
    expect((await stream.next()).data.event).toBe("new");
    expect((await client.get(`/v2/orders/${sent.body.id}`)).body.status).toBe("new");

    exchange.moveTo(at);
    const { data } = await stream.next();

    expect(data).toMatchObject({ qty: expect.any(String), price: askText(exchange, at) });
  });

  it("refuses a second order of one client_order_id, also when the first is filled", async () => {
    const { exchange, client } = await open();
    const first = marketOrder({ client_order_id: "TWICE" });
    await client.post("/v2/orders", first);
    const refusal = {
      status: 422,
      body: { code: 40010001, message: "client_order_id must be unique" },
    };

    expect(await client.post("/v2/orders", first)).toMatchObject(refusal);
    await untilFilled(exchange, client);
    expect(await client.post("/v2/orders", first)).toMatchObject(refusal);
    const found = await client.get("/v2/orders:by_client_order_id?client_order_id=TWICE");
    expect(found.body).toMatchObject({ client_order_id: "TWICE", status: "filled" });
    expect(await client.get("/v2/orders:by_client_order_id?client_order_id=NEVER")).toMatchObject({
      status: 404,
      body: { code: 40410000, message: "order not found for NEVER" },
    });
  });

  it("refuses what the account cannot pay for, counting what open orders reserve", async () => {
    const { exchange, client } = await open({}, "1000");
    const price = (dollarsOf(exchange.market.priceAt(AAPL, START)) / 2).toFixed(2);
    const affordable = Math.floor(1_000 / Number(price));
    const sent = await client.post(
      "/v2/orders",
      limitOrder({ limit_price: price, qty: String(affordable) }),
    );
    const reserved = affordable * Number(price);

    expect(sent.status).toBe(200);
    const account = await client.get("/v2/account");
    expect(Number(account.body.buying_power)).toBeCloseTo(1_000 - reserved, 4);
    expect(account.body.cash).toBe("1000.00");
    const refused = await client.post("/v2/orders", limitOrder({ limit_price: price, qty: "1" }));
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 40310000, message: "insufficient buying power" });
    expect(Number(refused.body.buying_power)).toBeCloseTo(1_000 - reserved, 4);
    expect(Number(refused.body.cost_basis)).toBeCloseTo(Number(price), 4);
  });

  it("refuses to sell what is not held or already offered", async () => {
    const { exchange, client } = await open();
    expect(await client.post("/v2/orders", marketOrder({ side: "sell", qty: "11" }))).toMatchObject(
      {
        status: 403,
        body: {
          code: 40310000,
          message: "insufficient qty available for order (requested: 11, available: 0)",
          existing_qty: "0",
        },
      },
    );
    await client.post("/v2/orders", marketOrder({ qty: "10" }));
    await untilFilled(exchange, client);
    await client.post("/v2/orders", limitOrder({ side: "sell", qty: "7", limit_price: "90000" }));

    expect(await client.post("/v2/orders", marketOrder({ side: "sell", qty: "4" }))).toMatchObject({
      status: 403,
      body: { available: "3", existing_qty: "10", held_for_orders: "7", symbol: "AAPL" },
    });
    expect((await client.get("/v2/positions/AAPL")).body).toMatchObject({
      qty: "10",
      qty_available: "3",
    });
  });

  it("refuses an order that would trade with one's own", async () => {
    const { client } = await open();
    const { body } = await client.post("/v2/orders", limitOrder({ limit_price: "1.00" }));
    await client.post("/v2/orders", marketOrder({ symbol: "MSFT" }));

    expect(await client.post("/v2/orders", marketOrder({ side: "sell" }))).toMatchObject({
      status: 403,
      body: {
        message: "potential wash trade detected. use complex orders",
        existing_order_id: body.id,
        reject_reason: "opposite side limit order exists",
      },
    });
  });

  it.each([
    [{ qty: "0" }, 422, "qty must be > 0"],
    [{ qty: "-3" }, 422, "qty must be > 0"],
    [{ qty: undefined }, 422, "qty or notional is required"],
    [{ notional: "5" }, 422, "only one of qty or notional is accepted"],
    [{ symbol: "AMC", qty: "1.5" }, 403, 'asset "AMC" is not fractionable'],
    [{ symbol: "AMC", qty: undefined, notional: "50" }, 403, 'asset "AMC" is not fractionable'],
    [{ symbol: "ZZZZ" }, 422, 'asset "ZZZZ" not found'],
    [{ type: "stop" }, 422, "stop orders require a stop price"],
    [{ time_in_force: "never" }, 422, "invalid time_in_force"],
    [{ type: "limit" }, 422, "limit orders require a limit price"],
    [{ limit_price: "5" }, 422, "market orders require no stop or limit price"],
    [
      { type: "limit", limit_price: "290.123" },
      422,
      "invalid limit_price 290.123. sub-penny increment does not fulfill minimum pricing criteria",
    ],
    [
      { type: "limit", limit_price: "0.99999" },
      422,
      "invalid limit_price 0.99999. sub-penny increment does not fulfill minimum pricing criteria",
    ],
    [{ extended_hours: true }, 422, "extended hours order must be DAY or GTC limit orders"],
    [
      { client_order_id: "x".repeat(129) },
      422,
      "client_order_id must be no more than 128 characters",
    ],
    [
      { type: "limit", limit_price: "0.01" },
      403,
      "cost basis must be >= minimal amount of order 1",
    ],
    [{ qty: { a: 1 } }, 422, "invalid qty"],
  ])("refuses %j with %i and its words", async (change, status, message) => {
    const { client } = await open();
    const answer = await client.post("/v2/orders", marketOrder(change));

    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect((await client.get("/v2/orders?status=all")).body).toEqual([]);
  });

  it("cancels an open order once and says when it is too late", async () => {
    const { exchange, client } = await open();
    const stream = await hearTrades(exchange.url, client);
    const { body } = await client.post("/v2/orders", limitOrder({ limit_price: "2" }));

    expect(await client.delete(`/v2/orders/${body.id}`)).toMatchObject({ status: 204, text: "" });
    expect((await stream.next()).data).toMatchObject({
      event: "canceled",
      order: { status: "canceled" },
    });
    expect(await client.delete(`/v2/orders/${body.id}`)).toMatchObject({
      status: 422,
      body: { code: 42210000, message: 'order is already in "canceled" state' },
    });
    expect((await client.delete("/v2/orders/nonsense")).status).toBe(404);
  });

  it("keeps one account's orders from another", async () => {
    const { exchange, client } = await open();
    const stranger = await openClient(exchange.url);
    const { body } = await client.post("/v2/orders", limitOrder({ limit_price: "2" }));

    expect((await stranger.get(`/v2/orders/${body.id}`)).status).toBe(404);
    expect((await stranger.delete(`/v2/orders/${body.id}`)).status).toBe(404);
    expect((await stranger.get("/v2/orders?status=all")).body).toEqual([]);
  });

  it("pages through orders and fills without losing or repeating one", async () => {
    const { exchange, client } = await open();
    for (let count = 0; count < 7; count += 1)
      await client.post("/v2/orders", marketOrder({ qty: "2" }));
    await untilFilled(exchange, client);
    const orders: string[] = [];
    let after = "";
    for (;;) {
      const page = await client.get(`/v2/orders?status=all&direction=asc&limit=3${after}`);
      if (page.body.length === 0) break;
      for (const { id } of page.body) orders.push(id);
      after = `&after=${page.body.at(-1).submitted_at}`;
    }
    const fills: string[] = [];
    let token = "";
    for (;;) {
      const page = await client.get(`/v2/account/activities/FILL?page_size=3${token}`);
      if (page.body.length === 0) break;
      for (const { id } of page.body) fills.push(id);
      token = `&page_token=${page.body.at(-1).id}`;
    }

    expect([orders.length, new Set(orders).size]).toEqual([7, 7]);
    expect(fills.length).toBeGreaterThanOrEqual(7);
    expect(new Set(fills).size).toBe(fills.length);
    expect((await client.get("/v2/account/activities?page_size=101")).status).toBe(422);
    expect((await client.get("/v2/orders?limit=501")).status).toBe(422);
  });

  it("closes a position and books the cash", async () => {
    const { exchange, client } = await open();
    await client.post("/v2/orders", marketOrder({ qty: "8" }));
    await untilFilled(exchange, client);
    const half = await client.delete("/v2/positions/AAPL?percentage=50");
    await untilFilled(exchange, client);

    expect(half.body).toMatchObject({ side: "sell", type: "market", qty: "4" });
    expect((await client.get("/v2/positions/AAPL")).body.qty).toBe("4");
    await client.delete("/v2/positions/AAPL");
    await untilFilled(exchange, client);
    expect((await client.get("/v2/positions")).body).toEqual([]);
    expect(await client.get("/v2/positions/AAPL")).toMatchObject({
      status: 404,
      body: { message: "position does not exist" },
    });
    const { body } = await client.get("/v2/account");
    expect(body.equity).toBe(body.cash);
    expect(body.last_equity).toBe("100000.00");
  });
});

const askText = (exchange: LoopbackExchange, at: Instant): string =>
  dollarsOf(exchange.market.quoteAt(AAPL, at).ask).toFixed(2);

/** A price the ask does not reach soon, and the first moment it does. */
function nextLowAsk({ market }: LoopbackExchange) {
  const limit = (market.quoteAt(AAPL, START).ask - 500) as number;
  let at = START;
  while (limit < market.quoteAt(AAPL, at).ask) at = instant(at + SLOT_MS);
  return { limit, at };
}
