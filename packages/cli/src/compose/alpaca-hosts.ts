import type { AlpacaConnection } from "@sevenfold/adapters-broker/alpaca/alpaca-http";

type Hosts = Omit<AlpacaConnection, "keyId" | "secretKey">;

const TIMEOUT_MS = 10_000;

/** Alpaca's paper trading. Live trading has hosts of its own, which this release does not name. */
export const ALPACA_PAPER: Hosts = {
  tradingUrl: "https://paper-api.alpaca.markets",
  tradingStreamUrl: "wss://paper-api.alpaca.markets/stream",
  marketDataUrl: "https://data.alpaca.markets",
  marketDataStreamUrl: "wss://stream.data.alpaca.markets/v2/iex",
  timeoutMs: TIMEOUT_MS,
};

/** The built-in exchange answers everything on one loopback port. */
export function builtInHosts(url: string): Hosts {
  const sockets = url.replace(/^http/, "ws");
  return {
    tradingUrl: url,
    tradingStreamUrl: `${sockets}/stream`,
    marketDataUrl: url,
    marketDataStreamUrl: `${sockets}/v2/iex`,
    timeoutMs: TIMEOUT_MS,
  };
}
