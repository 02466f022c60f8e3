import { createRequire } from "node:module";
import { Alpaca } from "@alpacahq/alpaca-trade-api";
import { describe, expect, it } from "vitest";

import { judgedClient } from "./testing/judged-client.ts";
import { limitOrder, marketOrder, open, untilFilled } from "./testing/opened-exchange.ts";

// They say no types in a way the compiler reads.
const load = createRequire(import.meta.url);
const OlderAlpaca = load("alpaca-trade-api-3");
const { AlpacaClient } = load("@master-chief/alpaca");

describe("parts of shares on Alpaca's side of the exchange", () => {
  it("are bought by quantity and for dollars, and sold to the last billionth, as is published", async () => {
    const { client, exchange } = await open();
    const judged = judgedClient(client);
    const parts = await judged.post("/v2/orders", marketOrder({ qty: "0.557436865" }));
    const dollars = await judged.post("/v2/orders", inDollars("250.75"));
    expect(parts.body).toMatchObject({ qty: "0.557436865", notional: null });
    expect(dollars.body).toMatchObject({ qty: null, notional: "250.75" });
    await untilFilled(exchange, client);

    const filled = (await judged.get(`/v2/orders/${dollars.body.id}`)).body;
    const first = (await judged.get(`/v2/orders/${parts.body.id}`)).body;
    const [position] = (await judged.get("/v2/positions")).body;
    expect(filled).toMatchObject({ status: "filled", qty: null, notional: "250.75" });
    expect(Number(filled.filled_qty) * Number(filled.filled_avg_price)).toBeCloseTo(250.75, 4);
    expect(Number(position.qty)).toBeCloseTo(
      Number(first.filled_qty) + Number(filled.filled_qty),
      9,
    );
    const { cash } = (await judged.get("/v2/account")).body;
    expect(Number(cash)).toBeCloseTo(100_000 - worthOf(first) - worthOf(filled), 4);

    await judged.delete("/v2/positions/AAPL");
    await untilFilled(exchange, client);
    expect((await judged.get("/v2/positions")).body).toEqual([]);
    const fills = (await judged.get("/v2/account/activities/FILL")).body;
    expect(fills.at(-1)).toMatchObject({ side: "buy" });
    expect([...judged.verdicts.values()].flat()).toEqual([]);
  });

  it("are what the assets say they are", async () => {
    const { client } = await open();
    expect((await client.get("/v2/assets/AAPL")).body.fractionable).toBe(true);
    expect((await client.get("/v2/assets/AMC")).body.fractionable).toBe(false);
  });

  it.each([
    [{ notional: "0.99" }, 403, "cost basis must be >= minimal amount of order 1"],
    [{ notional: "5.001" }, 422, "notional value must be limited to 2 decimal places"],
    [{ notional: "50", time_in_force: "gtc" }, 422, "fractional orders must be DAY orders"],
    [{ qty: "1.5", order_class: "oto" }, 422, "fractional orders must be simple orders"],
    [{ symbol: "GME", notional: "50" }, 403, 'asset "GME" is not fractionable'],
    [{ qty: "0.0000000001" }, 422, "qty must be > 0"],
    [{ notional: "100000.01" }, 403, "insufficient buying power"],
  ])("are refused where the vendor does: %j with %i", async (change, status, message) => {
    const { client } = await open();
    const legs = "order_class" in change ? { take_profit: { limit_price: "900" } } : {};
    const answer = await client.post(
      "/v2/orders",
      marketOrder({ qty: undefined, ...legs, ...change }),
    );

    expect([answer.status, answer.body.message]).toEqual([status, message]);
  });

  it("are not sold beyond what is held, nor short", async () => {
    const { client, exchange } = await open();
    await client.post("/v2/orders", marketOrder({ qty: "1.25" }));
    await untilFilled(exchange, client);

    expect(
      await client.post("/v2/orders", marketOrder({ qty: "1.250000001", side: "sell" })),
    ).toMatchObject({ status: 403, body: { available: "1.25", existing_qty: "1.25" } });
    const resting = limitOrder({ qty: "0.75", side: "sell", limit_price: "9000" });
    expect((await client.post("/v2/orders", resting)).status).toBe(200);
    expect((await client.get("/v2/positions/AAPL")).body.qty_available).toBe("0.5");
  });

  it("are off where the account's owner wants none", async () => {
    const { client } = await open();
    await client.patch("/v2/account/configurations", { fractional_trading: false });
    const refused = await client.post("/v2/orders", marketOrder({ qty: "0.5" }));

    expect(refused.body.message).toBe("fractional trading is disabled for this account");
    expect((await client.post("/v2/orders", marketOrder({ qty: "1" }))).status).toBe(200);
  });

  it("are traded by the vendor's clients and by another author's", async () => {
    const { client, exchange } = await open();
    const { url } = exchange;
    const keys = { keyId: client.keyId, secretKey: client.secretKey };
    const newer = new Alpaca({
      ...{ keyId: client.keyId, secret: client.secretKey, rateLimit: false, retry: false },
      fetchApi(input, init) {
        const { pathname, search } = new URL(String(input));
        return fetch(`${url}${pathname}${search}`, init as RequestInit);
      },
    });
    const older = new OlderAlpaca({ ...keys, paper: true, baseUrl: url, dataBaseUrl: url });
    const others = new AlpacaClient({
      credentials: { key: client.keyId, secret: client.secretKey, paper: false },
      endpoints: {
        rest: { account: `${url}/v2`, market_data_v2: `${url}/v2`, beta: `${url}/v1beta1` },
      },
      rate_limit: false,
    });
    await newer.trading.orders.market({ symbol: "AAPL", qty: 0.25, side: "buy" });
    await older.createOrder(marketOrder({ qty: 0.125 }));
    await others.placeOrder(inDollars(40));
    await untilFilled(exchange, client);

    const [position] = await newer.trading.positions.getAllOpenPositions();
    const [olders] = await older.getPositions();
    const [othersOwn] = await others.getPositions();
    expect(Number(position?.qty)).toBeGreaterThan(0.375);
    expect(olders.qty).toBe(position?.qty);
    expect(othersOwn.qty).toBe(Number(position?.qty));
  });
});

const inDollars = (notional: string | number) => ({
  ...{ symbol: "AAPL", notional, side: "buy", type: "market", time_in_force: "day" },
});

/** To a ten-thousandth of a dollar, as it is booked. */
const worthOf = (order: { readonly filled_qty: string; readonly filled_avg_price: string }) =>
  Number(order.filled_qty) * Number(order.filled_avg_price);
