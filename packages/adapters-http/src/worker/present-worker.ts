import type {
  SymbolStatus,
  TrailStatus,
  WorkerStatus,
} from "@sevenfold/application/views/read-worker-status";
import type { AccountStateView } from "@sevenfold/contract/states";
import type { SymbolStateView, TrailView, WorkerStatusView } from "@sevenfold/contract/worker";
import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { closesInText, marketHours } from "@sevenfold/domain/hours";
import { dollarsOf } from "@sevenfold/domain/money";
import { patternLabel } from "@sevenfold/domain/pattern";
import { stockOf } from "@sevenfold/domain/stocks";

import { presentAccountState } from "../brokers/present-account-state.ts";
import { presentReduction } from "../brokers/present-reduction.ts";
import { presentTrade } from "../orders/present-order.ts";
import { dollarsOrNull, orNull, timestampOf, timestampOrNull } from "../wire.ts";
import { presentFailover, presentMarketData } from "./present-market-data.ts";

const BPS_PER_PERCENT = 100;

export interface WorkerSurroundings {
  readonly calendar: TradingCalendar;
}

export function presentWorkerStatus(
  status: WorkerStatus,
  { calendar }: WorkerSurroundings,
): WorkerStatusView {
  const { account, at, settings, symbols, worker } = status;
  const hours = marketHours(calendar, at);
  const state = presentAccountState(status.state, { account });
  return {
    enabled: settings.automationEnabled,
    online: worker.isOnline,
    equity: dollarsOrNull(status.equity),
    message: saidOf(state) ?? orNull(worker.ping?.message),
    account_state: state,
    market_data: presentMarketData(status),
    reductions: status.reductions.map(presentReduction),
    ready_signals: status.dueAtOnce.length,
    ready_symbols: [...status.dueAtOnce],
    strategy_mode: settings.strategy.mode,
    recent_trades: status.recentTrades.map(presentTrade),
    worker_health: presentHealth(status),
    market_hours: { is_open: hours.isOpen, closes_in: orNull(closesInText(hours)) },
    positions: symbols.map(presentSymbol),
    trails: Object.fromEntries(
      symbols.flatMap(({ ticker, trail, changePercent }) =>
        trail ? [[ticker, presentTrail(trail, changePercent)]] : [],
      ),
    ),
    risk: {
      max_position_percent: settings.limits.maxPositionBps / BPS_PER_PERCENT,
      daily_loss_percent: settings.limits.dailyLossBps / BPS_PER_PERCENT,
      cool_down_sec: settings.limits.coolDownSec,
      allow_after_hours: settings.limits.allowAfterHours,
      is_halted: status.isHalted,
    },
  };
}

/** What keeps it from trading, in words; that the worker is offline has a place of its own. */
const saidOf = ({ reasons }: AccountStateView): string | null =>
  reasons.find(({ state }) => state !== "worker-offline")?.message ?? null;

function presentHealth(status: WorkerStatus): WorkerStatusView["worker_health"] {
  const { marketData, worker } = status;
  const { hasBroker, isOnline, ping } = worker;
  return {
    error: isOnline ? null : "Worker Offline",
    last_ping: timestampOrNull(ping?.at),
    alpaca_connected: isOnline && hasBroker,
    market_data_active: marketData.kind === "live",
    market_data_failover: presentFailover(status),
  };
}

const presentSymbol = (symbol: SymbolStatus): SymbolStateView => ({
  ticker: symbol.ticker,
  current_price: dollarsOrNull(symbol.price),
  price_at: timestampOrNull(symbol.pricedAt),
  avg_price: dollarsOrNull(symbol.position?.averageCost),
  cost_basis: dollarsOrNull(symbol.position?.costBasis),
  shares: symbol.held,
  change: dollarsOrNull(symbol.change),
  change_percent: orNull(symbol.changePercent),
  company_name: stockOf(symbol.ticker)?.name ?? symbol.ticker,
  unrealized_pl: dollarsOrNull(symbol.position?.unrealized),
  unrealized_plpc: orNull(symbol.position?.unrealizedPercent),
  trail_status: symbol.state,
  cooldown_remaining: symbol.coolDownRemainingSec,
  is_managed: symbol.position?.isManaged ?? true,
  patterns: symbol.patterns.map(({ name, interval }) => ({ label: patternLabel(name), interval })),
});

const presentTrail = (trail: TrailStatus, changePercent: number | undefined): TrailView => ({
  last_price: dollarsOf(trail.last),
  change_percent: orNull(changePercent),
  high: dollarsOf(trail.high),
  low: dollarsOf(trail.low),
  since: timestampOf(trail.since),
  updated_at: timestampOf(trail.updatedAt),
  signal: trail.signal === "hold" ? null : trail.signal,
  trigger_side: orNull(trail.trigger?.side),
  trigger_price: dollarsOrNull(trail.trigger?.price),
  trigger_distance_percent: orNull(trail.triggerDistancePercent),
  explanation: trail.explanation,
});
