import { parentPort, workerData } from "node:worker_threads";
import { openSimulatedMarket } from "@sevenfold/application/exchange/simulated-market";
import {
  DEMO_LIMITS,
  DEMO_SESSIONS,
  DEMO_STRATEGY,
} from "@sevenfold/application/people/demo/demo-account";
import { demoHistory } from "@sevenfold/application/people/demo/demo-history";
import { ALWAYS_CALENDAR, NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import type { Instant } from "@sevenfold/domain/market";
import { CHALLENGE_START, DEFAULT_WATCHLIST, STOCKS } from "@sevenfold/domain/stocks";

/** What the thread is asked for. */
export interface DemoHistoryOrder {
  readonly seed: number;
  readonly volatility: number;
  readonly hours: "always" | "nyse";
  readonly endsAt: Instant;
  /** Nobody begins with it later than this. */
  readonly givenUntil: Instant;
}

// The body of a worker thread: some seconds of arithmetic, away from the thread that trades.
const { seed, volatility, hours, endsAt, givenUntil } = workerData as DemoHistoryOrder;
parentPort?.postMessage(
  demoHistory({
    market: openSimulatedMarket({ seed, volatility, stocks: STOCKS }),
    calendar: hours === "nyse" ? NYSE_CALENDAR : ALWAYS_CALENDAR,
    tickers: DEFAULT_WATCHLIST,
    strategy: DEMO_STRATEGY,
    limits: DEMO_LIMITS,
    cash: CHALLENGE_START,
    sessions: DEMO_SESSIONS,
    endsAt,
    givenUntil,
  }),
);
