import type { MarketPanelView } from "@sevenfold/contract/market";
import type { AccountStateView, MarketDataStateView } from "@sevenfold/contract/states";
import type { SymbolStateView, TrailView, WorkerStatusView } from "@sevenfold/contract/worker";
import { stockOf } from "@sevenfold/domain/stocks";
import { ACTIVE_STATE, OFFLINE_STATE } from "./invented-account.ts";
import { equityOf } from "./invented-positions.ts";
import { cents, HELD, hashOf, percentOf, priceAt } from "./invented-prices.ts";
import { type InventedWorld, pricedAt } from "./invented-world.ts";

function symbolStateOf(world: InventedWorld, ticker: string): SymbolStateView {
  const price = priceAt(ticker, world.now());
  const close = priceAt(ticker, Math.floor(world.now() / 86_400_000) * 86_400_000);
  const [shares, average] = HELD[ticker] ?? [0, null];
  const gain = average === null ? null : cents((price - average) * shares);
  const isCooling = ticker === "AMD";
  return {
    ticker,
    current_price: ticker === "GME" ? null : price,
    price_at: ticker === "GME" ? null : pricedAt(world),
    avg_price: average,
    cost_basis: average === null ? null : average * shares,
    shares,
    change: ticker === "GME" ? null : cents(price - close),
    change_percent: ticker === "GME" ? null : percentOf(price - close, close),
    company_name: stockOf(ticker)?.name ?? ticker,
    unrealized_pl: gain,
    unrealized_plpc: gain === null || average === null ? null : percentOf(gain, average * shares),
    trail_status: isCooling ? "cooldown" : "armed",
    cooldown_remaining: isCooling ? 431 : 0,
    is_managed: average !== null,
    patterns: ticker === "MSFT" ? [{ label: "Morning star", interval: "day" as const }] : [],
  };
}

function trailOf(world: InventedWorld, ticker: string): TrailView {
  const price = priceAt(ticker, world.now());
  const held = HELD[ticker] !== undefined;
  const spread = 0.001 + (hashOf(ticker) % 31) / 1000;
  const high = cents(price * (1 + spread));
  const low = cents(price * (1 - spread));
  const trigger = cents(held ? low * 1.03 : high * 0.97);
  const distance = percentOf(held ? trigger - price : price - trigger, price);
  return {
    last_price: price,
    change_percent: null,
    high,
    low,
    since: new Date(world.now() - 5 * 3_600_000).toISOString(),
    updated_at: new Date(world.now()).toISOString(),
    signal: held ? (price >= low * 1.04 ? "sell" : null) : price <= high * 0.96 ? "buy" : null,
    trigger_side: held ? "sell" : "buy",
    trigger_price: trigger,
    trigger_distance_percent: distance,
    explanation: held
      ? `Waiting to sell: ${ticker} stands at $${price} and leaves at $${trigger}, a rise of 3% from the trail's low of $${low}.`
      : `Waiting to buy: ${ticker} stands at $${price} and is bought at $${trigger}, a fall of 3% from the trail's high of $${high}.`,
  };
}

export function workerStatusOf(world: InventedWorld): WorkerStatusView {
  const tickers = [...new Set([...world.watched, ...Object.keys(HELD)])];
  const now = new Date(world.now()).toISOString();
  return {
    enabled: world.enabled,
    online: world.online,
    equity: equityOf(world),
    message: null,
    account_state: accountStateIn(world),
    market_data: marketDataIn(world),
    reductions: [],
    ready_signals: 3,
    ready_symbols: [
      { ticker: "AMD", side: "buy" },
      { ticker: "NVDA", side: "sell" },
      { ticker: "TSLA", side: "buy" },
    ],
    strategy_mode: "TRAILING",
    recent_trades: world.trades.slice(0, 10),
    worker_health: {
      error: world.online ? null : "No ping for 40 seconds",
      last_ping: now,
      alpaca_connected: world.online,
      market_data_active: world.online && world.isFed,
      market_data_failover: {
        overall_healthy: world.online,
        cache_size: 85,
        no_switch_until: null,
        api_health: {
          "Built-in exchange": {
            healthy: world.online,
            consecutive_failures: 0,
            last_error: marketDataIn(world).message,
            state: world.online ? "healthy" : "warning",
            in_use: true,
            role: "primary",
            label: "Simulated prices",
          },
        },
      },
    },
    market_hours: { is_open: world.isOpen, closes_in: world.isOpen ? "5h 12m" : null },
    positions: tickers.map((ticker) => symbolStateOf(world, ticker)),
    trails: Object.fromEntries(
      tickers
        .filter((ticker) => ticker !== "GME" && ticker !== "AMC")
        .map((ticker) => [ticker, trailOf(world, ticker)]),
    ),
    risk: {
      max_position_percent: 12,
      daily_loss_percent: 3,
      cool_down_sec: 600,
      allow_after_hours: false,
      is_halted: false,
    },
  };
}

export const accountStateIn = ({ accountState, online }: InventedWorld): AccountStateView =>
  accountState ?? (online ? ACTIVE_STATE : OFFLINE_STATE);

const marketDataIn = (world: InventedWorld): MarketDataStateView => ({
  provider: "Built-in exchange",
  provider_label: "Simulated prices",
  delayed_by_sec: 0,
  served_less: null,
  disputed: [],
  halts: [],
  halts_unheard: null,
  state: world.online && world.isFed ? "live" : "cached",
  message: world.online
    ? world.isFed
      ? null
      : "No prices come from the market."
    : "The trading worker is offline: nobody follows the prices.",
  last_news: new Date(world.now()).toISOString(),
});

export function panelOf(world: InventedWorld): MarketPanelView {
  const at = world.now();
  return {
    provider: "Built-in exchange",
    isSimulated: true,
    isLive: true,
    rows: ["AAPL", "MSFT", "NVDA", "JPM", "XOM", "TSLA", "COIN", "GME"].map((ticker) => ({
      ticker,
      name: stockOf(ticker)?.name ?? ticker,
      price: priceAt(ticker, at),
      changePercent: percentOf(
        priceAt(ticker, at) - priceAt(ticker, at - 20_000_000),
        priceAt(ticker, at),
      ),
      spark: Array.from({ length: 40 }, (_, index) => priceAt(ticker, at - (39 - index) * 540_000)),
    })),
  };
}
