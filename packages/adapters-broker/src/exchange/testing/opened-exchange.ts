import { instant, type Ticker } from "@sevenfold/domain/market";
import { onTestFinished } from "vitest";
import {
  type ExchangeClient,
  exchangeOnLoopback,
  type LoopbackExchange,
  openClient,
} from "./exchange-on-loopback.ts";

export const SLOT_MS = 250;
export const MINUTE_MS = 60_000;
export const AAPL = "AAPL" as Ticker;

/** An exchange with a client of its own, closed by the test or after it. */
export async function open(settings: Parameters<typeof exchangeOnLoopback>[0] = {}, cash?: string) {
  const exchange = await exchangeOnLoopback(settings);
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= exchange.close());
  onTestFinished(close);
  return { exchange: { ...exchange, close }, client: await openClient(exchange.url, cash) };
}

export const marketOrder = (change: Record<string, unknown>) => ({
  symbol: "AAPL",
  qty: "1",
  side: "buy",
  type: "market",
  time_in_force: "day",
  ...change,
});

export const limitOrder = (change: Record<string, unknown>) =>
  marketOrder({ type: "limit", ...change });

export function later(exchange: LoopbackExchange, ms: number): void {
  exchange.moveTo(instant(exchange.now() + ms));
}

/** Moves on slot by slot until no order of the account is open. */
export async function untilFilled(
  exchange: LoopbackExchange,
  client: ExchangeClient,
): Promise<void> {
  while (0 < (await client.get("/v2/orders")).body.length) later(exchange, SLOT_MS);
}
