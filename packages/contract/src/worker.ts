import { z } from "zod";
import { Dollars, Percent, Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { TradeView } from "./orders.ts";
import { Reductions } from "./reductions.ts";
import { AccountStateView, MarketDataStateView } from "./states.ts";

const ProviderHealth = z.object({
  healthy: z.boolean(),
  consecutive_failures: z.int().nonnegative(),
  last_error: z.string().nullable(),
});

export const WorkerHealthView = z.object({
  error: z.string().nullable(),
  last_ping: Timestamp.nullable(),
  alpaca_connected: z.boolean(),
  market_data_active: z.boolean(),
  market_data_failover: z.object({
    overall_healthy: z.boolean(),
    cache_size: z.int().nonnegative(),
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
  shares: z.int().nonnegative(),
  change: Dollars.nullable(),
  change_percent: Percent.nullable(),
  company_name: z.string(),
  unrealized_pl: Dollars.nullable(),
  unrealized_plpc: Percent.nullable(),
  trail_status: z.enum(["armed", "cooldown", "halted"]),
  cooldown_remaining: z.int().nonnegative(),
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
  ready_signals: z.int().nonnegative(),
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
    cool_down_sec: z.int().nonnegative(),
    allow_after_hours: z.boolean(),
    is_halted: z.boolean(),
  }),
});
export type WorkerStatusView = z.infer<typeof WorkerStatusView>;

export const readWorkerStatus = endpoint({
  method: "get",
  path: "/api/worker/status",
  input: z.strictObject({}),
  output: WorkerStatusView,
  access: "signed-in",
  tokens: "read",
});

export const toggleWorker = endpoint({
  method: "post",
  path: "/api/worker/toggle",
  input: z.strictObject({
    enabled: z.boolean(),
    /** Begin every trail afresh at the current price, so that old extremes trade nothing at once. */
    freshTrails: z.boolean().optional(),
  }),
  output: z.object({ message: z.string(), enabled: z.boolean() }),
  access: "signed-in",
  tokens: "manage",
  lowersRisk: { says: "switching it off", is: ({ enabled }) => !enabled },
});
