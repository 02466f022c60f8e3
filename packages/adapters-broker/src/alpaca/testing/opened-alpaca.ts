import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Broker, BrokerNotice } from "@sevenfold/application/ports/broker";
import type { Ticker } from "@sevenfold/domain/market";
import { money, NO_MONEY, NO_SHARES, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { expect, onTestFinished } from "vitest";
import {
  exchangeOnLoopback,
  type LoopbackExchange,
  openClient,
  START,
} from "../../exchange/testing/exchange-on-loopback.ts";
import { alpacaBroker } from "../alpaca-broker.ts";
import type { AlpacaConnection } from "../alpaca-http.ts";

export async function onExchange(): Promise<{
  broker: Broker;
  client: Awaited<ReturnType<typeof openClient>>;
  exchange: LoopbackExchange;
}> {
  const exchange = await exchangeOnLoopback();
  onTestFinished(() => exchange.close());
  const client = await openClient(exchange.url);
  return { exchange, client, broker: alpacaBroker(hostsOf(exchange.url, client)) };
}

/** A venue that treats every request the same way. */
export async function connectionTo(listener: RequestListener): Promise<AlpacaConnection> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return hostsOf(url, { keyId: "PK", secretKey: "S" });
}

export function hostsOf(
  url: string,
  { keyId, secretKey }: Pick<AlpacaConnection, "keyId" | "secretKey">,
): AlpacaConnection {
  const sockets = url.replace("http", "ws");
  return {
    tradingUrl: url,
    tradingStreamUrl: `${sockets}/stream`,
    marketDataUrl: url,
    marketDataStreamUrl: `${sockets}/v2/iex`,
    keyId,
    secretKey,
    timeoutMs: 60_000,
  };
}

/** Everything the stream says, until the test ends. */
export function hear(broker: Broker) {
  const all: BrokerNotice[] = [];
  const ending = new AbortController();
  const reading = (async () => {
    for await (const notice of broker.notices(ending.signal)) all.push(notice);
  })();
  onTestFinished(() => {
    ending.abort();
    return reading;
  });
  return {
    all,
    until: (isIt: (notice: BrokerNotice) => boolean) =>
      expect.poll(() => all.some(isIt)).toBe(true),
  };
}

export function order(change: Partial<Order>): Order {
  return {
    clientKey: "A".repeat(20),
    accountId: "account",
    ticker: "AAPL" as Ticker,
    side: "buy",
    origin: "manual",
    quantity: shares(1),
    extendedHours: false,
    status: "submitting",
    filled: NO_SHARES,
    filledNotional: NO_MONEY,
    reservedCash: money(0),
    attempts: 1,
    createdAt: START,
    updatedAt: START,
    ...change,
  };
}
