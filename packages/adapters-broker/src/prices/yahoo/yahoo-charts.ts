import type { Clock } from "@sevenfold/application/ports/clock";
import type { Ticker } from "@sevenfold/domain/market";
import type { PollLimits } from "../polled.ts";
import { priceBudget } from "../price-budget.ts";
import {
  askForPrices,
  type PriceAnswer,
  type PriceDoor,
  type Refusal,
  readPrices,
  unavailable,
} from "../price-call.ts";
import { dashed, meantBy } from "../price-from-wire.ts";
import { rateLimiter, type Spacing } from "../rate-limiter.ts";
import { isOfUnitedStates } from "./yahoo-mapping.ts";
import { ChartErrorWire, type ChartResult, ChartWire, RefusalWire } from "./yahoo-wire.ts";

export interface YahooSettings {
  readonly url: string;
  readonly timeoutMs: number;
  /** Where it is not the usual one. */
  readonly polling?: Partial<PollLimits>;
  readonly spacing?: Spacing;
  readonly perMinute?: number;
  readonly perDay?: number;
}

/** Where Yahoo answers, called as seldom as it goes unnoticed. */
export const YAHOO_SETTINGS: YahooSettings = {
  url: "https://query1.finance.yahoo.com",
  timeoutMs: 10_000,
};

/** Yahoo names no limit: what a person might look at in a day. */
const PER_DAY = 16_000;
const PER_MINUTE = 60;
const SPACING: Spacing = { spacingMs: 1_000, jitterMs: 1_000 };
/** It answers nobody's own agent. */
const AGENT = "Mozilla/5.0 (compatible; Sevenfold)";

/** "Too many" is remembered for long: whoever goes on asking is shut out for a day. */
const QUIET_MS_MIN = 15 * 60_000;
const QUIET_MS_MAX = 60 * 60_000;

export interface YahooCharts {
  read(ticker: Ticker, query: Readonly<Record<string, string | number>>): Promise<ChartResult>;
}

export function openYahooCharts(settings: YahooSettings, clock: Clock): YahooCharts {
  const budget = priceBudget(
    { perMinute: settings.perMinute ?? PER_MINUTE, perDay: settings.perDay ?? PER_DAY },
    clock,
  );
  const limited = rateLimiter(settings.spacing ?? SPACING, clock);
  let timesTooMany = 0;

  const troubleIn = (answer: PriceAnswer): Refusal | undefined => {
    if (answer.status === 401 || answer.status === 403) return turnedAway(answer);
    if (answer.status !== 429) {
      if (answer.isOk) timesTooMany = 0;
      return chartErrorIn(answer);
    }
    const ceilingMs = Math.min(QUIET_MS_MAX, QUIET_MS_MIN * 2 ** Math.min(timesTooMany + 1, 3));
    timesTooMany += 1;
    const retryAfterMs = Math.round(QUIET_MS_MIN + Math.random() * (ceilingMs - QUIET_MS_MIN));
    return { trouble: { reason: "rate-limit", retryAfterMs } };
  };
  const door: PriceDoor = {
    name: "Yahoo",
    url: settings.url,
    headers: { Accept: "application/json", "User-Agent": AGENT },
    timeoutMs: settings.timeoutMs,
    budget,
    troubleIn,
  };

  return {
    async read(ticker, query) {
      const path = `/v8/finance/chart/${encodeURIComponent(dashed(ticker))}`;
      const body = await limited(() => askForPrices(door, { path, query }));
      const { chart } = readPrices(door, ChartWire, body);
      const [result] = chart.result;
      if (!result || meantBy(result.meta.symbol, [ticker]) === undefined)
        throw unavailable(door, {
          trouble: { reason: "unreadable" },
          message: "It is of another symbol.",
        });
      if (!isOfUnitedStates(result))
        throw unavailable(door, {
          trouble: { reason: "not-found" },
          message: "It is no share of this market.",
        });
      return result;
    },
  };
}

/** There are no keys to mend: what it misses is a browser's visit to its pages. */
function turnedAway({ body, status }: PriceAnswer): Refusal {
  const read = RefusalWire.safeParse(body);
  const said = read.success ? `${status}, “${read.data}”` : String(status);
  const message = `It answered ${said}. It takes no keys, so none are wrong; it is asked again by itself. Set up another provider of prices for the meantime.`;
  return { trouble: { reason: "turned-away" }, message };
}

/** It refuses in JSON; the rest is told by the status. */
function chartErrorIn({ body, isOk, status }: PriceAnswer): Refusal | undefined {
  const read = ChartErrorWire.safeParse(body);
  if (!read.success) return undefined;
  const { code, description } = read.data.chart.error;
  const message = description ?? code;
  if (status === 404 || code === "Not Found") return { trouble: { reason: "not-found" }, message };
  if (!isOk && status < 500) return { trouble: { reason: "plan" }, message };
  return { trouble: { reason: "network" }, message };
}
