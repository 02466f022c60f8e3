import { instant, type Ticker } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { type LoopbackExchange, START } from "./testing/exchange-on-loopback.ts";
import { type JudgedClient, judgedClient, publishedCalls } from "./testing/judged-client.ts";
import { limitOrder, marketOrder, open } from "./testing/opened-exchange.ts";
import { publishedApi } from "./testing/published-api.ts";

const HOUR_MS = 3_600_000;

/** The areas of their two APIs that this exchange serves whole. */
const SERVED =
  /^\/v2\/(account|orders|assets|calendar|clock|corporate_actions|positions(?!.*exercise)|stocks|watchlists)|^\/v3\/|^\/v1\/corporate|^\/v1beta1\/screener/;

describe("the exchange's answers, held to what the vendor publishes", () => {
  it("are right in every call of the areas it serves", async () => {
    const { client, exchange } = await openJudged();
    await useAccount(client, exchange);
    await useWatchlists(client);
    for (const path of READS) await client.get(path);
    const { body: announced } = await client.get(`${ANNOUNCEMENTS}?${ALL_ANNOUNCED}`);
    await client.get(`${ANNOUNCEMENTS}/${announced[0].id}`);

    expect(faultsOf(client)).toEqual({});
    expect([...client.verdicts.keys()].toSorted()).toEqual(publishedCalls(SERVED).toSorted());
  });

  it("are judged: a wrong word, a missing field, a number told as text and a null are seen", () => {
    const { faultsOf: faults } = publishedApi("trading");
    const order = { kind: "model", name: "Order" } as const;
    const right = {
      ...{ id: "1", type: "market", time_in_force: "day", notional: null, expires_at: TIME },
      ...{ symbol: "AAPL", side: "buy", status: "new" },
    };

    expect(faults(right, order)).toEqual([]);
    expect(faults({ ...right, status: "lost" }, order)).toHaveLength(1);
    expect(faults({ ...right, time_in_force: undefined }, order)).toHaveLength(1);
    expect(faults({ ...right, extended_hours: "true" }, order)).toHaveLength(1);
    expect(faults({ ...right, expires_at: null }, order)).toHaveLength(1);
    expect(faults({ ...right, expires_at: "tomorrow" }, order)).toHaveLength(1);
    expect(faults([right], { kind: "list", of: order })).toEqual([]);
    expect(faults(right, { kind: "list", of: order })).toHaveLength(1);
  });
});

describe("what the exchange says about its stocks", () => {
  it("announces the splits and dividends of its script, and has them in its market data", async () => {
    const { client } = await openJudged();
    const { body: split } = await client.get(`${ANNOUNCEMENTS}?${ALL_ANNOUNCED}&symbol=NVDA`);
    const first = await client.get(`${ACTIONS}&limit=1`);
    const second = await client.get(`${ACTIONS}&limit=1&page_token=${first.body.next_page_token}`);

    expect(split).toMatchObject([
      { ca_type: "split", ca_sub_type: "stock_split", old_rate: "1", new_rate: "4" },
    ]);
    expect(first.body.corporate_actions).toMatchObject({
      forward_splits: [{ symbol: "NVDA", old_rate: 1, new_rate: 4, ex_date: "2026-11-20" }],
    });
    expect(second.body.corporate_actions).toMatchObject({
      cash_dividends: [{ symbol: "MSFT", rate: 0.83 }],
    });
    const types = await client.get(`${ACTIONS}&types=cash_dividend`);
    expect(Object.keys(types.body.corporate_actions)).toEqual(["cash_dividends"]);
  });

  it("keeps an account's lists, by id and by name, and refuses a name twice", async () => {
    const { client } = await openJudged();
    const made = await client.post(LISTS, { name: "mine", symbols: ["AAPL", "AAPL", "MSFT"] });
    const taken = await client.post(LISTS, { name: "mine" });
    const unknown = await client.post(LISTS, { name: "other", symbols: ["NOPE"] });
    await client.post(`${LISTS}:by_name?name=mine`, { symbol: "NVDA" });
    const less = await client.delete(`${LISTS}/${made.body.id}/MSFT`);
    const gone = await client.get(`${LISTS}/${"0".repeat(8)}`);

    expect([taken.status, unknown.status, gone.status]).toEqual([422, 422, 404]);
    expect(less.body.assets.map(({ symbol }: { symbol: string }) => symbol)).toEqual([
      "AAPL",
      "NVDA",
    ]);
  });

  it("ranks stocks by what was traded and by how far they moved", async () => {
    const { client } = await openJudged();
    const { body: active } = await client.get("/v1beta1/screener/stocks/most-actives?top=85");
    const volumes = active.most_actives.map(({ volume }: { volume: number }) => volume);
    const { body: moved } = await client.get("/v1beta1/screener/stocks/movers?top=3");

    expect(volumes).toHaveLength(85);
    expect(volumes).toEqual(volumes.toSorted((a: number, b: number) => b - a));
    expect(moved.gainers[0].percent_change).toBeGreaterThan(moved.losers[0].percent_change);
    expect((await client.get("/v1beta1/screener/stocks/movers?top=0")).status).toBe(400);
  });

  it("has an opening and a closing price of each session, by pages", async () => {
    const { client } = await openJudged();
    const span = "start=2026-11-16&end=2026-11-19";
    const { body: whole } = await client.get(`/v2/stocks/auctions?symbols=AAPL,MSFT&${span}`);
    const { body: page } = await client.get(
      `/v2/stocks/auctions?symbols=AAPL,MSFT&limit=5&${span}`,
    );
    const rest = await client.get(
      `/v2/stocks/auctions?symbols=AAPL,MSFT&${span}&page_token=${page.next_page_token}`,
    );
    const { body: days } = await client.get(`/v2/stocks/AAPL/bars?timeframe=1Day&${span}`);

    expect(whole.auctions.AAPL.map(({ o }: Auctions) => o[0]?.p)).toEqual(
      days.bars.map(({ o }: { o: number }) => o),
    );
    expect(whole.auctions.AAPL.map(({ c }: Auctions) => c[0]?.p)).toEqual(
      days.bars.map(({ c }: { c: number }) => c),
    );
    expect([...page.auctions.MSFT, ...rest.body.auctions.MSFT]).toEqual(whole.auctions.MSFT);
  });
});

interface Auctions {
  readonly o: readonly { readonly p: number }[];
  readonly c: readonly { readonly p: number }[];
}

const TIME = "2026-11-20T21:00:00Z";
const LISTS = "/v2/watchlists";
const ANNOUNCEMENTS = "/v2/corporate_actions/announcements";
const ALL_ANNOUNCED = "ca_types=Dividend,Split&since=2026-11-01&until=2026-12-01";
const ACTIONS = "/v1/corporate-actions?start=2026-11-01&end=2026-12-01";

const READS = [
  ...["/v2/assets", "/v2/assets/AAPL", "/v2/calendar", "/v2/clock", "/v3/clock"],
  ...["/v3/calendar/NYSE", "/v1/corporate-actions?start=2026-11-01&end=2026-12-01"],
  ...["bars", "quotes", "trades", "auctions"].flatMap((kind) => [
    `/v2/stocks/AAPL/${kind}?timeframe=1Min&limit=5`,
    `/v2/stocks/${kind}?symbols=AAPL,MSFT&timeframe=1Day&limit=5`,
  ]),
  ...["bars", "quotes", "trades"].flatMap((kind) => [
    `/v2/stocks/AAPL/${kind}/latest`,
    `/v2/stocks/${kind}/latest?symbols=AAPL`,
  ]),
  ...["/v2/stocks/AAPL/snapshot", "/v2/stocks/snapshots?symbols=AAPL,MSFT"],
  ...["/v2/stocks/meta/exchanges", "/v2/stocks/meta/conditions/trade?tape=C"],
  ...["/v1beta1/screener/stocks/most-actives", "/v1beta1/screener/stocks/movers"],
];

async function openJudged() {
  const at = (ms: number) => instant(START + ms);
  const opened = await open({
    script: {
      faults: [],
      market: {
        halts: [],
        spreads: [],
        splits: [{ ticker: "NVDA" as Ticker, at: at(2 * HOUR_MS), from: 1, to: 4 }],
        dividends: [{ ticker: "MSFT" as Ticker, at: at(3 * HOUR_MS), perShare: money(8_300) }],
      },
    },
  });
  return { exchange: opened.exchange, client: judgedClient(opened.client) };
}

/** A day of an account: every kind of order, a fill, a split, a dividend, changes and ends. */
async function useAccount(client: JudgedClient, exchange: LoopbackExchange): Promise<void> {
  await client.get("/v2/account");
  await client.get("/v2/account/configurations");
  await client.patch("/v2/account/configurations", { trade_confirm_email: "none" });
  const { body: bought } = await client.post("/v2/orders", marketOrder({ qty: "10" }));
  await client.post("/v2/orders", marketOrder({ symbol: "MSFT", qty: "10" }));
  await client.post("/v2/orders", marketOrder({ symbol: "NVDA", qty: "3" }));
  for (const order of RESTING) await client.post("/v2/orders", limitOrder(order));
  exchange.moveTo(instant(START + 4 * HOUR_MS));
  await expect.poll(async () => (await client.get("/v2/positions")).body.length).toBe(3);
  await expect
    .poll(async () => (await client.get("/v2/account/activities/DIV")).body.length)
    .toBe(1);
  await client.get("/v2/account/activities");
  await client.get("/v2/account/portfolio/history");
  await client.get("/v2/positions/AAPL");
  await client.get(`/v2/orders/${bought.id}`);
  await client.get(`/v2/orders:by_client_order_id?client_order_id=${bought.client_order_id}`);
  await client.get("/v2/orders?status=all");
  const { body: resting } = await client.get("/v2/orders?status=open&nested=true");
  const [first] = resting;
  await client.patch(`/v2/orders/${first.id}`, { qty: "2" });
  await client.delete(`/v2/orders/${resting.at(-1).id}`);
  await client.delete("/v2/orders");
  await client.delete("/v2/positions/AAPL?qty=1");
  await client.delete("/v2/positions?cancel_orders=true");
}

const RESTING = [
  { symbol: "AMD", limit_price: "1.5" },
  { symbol: "AMD", limit_price: "1", time_in_force: "gtc" },
  { symbol: "AMZN", type: "trailing_stop", trail_percent: "5" },
  {
    ...{ symbol: "TSLA", order_class: "bracket", time_in_force: "gtc", limit_price: "1.5" },
    ...{ take_profit: { limit_price: "9000" }, stop_loss: { stop_price: "1.2" } },
  },
];

async function useWatchlists(client: JudgedClient): Promise<void> {
  const { body: made } = await client.post(LISTS, { name: "mine", symbols: ["AAPL"] });
  await client.get(LISTS);
  await client.get(`${LISTS}/${made.id}`);
  await client.get(`${LISTS}:by_name?name=mine`);
  await client.post(`${LISTS}/${made.id}`, { symbol: "MSFT" });
  await client.post(`${LISTS}:by_name?name=mine`, { symbol: "NVDA" });
  await client.put(`${LISTS}/${made.id}`, { name: "ours" });
  await client.put(`${LISTS}:by_name?name=ours`, { symbols: ["AAPL", "MSFT"] });
  await client.delete(`${LISTS}/${made.id}/MSFT`);
  await client.delete(`${LISTS}/${made.id}`);
  await client.post(LISTS, { name: "mine" });
  await client.delete(`${LISTS}:by_name?name=mine`);
}

/** What was wrong, by call. */
const faultsOf = ({ verdicts }: JudgedClient) =>
  Object.fromEntries([...verdicts].filter(([, faults]) => 0 < faults.length));
