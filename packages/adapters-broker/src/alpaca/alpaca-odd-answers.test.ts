import type { RequestListener } from "node:http";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { START } from "../exchange/testing/exchange-on-loopback.ts";
import { alpacaBroker } from "./alpaca-broker.ts";
import { alpacaMarketData } from "./alpaca-market-data.ts";
import { ALPACA_IEX } from "./alpaca-market-feed.ts";
import { connectionTo, order } from "./testing/opened-alpaca.ts";

const KEY = "A".repeat(20);
const AAPL = "AAPL" as Ticker;
const answering = (bodyOf: (url: string) => unknown): RequestListener => {
  return ({ url = "" }, response) => response.end(JSON.stringify(bodyOf(url)));
};
const refusing = (status: number, body: object): RequestListener => {
  return (_, response) => response.writeHead(status).end(JSON.stringify(body));
};
/** "AAA", "BAA" … */
const symbolOf = (n: number): string =>
  [n % 26, Math.floor(n / 26) % 26, Math.floor(n / 676)]
    .map((letter) => String.fromCharCode(65 + letter))
    .join("");
const brokerTold = async (body: unknown) => alpacaBroker(await connectionTo(answering(() => body)));
const pricesTold = async (bodyOf: (url: string) => unknown) =>
  alpacaMarketData(await connectionTo(answering(bodyOf)), ALPACA_IEX);

const ACCOUNT = {
  ...{ account_number: "PA1", status: "ACTIVE", cash: "100", equity: "100", buying_power: "100" },
  ...{ trading_blocked: null, account_blocked: null, trade_suspended_by_user: null },
};
const ORDER = {
  ...{ id: "one", client_order_id: null, created_at: "2026-03-11T14:30:00Z", submitted_at: null },
  ...{ symbol: "AAPL", asset_class: "us_equity", qty: "3", filled_qty: "0", type: "market" },
  ...{ side: "buy", time_in_force: "day", status: "new" },
};

describe("an Alpaca account", () => {
  it("trades where nothing says that it is blocked", async () => {
    expect(await (await brokerTold(ACCOUNT)).account()).toMatchObject({ canTrade: true });
    const blocked = await (await brokerTold({ ...ACCOUNT, trading_blocked: true })).account();
    expect(blocked).toMatchObject({ canTrade: false });
  });

  it("tells by its words whether 403 refuses an order or the keys", async () => {
    const causeOf = async (message: string) => {
      const broker = alpacaBroker(await connectionTo(refusing(403, { message })));
      const answer = await broker.submit(order({}));
      expect(answer).toMatchObject({ kind: "rejected", message });
      return answer.kind === "rejected" ? answer.cause : undefined;
    };

    expect(await causeOf("forbidden.")).toBe("credentials");
    expect(await causeOf("request is not authorized")).toBe("credentials");
    expect(await causeOf("access key verification failed : no such key")).toBe("credentials");
    expect(await causeOf("account is not authorized to trade")).toBe("other");
    expect(await causeOf("new orders are rejected by user request")).toBe("other");
  });

  it("tells with a refusal the figures and the reason that stand beside it", async () => {
    const told = async (status: number, body: object) =>
      alpacaBroker(await connectionTo(refusing(status, body))).submit(order({}));
    expect(
      await told(403, {
        ...{ buying_power: "100.25", code: 40310000, cost_basis: "1453" },
        message: "insufficient buying power",
      }),
    ).toMatchObject({
      cause: "funds",
      message: "insufficient buying power (buying power 100.25, cost basis 1453)",
    });
    expect(
      await told(403, {
        ...{
          code: 40310000,
          existing_order_id: "x",
          reject_reason: "opposite side limit order exists",
        },
        message: "potential wash trade detected. use complex orders",
      }),
    ).toMatchObject({
      message:
        "potential wash trade detected. use complex orders (opposite side limit order exists)",
    });
    expect(
      await told(422, {
        ...{ code: 42210000, market_price: "145.2", stop_price: 150 },
        message: "stop price must be less than current price",
      }),
    ).toMatchObject({
      message: "stop price must be less than current price (market price 145.2, stop price 150)",
    });
  });

  it("has its positions read, however many they are: Alpaca lists them in one piece", async () => {
    const row = { side: "long", cost_basis: "20", qty: "2", told: "x".repeat(600) };
    const positions = [...Array(2_000).keys()].map((n) => ({ ...row, symbol: symbolOf(n) }));
    await expect((await brokerTold(positions)).positions()).resolves.toHaveLength(2_000);
  });

  it("rounds the cash of each trade to the cent, which its fills do not say", async () => {
    // Alpaca's own example of a trade: 0.04 shares at $480.338, and −$19.21.
    expect((await brokerTold(ACCOUNT)).terms).toMatchObject({ roundsToCents: true });
  });

  it("tells of no execution in a row that says it is something else", async () => {
    const row = {
      ...{ activity_type: "FILL", transaction_time: "2026-03-11T14:30:00Z", symbol: "AAPL" },
      ...{ price: "100", qty: "3", side: "buy", order_id: "one" },
    };
    const broker = await brokerTold([
      { ...row, id: "1", type: "partial_fill", cum_qty: "3" },
      { ...row, id: "2", type: "trade_bust", cum_qty: "0", qty: "3" },
      { ...row, id: "3", type: "trade_correct", cum_qty: "4", price: "99" },
      { ...row, id: "4", cum_qty: "6" },
    ]);
    const told = await broker.executionsSince(START);
    expect(told.map(({ executionId }) => executionId)).toEqual(["one:3", "one:6"]);
  });

  it("lists an order that has no key as one of others", async () => {
    const [report] = await (await brokerTold([ORDER])).ordersSince(START);
    expect(report).toMatchObject({ brokerOrderId: "one", quantity: 3, state: "working" });
    expect(report).not.toHaveProperty("clientKey");
  });

  it("is read beside an order that cannot be, where its key says that it is of others", async () => {
    const ours = { ...ORDER, id: "ours", client_order_id: KEY };
    const odd = { ...ORDER, client_order_id: "61e69015-8549-4bfd-b9c3-01e75843f47d", side: "" };
    const broker = await brokerTold([ours, odd]);
    expect(await broker.ordersSince(START)).toMatchObject([{ brokerOrderId: "ours" }]);
    for (const key of [ours.client_order_id, null]) {
      const unsure = await brokerTold([{ ...odd, client_order_id: key }]);
      await expect(unsure.ordersSince(START)).rejects.toThrow(/order one/);
    }
  });

  it("has no order only where that is what is said of it, not where a gateway knows no such way", async () => {
    const saying = async (message: string) =>
      alpacaBroker(
        await connectionTo((_, response) =>
          response.writeHead(404).end(JSON.stringify({ code: 40410000, message })),
        ),
      );
    const wanted = order({ clientKey: KEY });
    for (const words of [`order not found for ${KEY}`, "order not found"])
      expect(await (await saying(words)).find(wanted)).toBeUndefined();
    for (const words of ["endpoint not found", "no Route matched with those values", "Not Found"])
      await expect((await saying(words)).find(wanted)).rejects.toMatchObject({
        reason: "unreadable",
      });
  });

  it.each([
    ["new", { state: "working", filled: 0 }],
    ["canceled", { state: "suspended", isUntold: true }],
    ["filled", { state: "suspended", isUntold: true }],
  ])("is read where a %s order does not say how much of it traded", async (status, report) => {
    const untold = { ...ORDER, status, filled_qty: null };
    expect(await (await brokerTold([untold])).ordersSince(START)).toMatchObject([report]);
  });
});

describe("Alpaca's market data", () => {
  const [start, end] = [instant(START), instant(START + 600_000)];
  const bar = { t: new Date(START).toISOString(), o: 1, h: 1, l: 1, c: 1, v: 1 };

  it("has nothing of symbols where it is null", async () => {
    const nothing = await pricesTold(() => ({ trades: null, quotes: null }));
    expect(await nothing.latest([AAPL])).toEqual({ prints: [], quotes: [] });
    const trade = { t: new Date(START).toISOString(), p: 12 };
    const some = await pricesTold(() => ({ trades: { MSFT: null, AAPL: trade }, quotes: {} }));
    expect((await some.latest([AAPL])).prints).toMatchObject([{ ticker: "AAPL", price: 120_000 }]);
  });

  it.each([null, "", undefined])("ends with the page behind which there is %s", async (token) => {
    const market = await pricesTold(() => ({ bars: [bar], next_page_token: token }));
    expect(await market.bars({ ticker: AAPL, interval: "minute", start, end })).toHaveLength(1);
    const empty = await pricesTold(() => ({ next_page_token: token }));
    expect(await empty.bars({ ticker: AAPL, interval: "minute", start, end })).toEqual([]);
  });

  it("is asked no more where a page names itself as the next one", async () => {
    let asked = 0;
    const market = await pricesTold(() => {
      asked += 1;
      return { bars: [bar], next_page_token: "again" };
    });
    const reading = market.bars({ ticker: AAPL, interval: "minute", start, end });
    await expect(reading).rejects.toThrow("do not end");
    expect(asked).toBe(2);
  });
});
