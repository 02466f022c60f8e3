import type { AlpacaConnection } from "./alpaca-http.ts";

export type AlpacaHosts = Omit<AlpacaConnection, "keyId" | "secretKey">;

const TIMEOUT_MS = 10_000;

/** Alpaca's paper trading. */
export const ALPACA_PAPER: AlpacaHosts = {
  tradingUrl: "https://paper-api.alpaca.markets",
  tradingStreamUrl: "wss://paper-api.alpaca.markets/stream",
  marketDataUrl: "https://data.alpaca.markets",
  marketDataStreamUrl: "wss://stream.data.alpaca.markets/v2/iex",
  timeoutMs: TIMEOUT_MS,
};

/** Alpaca's live trading: reached only by an account made for it, where live trading is allowed. */
export const ALPACA_LIVE: AlpacaHosts = {
  ...ALPACA_PAPER,
  tradingUrl: "https://api.alpaca.markets",
  tradingStreamUrl: "wss://api.alpaca.markets/stream",
};

/** The built-in exchange answers everything on one port, and is our own to ask again soon. */
export function builtInHosts(url: string): AlpacaHosts {
  const sockets = url.replace(/^http/, "ws");
  return {
    tradingUrl: url,
    tradingStreamUrl: `${sockets}/stream`,
    marketDataUrl: url,
    marketDataStreamUrl: `${sockets}/v2/iex`,
    timeoutMs: TIMEOUT_MS,
    retryMsMax: 5_000,
  };
}
