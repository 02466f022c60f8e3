import { ALL_AT_ONCE, type PriceProvider } from "@sevenfold/application/ports/market-data";

/** Which of Alpaca's data is read, or that of a venue which speaks like it. */
export interface AlpacaFeed {
  /** Alpaca's name of it, the same in calls and in the stream's address. */
  readonly feed: "iex" | "sip";
  readonly provider: PriceProvider;
  /** How many symbols the plan streams. */
  readonly streamedMax: number;
  /** How often the others are asked for. */
  readonly polledEveryMs: number;
  /** Bars of days are those of all exchanges, also where the feed is of one. */
  readonly daysOfAll: boolean;
}

const POLLED_EVERY_MS = 10_000;

/** One exchange's trades, free with every account: some percent of all. */
export const ALPACA_IEX: AlpacaFeed = {
  feed: "iex",
  provider: { ...ALL_AT_ONCE, id: "alpaca-iex", name: "Alpaca", label: "Trades on IEX only" },
  streamedMax: 30,
  polledEveryMs: POLLED_EVERY_MS,
  daysOfAll: true,
};

/** The trades of all exchanges, for who pays for them. */
export const ALPACA_SIP: AlpacaFeed = {
  feed: "sip",
  provider: { ...ALL_AT_ONCE, id: "alpaca-sip", name: "Alpaca" },
  streamedMax: 10_000,
  polledEveryMs: POLLED_EVERY_MS,
  daysOfAll: false,
};

/** The built-in exchange speaks like Alpaca, and streams all that it lists. */
export const BUILT_IN_FEED: AlpacaFeed = {
  feed: "iex",
  provider: {
    ...ALL_AT_ONCE,
    id: "built-in",
    name: "Built-in exchange",
    label: "Simulated prices",
  },
  streamedMax: 2_000,
  polledEveryMs: POLLED_EVERY_MS,
  daysOfAll: false,
};
