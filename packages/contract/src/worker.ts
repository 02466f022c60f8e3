import { z } from "zod";
import { count, Shares, seconds } from "./counts.ts";
import { Dollars, Percent, Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { TradeView } from "./orders.ts";
import { Reductions } from "./reductions.ts";
import { AccountStateView, MarketDataStateView } from "./states.ts";

/** Of a cool-down whose clock was set back, too. */
const SECONDS_MAX = 1_000_000_000;

const ProviderHealth = z.object({
  healthy: z.boolean(),
  consecutive_failures: count("failures in a row"),
  last_error: z.string().nullable(),
  /** "standby": nobody listens to it, because one preferred to it works. */
  state: z.enum(["healthy", "warning", "critical", "standby"]),
  /** The prices come from it now. */
  in_use: z.boolean(),
  role: z.enum(["primary", "secondary", "backup"]),
  /** What is to be said beside its prices; null where there is nothing. */
  label: z.string().nullable(),
});

export const WorkerHealthView = z.object({
  error: z.string().nullable(),
  last_ping: Timestamp.nullable(),
  alpaca_connected: z.boolean(),
  market_data_active: z.boolean(),
  market_data_failover: z.object({
    overall_healthy: z.boolean(),
    /** Prices that are at most five minutes old. */
    cache_size: count("symbols with a price"),
    /** Until when no further switch is made, because of too many within an hour; null otherwise. */
    no_switch_until: Timestamp.nullable(),
    api_health: z.record(z.string(), ProviderHealth),
  }),
});

/** Everything the dashboard's row of one watched or held symbol needs. */
export const SymbolStateView = z.object({
  ticker: z.string(),
  current_price: Dollars.nullable(),
  /** When that price was made at the market; null with it. */
  price_at: Timestamp.nullable(),
  avg_price: Dollars.nullable(),
  /** What the shares cost together: the average is rounded, and many shares of it are off by cents. */
  cost_basis: Dollars.nullable(),
  shares: Shares,
  change: Dollars.nullable(),
  change_percent: Percent.nullable(),
  company_name: z.string(),
  unrealized_pl: Dollars.nullable(),
  unrealized_plpc: Percent.nullable(),
  trail_status: z.enum(["armed", "cooldown", "halted"]),
  cooldown_remaining: seconds(SECONDS_MAX),
  is_managed: z.boolean(),
  /** Bar patterns completed a short while ago, in words, and on bars of which length. */
  patterns: z.array(z.object({ label: z.string(), interval: z.enum(["day", "minute"]) })).max(12),
});
export type SymbolStateView = z.infer<typeof SymbolStateView>;

export const TrailView = z.object({
  last_price: Dollars,
  change_percent: Percent.nullable(),
  high: Dollars,
  low: Dollars,
  since: Timestamp,
  updated_at: Timestamp,
  /** The fixed 4% signals of the dashboard's borders. */
  signal: z.enum(["buy", "sell"]).nullable(),
  /** The account's own next trigger; null where none can come. */
  trigger_side: z.enum(["buy", "sell"]).nullable(),
  trigger_price: Dollars.nullable(),
  /** How far the price is from it, in percent of the price; negative when it is already crossed. */
  trigger_distance_percent: Percent.nullable(),
  /** Why it did or did not trade, in a plain sentence. */
  explanation: z.string(),
});
export type TrailView = z.infer<typeof TrailView>;

export const WorkerStatusView = z.object({
  enabled: z.boolean(),
  online: z.boolean(),
  equity: Dollars.nullable(),
  message: z.string().nullable(),
  /** What the account is, as everywhere else. */
  account_state: AccountStateView,
  /** What the prices are that are shown here. */
  market_data: MarketDataStateView,
  /** Why the account may only get smaller, and what ends that. */
  reductions: Reductions,
  /** How many symbols would trade at once if it were switched on now. */
  ready_signals: count("symbols"),
  /** Those symbols, A to Z, and which way. */
  ready_symbols: z.array(z.object({ ticker: z.string(), side: z.enum(["buy", "sell"]) })),
  strategy_mode: z.enum(["TRAILING", "SIMPLE", "HYBRID"]),
  recent_trades: z.array(TradeView).max(10),
  worker_health: WorkerHealthView,
  market_hours: z.object({ is_open: z.boolean(), closes_in: z.string().nullable() }),
  positions: z.array(SymbolStateView),
  trails: z.record(z.string(), TrailView),
  risk: z.object({
    max_position_percent: Percent,
    daily_loss_percent: Percent,
    cool_down_sec: seconds(SECONDS_MAX),
    allow_after_hours: z.boolean(),
    is_halted: z.boolean(),
  }),
});
export type WorkerStatusView = z.infer<typeof WorkerStatusView>;

export const readWorkerStatus = endpoint("readWorkerStatus", {
  input: z.strictObject({}),
  output: WorkerStatusView,
});

export const toggleWorker = endpoint("toggleWorker", {
  input: z.strictObject({
    enabled: z.boolean(),
    /** Begin every trail afresh at the current price, so that old extremes trade nothing at once. */
    freshTrails: z.boolean().optional(),
  }),
  output: z.object({ message: z.string(), enabled: z.boolean() }),
});
