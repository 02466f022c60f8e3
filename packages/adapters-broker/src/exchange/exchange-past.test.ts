import { describe, expect, it } from "vitest";
import { START } from "./testing/exchange-on-loopback.ts";
import { open, untilFilled } from "./testing/opened-exchange.ts";

describe("two exchanges of one seed", () => {
  it("trade the same orders at the same prices in the same parts", async () => {
    const trades = async () => {
      const { exchange, client } = await open();
      for (let count = 0; count < 30; count += 1)
        await client.post("/v2/orders", {
          ...{ symbol: count % 2 ? "AAPL" : "AMC", qty: "7", side: "buy", type: "market" },
          ...{ time_in_force: "day", client_order_id: `order ${count}` },
        });
      await untilFilled(exchange, client);
      const { body } = await client.get("/v2/account/activities/FILL");
      return body.map(({ price, qty, symbol }: Record<string, string>) => [symbol, qty, price]);
    };
    const first = await trades();

    expect(first.length).toBeGreaterThan(30);
    expect(await trades()).toEqual(first);
  });
});

describe("the exchange's past", () => {
  it("has every quote and trade that moved a price, by pages and either way", async () => {
    const { client } = await open();
    const span = `start=${iso(START - 60_000)}&end=${iso(START - 250)}`;
    const whole = (await client.get(`/v2/stocks/AAPL/trades?${span}&limit=1000`)).body.trades;
    const paged: unknown[] = [];
    for (let token = ""; ; ) {
      const { body } = await client.get(`/v2/stocks/trades?symbols=AAPL&${span}&limit=50${token}`);
      paged.push(...body.trades.AAPL);
      if (body.next_page_token === null) break;
      token = `&page_token=${body.next_page_token}`;
    }
    const quotes = (await client.get(`/v2/stocks/AAPL/quotes?${span}&sort=desc&limit=1000`)).body
      .quotes;

    expect(whole.length).toBeGreaterThan(100);
    expect(paged).toEqual(whole);
    expect(quotes.map(({ t }: { t: string }) => t).reverse()).toEqual(
      whole.map(({ t }: { t: string }) => t),
    );
  });

  it("makes bars of weeks and months from the bars of their days", async () => {
    const { client } = await open({ hours: "nyse" });
    const bars = async (query: string) =>
      (await client.get(`/v2/stocks/AAPL/bars?${query}`)).body.bars;
    const days = await bars("timeframe=1Day&start=2026-10-01&end=2026-10-31");
    const [october] = await bars("timeframe=1Month&start=2026-10-01&end=2026-10-31");
    const weeks = await bars("timeframe=1Week&start=2026-10-05&end=2026-10-31");

    expect(october).toMatchObject({
      t: "2026-10-01T04:00:00.000Z",
      o: days[0].o,
      h: Math.max(...days.map(({ h }: { h: number }) => h)),
      c: days.at(-1).c,
      v: days.reduce((sum: number, { v }: { v: number }) => sum + v, 0),
    });
    expect(weeks.map(({ t }: { t: string }) => t.slice(0, 10))).toEqual([
      "2026-10-05",
      "2026-10-12",
      "2026-10-19",
      "2026-10-26",
    ]);
  });

  it("names the day a trade settles and the phase of the day", async () => {
    const { client } = await open({ hours: "nyse" });
    const days = await client.get("/v2/calendar?start=2026-11-25&end=2026-11-27");
    const settling = await client.get(
      "/v2/calendar?start=2026-11-27&end=2026-11-27&date_type=SETTLEMENT",
    );

    expect(
      days.body.map(({ settlement_date }: { settlement_date: string }) => settlement_date),
    ).toEqual(["2026-11-27", "2026-11-30"]);
    expect(settling.body).toMatchObject([{ date: "2026-11-25" }]);
    expect((await client.get("/v3/clock?markets=NYSE")).body.clocks).toMatchObject([
      { phase: "core", is_market_day: true },
    ]);
    expect((await client.get("/v2/assets?status=inactive")).body).toEqual([]);
  });
});

const iso = (at: number): string => new Date(at).toISOString();
