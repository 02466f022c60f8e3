import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import {
  type ExchangeClient,
  type LoopbackExchange,
  START,
} from "./testing/exchange-on-loopback.ts";
import { open, untilFilled } from "./testing/opened-exchange.ts";

const SLOT_MS = 250;
const DAY_MS = 86_400_000;

describe("orders of every kind on the exchange", () => {
  it("shows a stop, a trailing stop and a bracket as their owners sent them", async () => {
    const { exchange, client } = await open();
    await buy(exchange, client, "9");
    const last = (await client.get("/v2/stocks/AAPL/trades/latest")).body.trade.p;
    const stop = await client.post(
      "/v2/orders",
      sell({ type: "stop", stop_price: cents(last * 0.9) }),
    );
    const trail = await client.post(
      "/v2/orders",
      sell({ type: "trailing_stop", trail_percent: "2.5" }),
    );
    const oco = await client.post(
      "/v2/orders",
      sell({
        type: "limit",
        time_in_force: "gtc",
        order_class: "oco",
        take_profit: { limit_price: cents(last * 1.2) },
        stop_loss: { stop_price: cents(last * 0.8), limit_price: cents(last * 0.79) },
      }),
    );
    exchange.moveTo(instant(exchange.now() + 4 * SLOT_MS));

    expect(stop.body).toMatchObject({
      type: "stop",
      stop_price: cents(last * 0.9),
      limit_price: null,
    });
    expect(oco.body).toMatchObject({
      order_class: "oco",
      type: "limit",
      legs: [{ type: "stop_limit", stop_price: cents(last * 0.8) }],
    });
    await expect
      .poll(async () => (await client.get(`/v2/orders/${trail.body.id}`)).body)
      .toMatchObject({ type: "trailing_stop", trail_percent: "2.5", hwm: expect.any(String) });
    const nested = await client.get("/v2/orders?nested=true");
    expect(nested.body.map(({ legs }: { legs: unknown[] | null }) => legs?.length ?? 0)).toEqual([
      1, 0, 0,
    ]);
    expect((await client.get("/v2/orders")).body).toHaveLength(4);
    expect((await client.get("/v2/positions/AAPL")).body.qty_available).toBe("0");
  });

  it("replaces an order by another and tells both ends of it", async () => {
    const { exchange, client } = await open();
    const { body } = await client.post("/v2/orders", limit("2.00"));
    expect((await client.patch(`/v2/orders/${body.id}`, { qty: "4" })).status).toBe(422);
    exchange.moveTo(instant(exchange.now() + SLOT_MS));
    await expect
      .poll(async () => (await client.get(`/v2/orders/${body.id}`)).body.status)
      .toBe("new");
    const replaced = await client.patch(`/v2/orders/${body.id}`, { qty: "4", limit_price: "3.00" });

    expect(replaced).toMatchObject({
      status: 200,
      body: { replaces: body.id, qty: "4", limit_price: "3.00", status: "new" },
    });
    expect((await client.get(`/v2/orders/${body.id}`)).body).toMatchObject({
      status: "replaced",
      replaced_by: replaced.body.id,
    });
    expect(await client.patch(`/v2/orders/${body.id}`, { qty: "5" })).toMatchObject({
      status: 422,
      body: { message: 'order is already in "replaced" state' },
    });
  });

  it.each([
    [{ type: "stop" }, 422, "stop orders require a stop price"],
    [
      { type: "stop_limit", stop_price: "5" },
      422,
      "stop limit orders require both stop and limit price",
    ],
    [
      { type: "trailing_stop" },
      422,
      "trailing stop orders must specify one of trail_price or trail_percent",
    ],
    [{ type: "stop", stop_price: "5.001" }, 422, /^invalid stop_price 5.001. sub-penny/],
    [{ type: "stop", stop_price: "1.00" }, 422, "stop price must be greater than current price"],
    [
      { qty: undefined, notional: "5.001" },
      422,
      "notional value must be limited to 2 decimal places",
    ],
    [{ qty: "0.5", time_in_force: "gtc" }, 422, "fractional orders must be DAY orders"],
    [
      { position_intent: "sell_to_close" },
      422,
      "position intent mismatch, inferred: buy_to_open, specified: sell_to_close",
    ],
    [{ time_in_force: "opg" }, 403, "opg orders must be submitted after 7:00pm and before 9:28am"],
    [{ order_class: "bracket" }, 422, /^complex orders require/],
  ])("refuses %j with %i and its words", async (change, status, message) => {
    const { client } = await open({ hours: "nyse" });
    const answer = await client.post("/v2/orders", {
      ...limit("2"),
      type: "market",
      limit_price: undefined,
      ...change,
    });

    expect(answer.status).toBe(status);
    expect(answer.body.message).toEqual(
      typeof message === "string" ? message : expect.stringMatching(message),
    );
  });
});

describe("an account on the exchange", () => {
  it("takes no orders while its owner has suspended it", async () => {
    const { client } = await open();
    const changed = await client.patch("/v2/account/configurations", {
      suspend_trade: true,
      trade_confirm_email: "none",
    });

    expect(changed.body).toMatchObject({ suspend_trade: true, trade_confirm_email: "none" });
    expect((await client.get("/v2/account")).body.trade_suspended_by_user).toBe(true);
    expect(await client.post("/v2/orders", limit("2"))).toMatchObject({
      status: 403,
      body: { message: "new orders are suspended by user" },
    });
    await client.patch("/v2/account/configurations", { suspend_trade: false });
    expect((await client.post("/v2/orders", limit("2"))).status).toBe(200);
    expect((await client.patch("/v2/account/configurations", { suspend_trade: 3 })).status).toBe(
      422,
    );
  });

  it("sells everything at once, whatever rests in the book", async () => {
    const { exchange, client } = await open();
    await buy(exchange, client, "3");
    await buy(exchange, client, "2", "MSFT");
    await client.post("/v2/orders", { ...sell({ type: "limit", limit_price: "90000" }), qty: "3" });
    const held = await client.delete("/v2/positions");
    expect(held.status).toBe(207);
    expect(held.body.map(({ symbol, status }: Row) => [symbol, status])).toEqual([
      ["AAPL", 403],
      ["MSFT", 200],
    ]);
    const all = await client.delete("/v2/positions?cancel_orders=true");

    expect(all.body.map(({ symbol, status }: Row) => [symbol, status])).toEqual([
      ["AAPL", 200],
      ["MSFT", 200],
    ]);
    await untilFilled(exchange, client);
    expect((await client.get("/v2/positions")).body).toEqual([]);
    expect(await client.delete("/v2/positions")).toMatchObject({ status: 207, body: [] });
  });

  it("shows what it was worth day by day and minute by minute", async () => {
    const { exchange, client } = await open({
      startsAt: instant(START - 4 * DAY_MS),
      hours: "nyse",
    });
    await buy(exchange, client, "10");
    exchange.moveTo(START);
    const daily = await client.get("/v2/account/portfolio/history?period=1W&timeframe=1D");
    const account = await client.get("/v2/account");

    expect(daily.body).toMatchObject({ timeframe: "1D", base_value: 100_000 });
    expect(daily.body.timestamp).toHaveLength(5);
    expect(daily.body.equity.at(-1)).toBe(Number(account.body.equity));
    expect(daily.body.equity.at(-2)).toBe(Number(account.body.last_equity));
    expect(daily.body.profit_loss.at(-1)).toBeCloseTo(daily.body.equity.at(-1) - 100_000, 4);
    const today = await client.get("/v2/account/portfolio/history?period=1D&timeframe=5Min");
    expect(today.body.timestamp).toHaveLength(19);
    expect(today.body.base_value).toBe(Number(account.body.last_equity));
    const odd = "/v2/account/portfolio/history?period=2A&timeframe=1Min";
    expect((await client.get(odd)).status).toBe(422);
  });
});

interface Row {
  readonly symbol: string;
  readonly status: number;
}

const limit = (price: string) => ({
  ...{ symbol: "AAPL", qty: "3", side: "buy", type: "limit", time_in_force: "day" },
  limit_price: price,
});

const sell = (change: Record<string, unknown>) => ({
  ...{ symbol: "AAPL", qty: "3", side: "sell", time_in_force: "gtc" },
  ...change,
});

async function buy(
  exchange: LoopbackExchange,
  client: ExchangeClient,
  qty: string,
  symbol = "AAPL",
) {
  await client.post("/v2/orders", {
    symbol,
    qty,
    side: "buy",
    type: "market",
    time_in_force: "day",
  });
  await untilFilled(exchange, client);
}

const cents = (dollars: number): string => dollars.toFixed(2);
