import type { Instant } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { onTestFinished } from "vitest";
import { authorizationOf, type UnsignedRequest } from "../../etrade/etrade-signature.ts";
import { etradeHostsAt, signedIn } from "../../etrade/testing/etrade-on-loopback.ts";
import {
  exchangeOnLoopback,
  type LoopbackExchange,
  request,
  START,
} from "./exchange-on-loopback.ts";

export const limitOrder = (clientOrderId: string) => ({
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
export async function open(running?: LoopbackExchange) {
  const exchange = running ?? (await exchangeOnLoopback());
  if (!running) onTestFinished(() => exchange.close());
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
