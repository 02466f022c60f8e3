import { type Instant, instant } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { afterEach, describe, expect, it } from "vitest";

import { authorizationOf, type UnsignedRequest } from "../etrade/etrade-signature.ts";
import { requestToken } from "../etrade/etrade-tokens.ts";
import {
  accepted,
  accessFor,
  etradeHostsAt,
  signedIn,
} from "../etrade/testing/etrade-on-loopback.ts";
import {
  clientOf,
  exchangeOnLoopback,
  type LoopbackExchange,
  request,
  START,
} from "./testing/exchange-on-loopback.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const MINUTE_MS = 60_000;

describe("letting a program in at the exchange, as E*TRADE does", () => {
  it("gives out a request token, shows its code once accepted, and takes both once", async () => {
    const { connection } = await open();
    const { authorizeUrl, token } = await requestToken(connection);

    const asked = await fetch(authorizeUrl);
    expect(asked.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect(await asked.text()).toContain("Let Sevenfold trade on your paper account?");
    const verifier = await accepted(authorizeUrl);
    expect(verifier).toMatch(/^[A-Z2-9]{6}$/);

    const access = await accessFor(connection, token, verifier);
    expect(access.token.key).not.toBe(token.key);
    await expect(accessFor(connection, token, verifier)).rejects.toMatchObject({
      message: "oauth_problem=token_rejected",
    });
    expect((await fetch(authorizeUrl)).status).toBe(400);
  });

  it("uses a request token up also by a wrong code, by declining and by five minutes", async () => {
    const { connection, exchange } = await open();
    const first = await requestToken(connection);
    await accepted(first.authorizeUrl);
    await expect(accessFor(connection, first.token, "WRONG1")).rejects.toMatchObject({
      reason: "needs-authorisation",
      message: "oauth_problem=verifier_invalid",
    });

    const second = await requestToken(connection);
    await fetch(second.authorizeUrl, {
      method: "POST",
      body: new URLSearchParams({ answer: "decline" }),
    });
    expect((await fetch(second.authorizeUrl)).status).toBe(400);

    const third = await requestToken(connection);
    const verifier = await accepted(third.authorizeUrl);
    exchange.moveTo(instant(START + 5 * MINUTE_MS));
    await expect(accessFor(connection, third.token, verifier)).rejects.toMatchObject({
      message: "oauth_problem=token_rejected",
    });
  });

  it("refuses what is signed wrongly, too late or a second time, and callbacks it does not know", async () => {
    const { connection, exchange, signed } = await open();
    const base = {
      url: `${exchange.url}/etrade/oauth/request_token`,
      extra: { oauth_callback: "oob" },
    };
    const { key, secret } = connection.consumer;

    expect(await signed(base)).toMatchObject({ status: 200 });
    const problem = async (change: Partial<UnsignedRequest>) =>
      (await signed({ ...base, ...change })).text;
    expect(await problem({ nonce: "N1" })).toContain("oauth_token=");
    expect(await problem({ nonce: "N1" })).toContain("nonce_used");
    expect(await problem({ consumer: { key, secret: `${secret}x` } })).toContain(
      "signature_invalid",
    );
    expect(await problem({ consumer: { key: "PKNOBODY", secret } })).toContain(
      "consumer_key_unknown",
    );
    expect(await problem({ timestamp: START / 1_000 - 301 })).toContain("timestamp_refused");
    expect(await problem({ extra: { oauth_callback: "https://elsewhere.example" } })).toContain(
      "callback_rejected",
    );
    expect(
      await problem({
        token: { key: "made/up+", secret: "x" },
        url: `${exchange.url}/etrade/v1/accounts/list`,
      }),
    ).toContain("token_rejected");
  });

  it("takes signatures dated by its clients' clock where its own runs ahead", async () => {
    const theirs = instant(START - 365 * 24 * 3_600_000);
    const exchange = await exchangeOnLoopback({ signingClock: { now: () => theirs } });
    closing.push(() => exchange.close());
    const { keyId: key, signingSecret: secret } = await exchange.link.paperVenue.openAccount({
      cash: money(1_000_000_000),
      openedAt: START,
      history: [],
    });
    const connection = { ...etradeHostsAt(exchange.url), consumer: { key, secret } };

    const signing = { ...connection, now: () => theirs };
    expect((await requestToken(signing)).token.key).not.toBe("");
    await expect(requestToken({ ...connection, now: () => exchange.now() })).rejects.toMatchObject({
      message: expect.stringContaining("refuses the time"),
    });
  });

  it("never takes the tokens of one account for another's", async () => {
    const { connection, exchange, signed } = await open();
    const other = await open(exchange);
    const access = await signedIn(other.connection);

    const answer = await signed({
      url: `${exchange.url}/etrade/v1/accounts/list`,
      consumer: connection.consumer,
      token: access.token,
    });

    expect(answer).toMatchObject({ status: 401 });
    expect(answer.text).toContain("token_rejected");
  });

  it("ends an access token when it is revoked", async () => {
    const { connection, list, signed, exchange } = await open();
    expect(await list("/v1/accounts/list")).toMatchObject({ status: 200 });
    const { token } = await signedIn(connection);

    const revoked = await signed({
      url: `${exchange.url}/etrade/oauth/revoke_access_token`,
      token,
    });
    expect(revoked.text).toBe("Revoked Access Token");
    const after = await signed({ url: `${exchange.url}/etrade/v1/accounts/list`, token });
    expect(after.text).toContain("token_expired");
  });
});

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
    expect(await ids("fromDate=11202026&toDate=11202026")).toHaveLength(5);
    expect(await ids("fromDate=11212026&toDate=11212026")).toEqual([]);
    expect(await list(`/v1/accounts/${key}/orders?count=101`)).toMatchObject({ status: 400 });
    expect(exchange.venue.book.accounts.size).toBe(1);
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
    closing.push(() => exchange.close());
    const { list } = await open(exchange);
    let last = await list("/v1/accounts/list");
    for (let count = 0; count < 6; count += 1) last = await list("/v1/accounts/list");

    expect(last).toMatchObject({ status: 400 });
    expect(last.text).toContain("exceeded the rate limit");
  });
});

const limitOrder = (clientOrderId: string) => ({
  orderType: "EQ",
  clientOrderId,
  Order: [
    {
      allOrNone: false,
      priceType: "LIMIT",
      orderTerm: "GOOD_FOR_DAY",
      marketSession: "REGULAR",
      limitPrice: 1,
      Instrument: [
        {
          Product: { securityType: "EQ", symbol: "AAPL" },
          orderAction: "BUY",
          quantityType: "QUANTITY",
          quantity: 2,
        },
      ],
    },
  ],
});

let nonces = 0;

/** An account of the exchange that has let a program in. */
async function open(running?: LoopbackExchange) {
  const exchange = running ?? (await exchangeOnLoopback());
  if (!running) closing.push(() => exchange.close());
  const keys = await exchange.link.paperVenue.openAccount({
    cash: money(1_000_000_000),
    openedAt: START,
    history: [],
  });
  const connection = {
    ...etradeHostsAt(exchange.url),
    consumer: { key: keys.keyId, secret: keys.signingSecret },
    now: (): Instant => exchange.now(),
  };
  const signed = async (
    change: Partial<UnsignedRequest> & { readonly url: string },
    method = "GET",
  ) => {
    nonces += 1;
    const Authorization = authorizationOf({
      method,
      consumer: connection.consumer,
      nonce: `nonce${nonces}`,
      timestamp: Math.floor(exchange.now() / 1_000),
      ...change,
    });
    return request(change.url, method, { Authorization, Accept: "application/json" });
  };
  const { token } = await signedIn(connection);
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    accept = "application/json",
  ) => {
    nonces += 1;
    const url = `${exchange.url}/etrade${path}`;
    const Authorization = authorizationOf({
      method,
      url,
      consumer: connection.consumer,
      token,
      nonce: `nonce${nonces}`,
      timestamp: Math.floor(exchange.now() / 1_000),
    });
    return request(url, method, { Authorization, Accept: accept }, body);
  };
  const list = (path: string, accept?: string) => call("GET", path, undefined, accept);
  const accounts = await list("/v1/accounts/list");
  const key: string = accounts.body?.AccountListResponse?.Accounts.Account[0].accountIdKey;
  const post = (method: "POST" | "PUT", path: string, body: unknown) => call(method, path, body);
  const placed = async (order: ReturnType<typeof limitOrder>) => {
    const previewed = await post("POST", `/v1/accounts/${key}/orders/preview`, {
      PreviewOrderRequest: order,
    });
    const { PreviewIds } = previewed.body.PreviewOrderResponse;
    return post("POST", `/v1/accounts/${key}/orders/place`, {
      PlaceOrderRequest: { ...order, PreviewIds },
    });
  };
  return { exchange, connection, keys, key, signed, list, post, placed };
}
