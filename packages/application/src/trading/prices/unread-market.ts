import { ALL_AT_ONCE, type MarketData } from "../../ports/market-data.ts";
import type { PriceBoard } from "./price-board.ts";

const MESSAGE = "No provider of real prices is set up.";

/** The board of a market that nobody here reads: it knows no price, and never will. */
export const UNREAD_BOARD: PriceBoard = {
  watch: () => undefined,
  expect: () => undefined,
  latest: () => undefined,
  previousClose: () => undefined,
  ask: async () => "no-price",
  feed: () => ({ isConnected: false, isForOrders: false, failures: 0, message: MESSAGE }),
  listen: () => () => undefined,
  listenToHalts: () => () => undefined,
  prefer: () => undefined,
  isDisputed: () => false,
  halts: new Map(),
  recallHalts: () => undefined,
  stop: async () => undefined,
};

/** Its past: nobody answers. */
export const UNREAD_MARKET_DATA: MarketData = {
  provider: { ...ALL_AT_ONCE, id: "none", name: "No provider" },
  latest: async () => {
    throw new Error(MESSAGE);
  },
  bars: async () => {
    throw new Error(MESSAGE);
  },
  watch: () => undefined,
  prefer: () => undefined,
  async *news() {},
};
