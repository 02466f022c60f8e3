import { NO_SCRIPT } from "@sevenfold/application/exchange/market-script";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { describe, expect, it, onTestFinished } from "vitest";
import { clientOf, exchangeOnLoopback, START } from "./testing/exchange-on-loopback.ts";
import { limitOrder, open } from "./testing/opened-etrade-door.ts";

describe("the exchange in E*TRADE's protocol", () => {
  it("answers XML, and JSON to those who ask for it", async () => {
    const { list } = await open();

    expect((await list("/v1/accounts/list", "text/html")).text).toMatch(
      /^<\?xml .*<AccountListResponse><Accounts><Account><accountId>\d{9}<\/accountId>/,
    );
    const json = (await list("/v1/accounts/list.json", "text/html")).body;
    expect(json.AccountListResponse.Accounts.Account[0]).toMatchObject({
      accountMode: "CASH",
      accountStatus: "ACTIVE",
    });
  });

  it("answers 204 where there is nothing, and insists on the account's key", async () => {
    const { key, list } = await open();
    const accounts = await list("/v1/accounts/list");
    const { accountId } = accounts.body.AccountListResponse.Accounts.Account[0];

    expect(await list(`/v1/accounts/${key}/orders`)).toMatchObject({ status: 204, text: "" });
    expect(await list(`/v1/accounts/${key}/portfolio`)).toMatchObject({ status: 204 });
    expect(await list(`/v1/accounts/${accountId}/balance?instType=BROKERAGE`)).toMatchObject({
      status: 400,
      body: { Error: { code: 102, message: "Please enter valid Account Key" } },
    });
    expect(await list("/v1/nothing/here")).toMatchObject({ status: 404 });
  });

  it("places only what was previewed, within minutes and once", async () => {
    const { exchange, key, post } = await open();
    const order = limitOrder("CLIENT1");
    const preview = () =>
      post("POST", `/v1/accounts/${key}/orders/preview`, { PreviewOrderRequest: order });
    const place = (PreviewIds: unknown, of = order) =>
      post("POST", `/v1/accounts/${key}/orders/place`, {
        PlaceOrderRequest: { ...of, PreviewIds },
      });
    const stale = { status: 400, body: { Error: { code: 1033 } } };

    const { body } = await preview();
    const ids = body.PreviewOrderResponse.PreviewIds;
    expect(ids[0].previewId).toBeGreaterThan(2 ** 31);
    expect(await place(undefined)).toMatchObject(stale);
    expect(await place(ids[0].previewId)).toMatchObject(stale);
    expect(await place(ids, limitOrder("CLIENT2"))).toMatchObject(stale);
    exchange.moveTo(instant(START + 181_000));
    expect(await place(ids)).toMatchObject(stale);

    const again = (await preview()).body.PreviewOrderResponse.PreviewIds;
    const placed = await place(again);
    expect(placed.body.PlaceOrderResponse).toMatchObject({
      OrderIds: [{ orderId: 1 }],
      Order: [{ messages: { Message: [{ code: 1026, type: "WARNING" }] } }],
    });
    expect(await place(again)).toMatchObject({
      status: 400,
      body: { Error: { message: expect.stringContaining("Duplicate clientOrderId") } },
    });
    expect(
      await post("POST", `/v1/accounts/${key}/orders/preview`, {
        PreviewOrderRequest: { ...order, Order: order.Order[0] },
      }),
    ).toMatchObject({ status: 400 });
  });

  it("shows a cancel as requested first and then with a time that is none; never our key", async () => {
    const { key, list, placed, post } = await open();
    await placed(limitOrder("CLIENT1"));
    const cancel = () =>
      post("PUT", `/v1/accounts/${key}/orders/cancel`, { CancelOrderRequest: { orderId: 1 } });
    const shown = async () => {
      const { body, text } = await list(`/v1/accounts/${key}/orders`);
      expect(text).not.toContain("CLIENT1");
      return body.OrdersResponse.Order[0].OrderDetail[0];
    };

    expect(await shown()).toMatchObject({ status: "OPEN", stopPrice: 0 });
    expect((await cancel()).body.CancelOrderResponse.messages.Message).toMatchObject({
      code: 5011,
    });
    expect((await shown()).status).toBe("CANCEL_REQUESTED");
    expect(await shown()).toMatchObject({ status: "CANCELLED", executedTime: 2_023_137_072 });
    expect(await cancel()).toMatchObject({ status: 400, body: { Error: { code: 5001 } } });
  });

  it("lists by status, symbol, day and page", async () => {
    const { exchange, key, list, placed } = await open();
    for (let count = 1; count <= 5; count += 1) await placed(limitOrder(`CLIENT${count}`));
    const ids = async (query: string) => {
      const { body, status } = await list(`/v1/accounts/${key}/orders?${query}`);
      if (status === 204) return [];
      return body.OrdersResponse.Order.map(({ orderId }: { orderId: number }) => orderId);
    };

    expect(await ids("count=2")).toEqual([5, 4]);
    const { marker } = (await list(`/v1/accounts/${key}/orders?count=2`)).body.OrdersResponse;
    expect(await ids(`count=2&marker=${marker}`)).toEqual([3, 2]);
    expect(await ids("status=OPEN&symbol=AAPL,MSFT")).toEqual([5, 4, 3, 2, 1]);
    expect(await ids("status=EXECUTED")).toEqual([]);
    expect(await ids("symbol=MSFT")).toEqual([]);
    expect(await ids("fromDate=11192026&toDate=11202026")).toHaveLength(5);
    expect(await ids("fromDate=11212026&toDate=11222026")).toEqual([]);
    for (const toDate of ["11202026", "11192026"])
      expect(
        await list(`/v1/accounts/${key}/orders?fromDate=11202026&toDate=${toDate}`),
      ).toMatchObject({ status: 400, body: { Error: { code: 2002 } } });
    expect(await list(`/v1/accounts/${key}/orders?count=101`)).toMatchObject({ status: 400 });
    expect(exchange.venue.book.accounts.size).toBe(1);
  });

  it("tells of a halted stock when it was traded last, and not that it is traded now", async () => {
    const until = instant(START + 3_600_000);
    const halt = { ticker: "AAPL" as Ticker, from: START, until, reason: "T1" };
    const script = { faults: [], market: { ...NO_SCRIPT, halts: [halt] } };
    const exchange = await exchangeOnLoopback({ script });
    onTestFinished(() => exchange.close());
    const { list } = await open(exchange);
    exchange.moveTo(instant(START + 600_000));
    const [quote] = (await list("/v1/market/quote/AAPL")).body.QuoteResponse.QuoteData;

    expect(quote.All.timeOfLastTrade).toBeLessThan(START / 1_000);
    expect(quote.dateTimeUTC).toBe(START / 1_000 + 600);
  });

  it("quotes known symbols, and names the others in a message", async () => {
    const { exchange, list } = await open();

    const { body } = await list("/v1/market/quote/AAPL,ZZZZ");

    const [quote] = body.QuoteResponse.QuoteData;
    expect(quote).toMatchObject({
      quoteStatus: "REALTIME",
      dateTime: "11:00:00 EST 11-20-2026",
      dateTimeUTC: START / 1_000,
      Product: { symbol: "AAPL" },
    });
    expect(quote.All.lastTrade).toBe(exchange.market.priceAt("AAPL" as never, START) / 10_000);
    expect(body.QuoteResponse.Messages.Message).toHaveLength(1);
  });

  it("is the same venue that Alpaca's protocol leads to", async () => {
    const { exchange, key, keys, list, placed } = await open();
    const alpaca = clientOf(exchange.url, keys);
    await placed(limitOrder("FROMETRADE"));
    await alpaca.post("/v2/orders", {
      symbol: "MSFT",
      qty: "1",
      side: "buy",
      type: "limit",
      limit_price: "1",
      time_in_force: "day",
    });

    expect((await alpaca.get("/v2/orders")).body).toHaveLength(2);
    expect(
      (await alpaca.get("/v2/orders:by_client_order_id?client_order_id=FROMETRADE")).body,
    ).toMatchObject({ symbol: "AAPL", status: "pending_new" });
    expect((await list(`/v1/accounts/${key}/orders`)).body.OrdersResponse.Order).toHaveLength(2);
  });

  it("says in HTML that it was called too often", async () => {
    const exchange = await exchangeOnLoopback({ requestsPerMinute: 6 });
    onTestFinished(() => exchange.close());
    const { list } = await open(exchange);
    let last = await list("/v1/accounts/list");
    for (let count = 0; count < 6; count += 1) last = await list("/v1/accounts/list");

    expect(last).toMatchObject({ status: 400 });
    expect(last.text).toContain("exceeded the rate limit");
  });
});
