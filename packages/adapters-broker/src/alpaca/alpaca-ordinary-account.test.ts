import type { Broker } from "@sevenfold/application/ports/broker";
import type { Ticker } from "@sevenfold/domain/market";
import { describe, expect, it, onTestFinished } from "vitest";

import {
  clientOf,
  type ExchangeClient,
  exchangeOnLoopback,
  request,
  START,
} from "../exchange/testing/exchange-on-loopback.ts";
import { later, marketOrder, untilFilled } from "../exchange/testing/opened-exchange.ts";
import { alpacaBroker } from "./alpaca-broker.ts";
import { hostsOf } from "./testing/opened-alpaca.ts";

describe("an account that trades more than whole shares, read by the adapter", () => {
  it("has its parts of shares told apart, and every ten-thousandth of its cash explained", async () => {
    const { broker, client, exchange } = await openOrdinary();
    const before = (await broker.account()).cash;
    for (const order of [
      { qty: "2.557436865" },
      { qty: undefined, notional: "333.33" },
      { qty: "0.010000001", symbol: "MSFT" },
      { qty: "3", symbol: "NVDA" },
    ])
      await client.post("/v2/orders", marketOrder(order));
    await untilFilled(exchange, client);
    await client.post("/v2/orders", marketOrder({ qty: "1.2", side: "sell" }));
    await untilFilled(exchange, client);

    const told = await explained(broker);
    const { equity } = await broker.account();
    const held = exchange.venue.book.accounts.get(client.accountId)!.positions.get(AAPL)!.shares;
    const positions = await broker.positions();
    expect(told.cash - before).toBe(told.moved);
    expect(positions.find(({ ticker }) => ticker === AAPL)).toMatchObject({
      quantity: Math.floor(held),
      fractionBillionths: Math.round((held - Math.floor(held)) * 1e9),
    });
    expect(positions.find(({ ticker }) => ticker === "NVDA")).toMatchObject({
      ...{ quantity: 3, fractionBillionths: 0 },
    });
    expect(told.kinds.toSorted()).toEqual(["fraction", "fraction", "fraction", "notional"]);
    expect(Number((await client.get("/v2/account")).body.equity) * 10_000).toBeCloseTo(equity, 4);
  });

  it("has its dividends, and what is bought for them, booked as cash", async () => {
    const { broker, client, exchange } = await openOrdinary();
    await client.post("/v2/orders", marketOrder({ qty: "10" }));
    await untilFilled(exchange, client);
    const held = (await broker.account()).cash;
    await request(
      `${exchange.url}/control/market`,
      "POST",
      {},
      {
        dividends: [{ symbol: "AAPL", at: "+1m", perShare: "1.25" }],
      },
    );
    later(exchange, 120_000);
    const paid = async () => (await client.get("/v2/account/activities/DIV")).body.length;
    await expect.poll(paid).toBe(1);
    await client.post("/v2/orders", marketOrder({ qty: undefined, notional: "12.50" }));
    await untilFilled(exchange, client);

    const { cash } = await broker.account();
    const { activities, trades } = await explained(broker);
    expect(activities).toMatchObject([{ kind: "dividend", amount: 125_000 }]);
    expect(cash - held).toBe(125_000 + trades.reduce((sum, { amount }) => sum + amount, 0));
  });

  it("has what it sold short told as foreign and tied, with the equity right, through sale and cover", async () => {
    const { broker, client, exchange } = await openOrdinary();
    await client.post("/v2/orders", marketOrder({ qty: "20", side: "sell" }));
    await untilFilled(exchange, client);
    const short = await broker.foreign(START);
    const { cash, equity } = await broker.account();
    const before = await broker.positions();
    await client.post("/v2/orders", marketOrder({ qty: "8" }));
    await untilFilled(exchange, client);
    const told = await explained(broker);

    expect(short.holdings).toMatchObject([
      { symbol: "AAPL", kind: "short", quantity: "-20", tie: { ticker: AAPL, as: "short" } },
    ]);
    expect(cash + short.holdings[0]!.value!).toBe(equity);
    expect(before).toEqual([]);
    expect(told.kinds).toEqual(["short", "short"]);
    expect(told.cash - 1_000_000_000).toBe(told.moved);
    expect((await broker.foreign(START)).holdings).toMatchObject([{ quantity: "-12" }]);
  });
});

const AAPL = "AAPL" as Ticker;

/** An account with margin, and the adapter on it. */
async function openOrdinary() {
  const exchange = await exchangeOnLoopback({ hasControl: true });
  onTestFinished(() => exchange.close());
  const { body } = await request(`${exchange.url}/paper/accounts`, "POST", {}, { multiplier: 2 });
  const client: ExchangeClient = clientOf(exchange.url, body);
  return { broker: alpacaBroker(hostsOf(exchange.url, client)), client, exchange };
}

/** All that moved the cash, by what the adapter tells. */
async function explained(broker: Broker) {
  const activities = await broker.activitiesSince(START);
  const executions = await broker.executionsSince(START);
  const { orders, trades = [] } = await broker.foreign(START);
  const { cash } = await broker.account();
  const traded = executions.reduce(
    (sum, { price, quantity, side }) => sum + (side === "buy" ? -1 : 1) * price * quantity,
    0,
  );
  const told = [...activities, ...trades].reduce(
    (sum, activity) => sum + ("amount" in activity ? activity.amount : 0),
    0,
  );
  return { activities, cash, kinds: orders.map(({ kind }) => kind), moved: traded + told, trades };
}
