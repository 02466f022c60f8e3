import { instant } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";
import { exchangeScriptFrom } from "../exchange/exchange-script.ts";
import { exchangeOnLoopback, openClient, START } from "../exchange/testing/exchange-on-loopback.ts";
import { alpacaBroker } from "./alpaca-broker.ts";
import { connectionTo } from "./testing/opened-alpaca.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const HOUR_MS = 3_600_000;

describe("the exchange's own splits and dividends", () => {
  it("come over the wire as what they were, and explain cash and shares", async () => {
    const script = exchangeScriptFrom(
      {
        dividends: [{ symbol: "AAPL", at: "+30m", perShare: "0.25" }],
        splits: [{ symbol: "AAPL", at: "+45m", from: 4, to: 1 }],
      },
      START,
    );
    if (!script.ok) throw new Error(script.refusal);
    const exchange = await exchangeOnLoopback({ hours: "nyse", script: script.value });
    closing.push(exchange.close);
    const client = await openClient(exchange.url);
    const order = { symbol: "AAPL", qty: "6", side: "buy", type: "market", time_in_force: "day" };
    await client.post("/v2/orders", order);
    while (0 < (await client.get("/v2/orders")).body.length)
      exchange.moveTo(instant(exchange.now() + 250));
    const broker = alpacaBroker({
      tradingUrl: exchange.url,
      tradingStreamUrl: "ws://unused.test",
      marketDataUrl: exchange.url,
      marketDataStreamUrl: "ws://unused.test",
      keyId: client.keyId,
      secretKey: client.secretKey,
      timeoutMs: 60_000,
    });
    const before = await broker.account();
    exchange.moveTo(instant(START + HOUR_MS));
    await expect.poll(async () => (await broker.activitiesSince(START)).length).toBe(3);

    const told = await broker.activitiesSince(START);
    const byKind = new Map(told.map((activity) => [activity.kind, activity]));
    expect(byKind.get("dividend")).toMatchObject({ ticker: "AAPL", amount: 15_000 });
    expect(byKind.get("split")).toMatchObject({
      ticker: "AAPL",
      before: 6,
      after: 1,
      ratio: { from: 4, to: 1 },
    });
    const paid = told.reduce((sum, one) => sum + ("amount" in one ? one.amount : 0), 0);
    expect((await broker.account()).cash - before.cash).toBe(paid);
    expect(await broker.positions()).toMatchObject([{ ticker: "AAPL", quantity: 1 }]);
  });
});

describe("activities that have a date and no time", () => {
  it("are read from the whole day of the instant on, and none of the day before it", async () => {
    const rows = ["2026-03-10", "2026-03-11", "2026-03-12"].map((date) => {
      return { id: date, activity_type: "DIV", date, symbol: "AAPL", net_amount: "1.5" };
    });
    const broker = alpacaBroker(
      await connectionTo(({ url }, response) => {
        const after = Date.parse(new URL(url!, "http://venue.test").searchParams.get("after")!);
        response.end(JSON.stringify(rows.filter(({ date }) => after < Date.parse(date))));
      }),
    );

    const told = await broker.activitiesSince(instant(Date.parse("2026-03-11T18:00:00Z")));

    expect(told.map(({ id }) => id)).toEqual(["2026-03-11", "2026-03-12"]);
  });
});
