import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";

import { clientOf, hearTrades, request } from "./testing/exchange-on-loopback.ts";
import { judgedClient } from "./testing/judged-client.ts";
import { limitOrder, marketOrder, open, untilFilled } from "./testing/opened-exchange.ts";

// It says no types in a way the compiler reads.
const { AlpacaClient } = createRequire(import.meta.url)("@master-chief/alpaca");

describe("an account with margin on Alpaca's side of the exchange", () => {
  it("sells short, is told of it as is published, and buys back", async () => {
    const { client, exchange } = await openMargin();
    const judged = judgedClient(client);
    const before = (await judged.get("/v2/account")).body;
    const stream = await hearTrades(exchange.url, client);
    const { body: sold } = await judged.post("/v2/orders", short({ qty: "10" }));
    await untilFilled(exchange, client);

    expect(before).toMatchObject({ multiplier: "2", buying_power: "200000.00" });
    expect(before).toMatchObject({ regt_buying_power: "200000.00", shorting_enabled: true });
    expect(sold).toMatchObject({ side: "sell", position_intent: "sell_to_open" });
    const [position] = (await judged.get("/v2/positions")).body;
    const after = (await judged.get("/v2/account")).body;
    const filled = (await judged.get(`/v2/orders/${sold.id}`)).body;
    expect(position).toMatchObject({ side: "short", qty: "-10", qty_available: "-10" });
    expect(Number(position.market_value)).toBeLessThan(0);
    expect(Number(position.unrealized_pl)).toBeCloseTo(
      Number(position.market_value) - Number(position.cost_basis),
      4,
    );
    expect(Number(after.cash)).toBeCloseTo(100_000 + 10 * Number(filled.filled_avg_price), 4);
    expect(Number(after.equity)).toBeCloseTo(
      Number(after.cash) + Number(after.short_market_value),
      4,
    );
    expect(Number(after.initial_margin)).toBeCloseTo(-Number(after.short_market_value) / 2, 3);
    expect(Number(after.buying_power)).toBeCloseTo(
      2 * (Number(after.equity) - Number(after.initial_margin)),
      2,
    );
    const [fill] = (await judged.get("/v2/account/activities/FILL")).body;
    expect(fill).toMatchObject({ side: "sell_short", symbol: "AAPL" });
    const told = await stream.next(({ data }) => data.event === "fill");
    expect(told.data).toMatchObject({ position_qty: "-10" });

    const { body: closed } = await judged.delete("/v2/positions/AAPL");
    expect(closed).toMatchObject({ side: "buy", position_intent: "buy_to_close", qty: "10" });
    await untilFilled(exchange, client);
    expect((await judged.get("/v2/positions")).body).toEqual([]);
    expect([...judged.verdicts.values()].flat()).toEqual([]);
  });

  it("borrows to buy, and owes the cash", async () => {
    const { client, exchange } = await openMargin();
    await client.post("/v2/orders", marketOrder({ qty: "900" }));
    await untilFilled(exchange, client);
    const { body } = await client.get("/v2/account");

    expect(Number(body.cash)).toBeLessThan(0);
    expect(Number(body.equity)).toBeGreaterThan(99_000);
    expect(Number(body.equity)).toBeCloseTo(Number(body.cash) + Number(body.long_market_value), 4);
  });

  it.each([
    [{ symbol: "GME" }, 422, 'asset "GME" cannot be sold short'],
    [{ symbol: "MRNA" }, 422, 'asset "MRNA" cannot be sold short'],
    [{ qty: "0.5" }, 403, "fractional orders are not allowed to short"],
    [{ qty: "5000" }, 403, "insufficient buying power"],
    [
      { position_intent: "sell_to_close" },
      422,
      "position intent mismatch, inferred: sell_to_open, specified: sell_to_close",
    ],
  ])("is refused where the vendor does: %j with %i", async (change, status, message) => {
    const { client } = await openMargin();
    const answer = await client.post("/v2/orders", short(change));

    expect([answer.status, answer.body.message]).toEqual([status, message]);
  });

  it("neither buys what it is selling short, nor buys back more than it owes", async () => {
    const { client, exchange } = await openMargin();
    const resting = limitOrder({ side: "sell", limit_price: "9000" });
    await client.post("/v2/orders", resting);
    const long = await client.post("/v2/orders", limitOrder({ limit_price: "1.5" }));
    await client.delete("/v2/orders");
    await client.post("/v2/orders", short({ qty: "3" }));
    await untilFilled(exchange, client);
    const cover = await client.post("/v2/orders", marketOrder({ qty: "4" }));

    expect(long.body.message).toBe("cannot open a long buy while a short sell order is open");
    expect(cover).toMatchObject({ status: 403, body: { available: "3", existing_qty: "3" } });
  });

  it("sells nothing short where its owner wants none", async () => {
    const { client } = await openMargin();
    await client.patch("/v2/account/configurations", { no_shorting: true });

    expect((await client.get("/v2/account")).body.shorting_enabled).toBe(false);
    expect((await client.post("/v2/orders", short({}))).body.message).toBe(
      "account is not allowed to short",
    );
  });

  it("is used by another author's client", async () => {
    const { client, exchange } = await openMargin();
    const alpaca = new AlpacaClient({
      credentials: { key: client.keyId, secret: client.secretKey, paper: false },
      endpoints: { rest: { account: `${exchange.url}/v2`, beta: `${exchange.url}/v1beta1` } },
      rate_limit: false,
    });
    await alpaca.placeOrder(short({ qty: 5 }));
    await untilFilled(exchange, client);
    const [position] = await alpaca.getPositions();

    expect(position).toMatchObject({ side: "short", qty: -5 });
    expect((await alpaca.getAccount()).multiplier).toBe(2);
  });
});

const short = (change: Record<string, unknown>) => marketOrder({ side: "sell", ...change });

async function openMargin() {
  const { exchange } = await open();
  const { body } = await request(`${exchange.url}/paper/accounts`, "POST", {}, { multiplier: 2 });
  return { exchange, client: clientOf(exchange.url, body) };
}
