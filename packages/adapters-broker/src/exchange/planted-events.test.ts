import { describe, expect, it } from "vitest";

import { clientOf, hearMarket, request } from "./testing/exchange-on-loopback.ts";
import { later, limitOrder, marketOrder, open, untilFilled } from "./testing/opened-exchange.ts";

const MINUTE_MS = 60_000;

describe("what is planted while the exchange runs", () => {
  it("halts a stock: it is told, nothing trades, and it goes on", async () => {
    const { client, exchange, plant } = await openSteered();
    const stream = await hearMarket(exchange.url, client);
    stream.say({ action: "subscribe", statuses: ["AAPL"] });
    await stream.next(({ T }) => T === "subscription");
    const halt = { symbol: "AAPL", from: "+0s", until: "+5m", reason: "LUDP" };
    expect((await plant({ halts: [halt] })).status).toBe(200);
    later(exchange, 1_000);
    const told = await stream.next(({ T }) => T === "s");
    const { body: order } = await client.post("/v2/orders", marketOrder({}));
    later(exchange, 2 * MINUTE_MS);
    const waiting = (await client.get(`/v2/orders/${order.id}`)).body;
    later(exchange, 4 * MINUTE_MS);
    await untilFilled(exchange, client);

    expect(told).toMatchObject({ S: "AAPL", rc: "LUDP" });
    expect(waiting.filled_qty).toBe("0");
    expect((await client.get(`/v2/orders/${order.id}`)).body.status).toBe("filled");
    expect(await stream.next(({ T }) => T === "s")).toMatchObject({ S: "AAPL" });
  });

  it("splits a stock for who holds it, parts of shares included, and pays a dividend on it", async () => {
    const { client, exchange, plant } = await openSteered();
    await client.post("/v2/orders", marketOrder({ qty: "2.5" }));
    await untilFilled(exchange, client);
    const { body: resting } = await client.post("/v2/orders", limitOrder({ limit_price: "2" }));
    const worth = async () => Number((await client.get("/v2/account")).body.equity);
    const before = await worth();
    await plant({
      splits: [{ symbol: "AAPL", at: "+1s", from: 1, to: 3 }],
      dividends: [{ symbol: "AAPL", at: "+1h", perShare: "0.25" }],
    });
    later(exchange, 1_000);
    await expect.poll(async () => (await client.get("/v2/positions/AAPL")).body.qty).toBe("7");
    const after = await worth();
    later(exchange, 61 * MINUTE_MS);
    const paid = async () => (await client.get("/v2/account/activities/DIV")).body;
    await expect.poll(async () => (await paid()).length).toBe(1);

    // The price moves in that second, and the half share is paid for.
    expect(Math.abs(after - before)).toBeLessThan(before * 0.001);
    expect((await client.get(`/v2/orders/${resting.id}`)).body.status).toBe("canceled");
    expect((await client.get("/v2/account/activities/SPLIT")).body).toHaveLength(3);
    expect((await paid())[0]).toMatchObject({ qty: "7", net_amount: "1.75" });
  });

  it("quotes wide for as long as is said, and sells at that bid", async () => {
    const { client, exchange, plant } = await openSteered();
    await client.post("/v2/orders", marketOrder({}));
    await untilFilled(exchange, client);
    const planted = { symbol: "AAPL", from: "+0s", until: "+5m", percent: 6 };
    expect((await plant({ spreads: [planted] })).body.spreads).toMatchObject([{ percent: 6 }]);
    later(exchange, 1_000);
    const quoted = async () =>
      (await client.get("/v2/stocks/AAPL/quotes/latest")).body.quote as { ap: number; bp: number };
    const { ap, bp } = await quoted();
    const { body: sale } = await client.post("/v2/orders", marketOrder({ side: "sell" }));
    await untilFilled(exchange, client);
    const sold = Number((await client.get(`/v2/orders/${sale.id}`)).body.filled_avg_price);
    later(exchange, 6 * MINUTE_MS);
    const after = await quoted();

    expect(ap / bp - 1).toBeGreaterThan(0.055);
    expect(Math.abs(sold / bp - 1)).toBeLessThan(0.01);
    expect(after.ap / after.bp - 1).toBeLessThan(0.001);
    expect((await plant({ spreads: [{ ...planted, percent: 150 }] })).status).toBe(422);
  });

  it("charges dividends to who is short", async () => {
    const { exchange, plant } = await openSteered();
    const opened = await request(`${exchange.url}/paper/accounts`, "POST", {}, { multiplier: 2 });
    const client = clientOf(exchange.url, opened.body);
    await client.post("/v2/orders", marketOrder({ side: "sell", qty: "10" }));
    await untilFilled(exchange, client);
    await plant({ dividends: [{ symbol: "AAPL", at: "+1m", perShare: "0.5" }] });
    later(exchange, 2 * MINUTE_MS);
    const charged = async () => (await client.get("/v2/account/activities/DIV")).body;

    await expect.poll(async () => (await charged())[0]?.net_amount).toBe("-5.00");
  });

  it("is listed, says what is wrong with it, and leaves what was told as it is", async () => {
    const { client, exchange, plant } = await openSteered();
    const bars = "/v2/stocks/AAPL/bars?timeframe=1Hour&start=2026-11-19T15:00:00Z";
    const told = (await client.get(`${bars}&end=2026-11-20T15:00:00Z`)).body;
    const refusals = [
      { splits: [{ symbol: "NOPE", at: "+1s", from: 1, to: 2 }] },
      { splits: [{ symbol: "AAPL", at: "2026-11-20T15:00:00Z", from: 1, to: 2 }] },
      { faults: [{ on: "prices", does: "drop" }] },
      { halts: "all" },
    ];
    for (const wrong of refusals) expect((await plant(wrong)).status).toBe(422);
    await plant({ splits: [{ symbol: "AAPL", at: "+1s", from: 1, to: 2 }] });
    later(exchange, MINUTE_MS);

    expect((await request(`${exchange.url}/control/market`, "GET", {})).body).toMatchObject({
      splits: [{ symbol: "AAPL", from: 1, to: 2 }],
    });
    expect((await client.get(`${bars}&end=2026-11-20T15:00:00Z`)).body).toEqual(told);
    expect((await request(`${exchange.url}/paper/market`, "GET", {})).body.isPlain).toBe(false);
  });
});

async function openSteered() {
  const opened = await open({ hasControl: true });
  const plant = (events: unknown) =>
    request(`${opened.exchange.url}/control/market`, "POST", {}, events);
  return { ...opened, plant };
}
