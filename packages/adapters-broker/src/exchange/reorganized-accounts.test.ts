import type { Activity } from "@sevenfold/application/ports/activity";
import type { Broker } from "@sevenfold/application/ports/broker";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import { describe, expect, it } from "vitest";
import { alpacaBroker } from "../alpaca/alpaca-broker.ts";
import { hostsOf } from "../alpaca/testing/opened-alpaca.ts";
import { CallBudget } from "../call-budget.ts";
import { etradeBroker } from "../etrade/etrade-broker.ts";
import { etradeHostsAt, signedIn } from "../etrade/testing/etrade-on-loopback.ts";
import { clientOf, request, START } from "./testing/exchange-on-loopback.ts";
import { judgedClient } from "./testing/judged-client.ts";
import {
  later,
  limitOrder,
  MINUTE_MS,
  marketOrder,
  open,
  untilFilled,
} from "./testing/opened-exchange.ts";

/** As an adapter tells them, without what each venue calls them, and what trades came to. */
const told = async (broker: Broker): Promise<readonly unknown[]> =>
  (await broker.activitiesSince(dayBoundsOf(START).starts))
    .filter((one) => !("settles" in one))
    .map(({ at: _at, id: _id, words: _words, ...rest }: Activity) => rest);

describe("an account whose companies change", () => {
  it("has its shares under another name, and nothing ordered of the old ones", async () => {
    const { befall, client, held, readers } = await openHolding();
    const { body: resting } = await client.post("/v2/orders", limitOrder({ limit_price: "1" }));
    const before = (await client.get("/v2/positions/AAPL")).body;
    expect((await befall({ kind: "name-change", symbol: "AAPL", into: "MSFT" })).status).toBe(200);

    expect(await held()).toEqual({ MSFT: "25" });
    expect((await client.get("/v2/positions/MSFT")).body.cost_basis).toBe(before.cost_basis);
    expect((await client.get(`/v2/orders/${resting.id}`)).body.status).toBe("canceled");
    for (const broker of readers)
      expect(await told(broker)).toEqual([
        { kind: "name-change", ticker: "AAPL", becomes: "MSFT", before: 25, after: 25 },
      ]);
  });

  it("has whole shares of who bought the company, and cash for the rest of one", async () => {
    const { befall, cash, client, held, readers } = await openHolding();
    const had = await cash();
    const merger = { kind: "share-merger", symbol: "AAPL", into: "MSFT", from: 10, to: 3 };
    await befall(merger);

    // By hand: 25 × 3 ÷ 10 = 7.5.
    expect(await held()).toEqual({ MSFT: "7" });
    const paid = (await cash()) - had;
    const { p } = (await client.get("/v2/stocks/MSFT/trades/latest")).body.trade;
    expect(Math.abs(paid / (0.5 * p) - 1)).toBeLessThan(0.001);
    for (const broker of readers) {
      const all = await told(broker);
      expect(all).toContainEqual({
        ...{ kind: "name-change", ticker: "AAPL", becomes: "MSFT", before: 25, after: 7 },
      });
      const cashTold = (all as Activity[]).find(({ kind }) => kind === "cash-in-lieu");
      expect(cashTold && "amount" in cashTold && cashTold.amount / 10_000).toBeCloseTo(paid, 4);
    }
  });

  it("has cash for all of its shares", async () => {
    const { befall, cash, held, readers } = await openHolding();
    const had = await cash();
    await befall({ kind: "cash-merger", symbol: "AAPL", perShare: "201.25" });

    expect(await held()).toEqual({});
    expect((await cash()) - had).toBeCloseTo(5_031.25, 4);
    for (const broker of readers)
      expect(await told(broker)).toEqual([
        { kind: "cash-merger", ticker: "AAPL", quantity: 25, amount: 50_312_500 },
      ]);
  });

  it("has shares of what the company let go of, beside those it had", async () => {
    const { befall, held, readers } = await openHolding();
    await befall({ kind: "spin-off", symbol: "AAPL", into: "NVDA", from: 5, to: 1 });

    expect(await held()).toEqual({ AAPL: "25", NVDA: "5" });
    for (const broker of readers)
      expect(await told(broker)).toEqual([{ kind: "spin-off", ticker: "NVDA", shares: 5 }]);
  });

  it.each([
    { kind: "name-change", symbol: "AAPL", into: "MSFT" },
    { kind: "share-merger", symbol: "AAPL", into: "MSFT", from: 10, to: 3 },
    { kind: "cash-merger", symbol: "AAPL", perShare: "201.25" },
    { kind: "spin-off", symbol: "AAPL", into: "NVDA", from: 10, to: 1 },
  ])("is told of it as the vendor publishes: $kind", async (event) => {
    const { befall, client } = await openHolding();
    await befall(event);
    const judged = judgedClient(client);
    const { body } = await judged.get("/v2/account/activities");

    expect(body.length).toBeGreaterThan(1);
    expect([...judged.verdicts]).toEqual([["GET /v2/account/activities", []]]);
  });

  it("is worth at any hour what it held then, and goes on from there", async () => {
    const { befall, client, exchange } = await openHolding();
    await befall({ kind: "name-change", symbol: "AAPL", into: "MSFT" });
    later(exchange, 60_000);
    const { body: account } = await client.get("/v2/account");
    const history = "/v2/account/portfolio/history?period=1D&timeframe=1Min";
    const { equity } = (await client.get(`${history}&intraday_reporting=continuous`)).body;

    expect(Math.abs(equity.at(-1) / Number(account.equity) - 1)).toBeLessThan(0.01);
  });

  it("is left alone where nothing is held, or nothing else is listed", async () => {
    const { befall, held } = await openHolding();
    const refused = [
      { kind: "name-change", symbol: "TSLA", into: "MSFT" },
      { kind: "name-change", symbol: "AAPL", into: "AAPL" },
      { kind: "name-change", symbol: "AAPL", into: "NOPE" },
      { kind: "spin-off", symbol: "AAPL", into: "MSFT", from: 0, to: 1 },
      { kind: "cash-merger", symbol: "AAPL", perShare: "-1" },
    ];
    for (const wrong of refused) expect((await befall(wrong)).status).toBe(422);
    expect(await held()).toEqual({ AAPL: "25" });
  });
});

describe("an account that is sold out", () => {
  it("has its orders canceled and all it holds sold by orders that no client sent", async () => {
    const { client, control, exchange, held, readers } = await openHolding();
    await client.post("/v2/orders", marketOrder({ symbol: "MSFT", qty: "3" }));
    await untilFilled(exchange, client);
    const { body: resting } = await client.post("/v2/orders", limitOrder({ limit_price: "1" }));
    const { body } = await control("liquidation", {});
    await untilFilled(exchange, client);

    expect(await held()).toEqual({});
    expect((await client.get(`/v2/orders/${resting.id}`)).body.status).toBe("canceled");
    expect(body.orders).toHaveLength(2);
    for (const broker of readers) {
      const orders = (await broker.ordersSince(START)).filter(({ side }) => side === "sell");
      expect(orders.map(({ filled, ticker }) => [ticker, filled]).toSorted()).toEqual([
        ["AAPL", 25],
        ["MSFT", 3],
      ]);
    }
  });

  it("is sold out by the exchange itself where it has less than it has to maintain", async () => {
    const { befall, client, exchange, held, readers } = await openHolding({ multiplier: 2 });
    const { equity } = (await client.get("/v2/account")).body;
    await befall({ kind: "withdrawal", amount: (1_000 - Number(equity)).toFixed(2) });
    expect((await client.get("/v2/account")).body.buying_power).toBe("0.00");
    for (let asked = 0; asked < 40 && (await held()).AAPL !== undefined; asked += 1)
      later(exchange, MINUTE_MS / 4);

    expect(await held()).toEqual({});
    for (const broker of readers) {
      const orders = (await broker.ordersSince(START)).filter(({ side }) => side === "sell");
      expect(orders).toMatchObject([{ ticker: "AAPL", filled: 25 }]);
      const executions = (await broker.executionsSince(START)).filter(
        ({ side }) => side === "sell",
      );
      expect(executions.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(25);
    }
  });

  it("buys back what it owes", async () => {
    const { control, exchange, keys } = await openHolding({ multiplier: 2 });
    const client = clientOf(exchange.url, keys);
    await client.post("/v2/orders", marketOrder({ symbol: "MSFT", side: "sell", qty: "4" }));
    await untilFilled(exchange, client);
    expect((await client.get("/v2/positions/MSFT")).body.qty).toBe("-4");
    await control("liquidation", {});
    await untilFilled(exchange, client);

    expect((await client.get("/v2/positions")).body).toEqual([]);
  });
});

/** An account with 25 AAPL, read by the adapters of both protocols. */
async function openHolding(opening: object = {}) {
  const { exchange } = await open({ hasControl: true });
  const { url } = exchange;
  const { body: keys } = await request(`${url}/paper/accounts`, "POST", {}, opening);
  const client = clientOf(url, keys);
  await client.post("/v2/orders", marketOrder({ qty: "25" }));
  await untilFilled(exchange, client);
  const connection = {
    ...etradeHostsAt(url),
    consumer: { key: keys.keyId, secret: keys.signingSecret },
    now: () => exchange.now(),
  };
  const access = await signedIn(connection);
  const plenty = new CallBudget({ perMinute: 100_000, reserve: 10 });
  const control = (what: string, body: unknown) =>
    request(`${url}/control/accounts/${keys.accountId}/${what}`, "POST", {}, body);
  return {
    client,
    control,
    exchange,
    keys,
    befall: (what: unknown) => control("activities", what),
    cash: async () => Number((await client.get("/v2/account")).body.cash),
    held: async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        (await client.get("/v2/positions")).body.map(
          ({ qty, symbol }: { qty: string; symbol: string }) => [symbol, qty],
        ),
      ),
    readers: [
      alpacaBroker(hostsOf(url, keys)),
      etradeBroker({ ...connection, access, pollMs: { working: 5, quiet: 5 } }, plenty),
    ],
  };
}
