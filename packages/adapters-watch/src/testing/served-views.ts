import type { OrderView } from "@sevenfold/contract/orders";
import type { SymbolStateView, WorkerStatusView } from "@sevenfold/contract/worker";

const AT = "2026-03-11T14:59:20.000Z";

interface Shown {
  readonly enabled: boolean;
  readonly isConnected: boolean;
  readonly held: readonly (readonly [ticker: string, shares: number])[];
}

/** The status a server tells of an account with these holdings. */
export const workerStatus = ({ enabled, held, isConnected }: Shown): WorkerStatusView => ({
  enabled,
  online: true,
  equity: 10_000,
  message: null,
  account_state: { state: "active", label: "Active", message: null, reasons: [] },
  market_data: {
    state: "live",
    message: null,
    last_news: AT,
    provider: "Built-in exchange",
    provider_label: null,
    delayed_by_sec: 0,
    served_less: null,
    disputed: [],
    halts: [],
    halts_unheard: null,
  },
  reductions: [],
  ready_signals: 0,
  ready_symbols: [],
  strategy_mode: "TRAILING",
  recent_trades: [],
  worker_health: {
    error: null,
    last_ping: AT,
    alpaca_connected: isConnected,
    market_data_active: true,
    market_data_failover: {
      overall_healthy: true,
      cache_size: 1,
      no_switch_until: null,
      api_health: {},
    },
  },
  market_hours: { is_open: true, closes_in: "2h 0m" },
  positions: [...held.map(positionOf), positionOf(["TSLA", 0])],
  trails: {},
  risk: {
    max_position_percent: 12,
    daily_loss_percent: 3,
    cool_down_sec: 600,
    allow_after_hours: false,
    is_halted: false,
  },
});

const positionOf = ([ticker, shares]: readonly [string, number]): SymbolStateView => ({
  ticker,
  current_price: 100,
  price_at: AT,
  avg_price: 100,
  cost_basis: 100 * shares,
  shares,
  change: 0,
  change_percent: 0,
  company_name: ticker,
  unrealized_pl: 0,
  unrealized_plpc: 0,
  trail_status: "armed",
  cooldown_remaining: 0,
  is_managed: true,
  patterns: [],
});

/** An order to sell that stands at the broker. */
export const workingOrder = (ticker: string, quantity: number): OrderView => ({
  clientKey: "A".repeat(20),
  ticker,
  side: "SELL",
  orderType: "limit",
  quantity,
  filled: 0,
  limitPrice: 110,
  stopPrice: null,
  timeInForce: null,
  averagePrice: null,
  status: "working",
  origin: "manual",
  message: null,
  provider: null,
  providerName: null,
  priceAt: null,
  createdAt: AT,
  updatedAt: AT,
});
