import { trailOf } from "@sevenfold/domain/book";
import { explainFall, explainVerdict } from "@sevenfold/domain/explain-verdict";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money, NO_SHARES, type Price, type Quantity } from "@sevenfold/domain/money";
import { isOpen } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import { percentChangeOf } from "@sevenfold/domain/percent";
import { triggerOnTick } from "@sevenfold/domain/reason";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import { dashboardSignalOf, type Signal } from "@sevenfold/domain/signal";
import type { Trail } from "@sevenfold/domain/trail";
import { percentToTrigger, type VerdictFacts, verdictOf } from "@sevenfold/domain/verdict";

import type { Account } from "../ports/stores/account.ts";
import type { Settings } from "../ports/stores/settings-store.ts";
import type { AccountNotFound } from "../trading/account/selected-account.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import {
  type CurrentBook,
  type CurrentBookNeeds,
  currentBookOf,
  type DueSymbol,
  dueAtOnceIn,
  readCurrentRows,
} from "../trading/decisions/current-book.ts";
import { untradedEndOf } from "../trading/decisions/journal-decisions.ts";
import { CLOSED_MAX_MS } from "../trading/decisions/sync-orders.ts";
import type { FeedState } from "../trading/prices/feed-state.ts";
import type { StandingPattern } from "../trading/prices/pattern-watch.ts";
import { inMarketOf, type VenuePrices } from "../trading/prices/venue-prices.ts";
import { haltOf } from "../trading/safeguards/circuit-breakers.ts";
import { pricelessOf } from "../trading/safeguards/priceless.ts";
import { type StandingReduction, standingReductions } from "../trading/safeguards/reduction.ts";
import {
  type AccountState,
  accountStateOf,
  type NamingNeeds,
  type WorkerHealth,
  workerHealthOf,
} from "./account-state.ts";
import { type MarketDataState, marketDataStateOf } from "./market-data-state.ts";
import { holdingsOf, storedHoldings, type ValuedPosition } from "./read-holdings.ts";
import { type Trade, tradesOf } from "./read-trades.ts";

/** A watched or held symbol: its price, its position, and what the worker makes of it. */
export interface SymbolStatus {
  readonly ticker: Ticker;
  readonly price: Price | undefined;
  /** When that price was made at the market. */
  readonly pricedAt: Instant | undefined;
  /** Since the previous regular close. */
  readonly change: Money | undefined;
  readonly changePercent: number | undefined;
  readonly held: Quantity;
  readonly position: ValuedPosition | undefined;
  readonly state: "armed" | "cooldown" | "halted";
  readonly coolDownRemainingSec: number;
  readonly trail: TrailStatus | undefined;
  /** Bar patterns completed a short while ago. */
  readonly patterns: readonly StandingPattern[];
}

export interface TrailStatus extends Trail {
  readonly updatedAt: Instant;
  /** The fixed 4% signal of the dashboard's borders. */
  readonly signal: Signal;
  /**
   * The first price on the tick that trades, as the explanation names it. Undefined where the worker
   * will not trade: a holding that was not handed over, or a fall that may be a split.
   */
  readonly trigger: { readonly side: "buy" | "sell"; readonly price: Price } | undefined;
  /** In percent of the price; negative when already crossed. */
  readonly triggerDistancePercent: number | undefined;
  readonly explanation: string;
}

export interface WorkerStatus {
  readonly at: Instant;
  readonly account: Account;
  readonly settings: Settings;
  readonly worker: WorkerHealth;
  readonly state: AccountState;
  readonly marketData: MarketDataState;
  readonly feed: FeedState;
  readonly venuePrices: VenuePrices;
  /** Undefined while a holding has no price. */
  readonly equity: Money | undefined;
  readonly isHalted: boolean;
  /** Why the account may only get smaller now, the oldest reason first. */
  readonly reductions: readonly StandingReduction[];
  /** What would trade at once if automation were switched on now, A to Z. */
  readonly dueAtOnce: readonly DueSymbol[];
  /** By ticker, A to Z. */
  readonly symbols: readonly SymbolStatus[];
  readonly recentTrades: readonly Trade[];
}

const RECENT_TRADES = 10;

/** The worker and its view of the user's account, from rows it wrote and the latest prices. */
export const readWorkerStatus =
  (needs: CurrentBookNeeds & NamingNeeds & Pick<TradingNeeds, "submission">) =>
  async (userId: string): Promise<Result<WorkerStatus, AccountNotFound>> => {
    const { storage } = needs;
    const stored = await storedHoldings(storage.read, userId);
    if (!stored.ok) return stored;
    const { account } = stored.value;
    const market = inMarketOf(needs, account);
    const [currentRows, pings, halt, recentTrades] = await Promise.all([
      readCurrentRows(needs, account.id),
      storage.read.workers.about(account.id),
      haltOf(storage.read, needs.submission),
      tradesOf(storage.read, account.id, RECENT_TRADES),
    ]);
    if (!currentRows) return refused({ kind: "account-not-found" });
    // From here on nothing is waited for: every price of the answer is of one moment.
    const rows = { ...currentRows.rows, ...stored.value };
    const current = currentBookOf(needs, { ...currentRows, rows });
    const holdings = holdingsOf(needs, stored.value);
    const { book, at } = current;
    const worker = workerHealthOf(pings, account.id, at);
    const feed = market.prices.feed();
    const held = new Map(holdings.positions.map((each) => [each.ticker, each] as const));
    const priceless = pricelessOf(needs, rows.account);
    const calendar = needs.calendarOf(rows.account);
    return ok({
      at,
      account: rows.account,
      settings: rows.settings,
      worker,
      state: accountStateOf({
        worker,
        halt,
        priceless,
        calendar,
        venues: needs.brokers.venues,
        at,
        ...rows,
      }),
      venuePrices: current.venuePrices,
      marketData: marketDataStateOf({
        feed,
        worker,
        venuePrices: current.venuePrices,
        isFollowed: isFollowedBy(worker, rows.account),
        isOpen: calendar.sessionAt(at) !== undefined,
      }),
      feed,
      equity: holdings.equity,
      isHalted: book.halted,
      reductions: standingReductions(rows.account, at),
      dueAtOnce: dueAtOnceIn(current),
      symbols: [...book.tickers]
        .sort()
        .map((ticker) => symbolStatus(market, current, ticker, held.get(ticker))),
      recentTrades,
    });
  };

const isFollowedBy = ({ ping }: WorkerHealth, { venue }: Account): boolean =>
  (venue === "built-in" ? ping?.marketDataActive : ping?.realMarket?.isActive) ?? false;

function symbolStatus(
  { patterns, prices }: CurrentBookNeeds,
  current: CurrentBook,
  ticker: Ticker,
  position: ValuedPosition | undefined,
): SymbolStatus {
  const { book, at } = current;
  const slot = book.slots.get(ticker)!;
  const known = prices.latest(ticker);
  const close = prices.previousClose(ticker);
  const hasChange = known !== undefined && close !== undefined;
  const coolDownMs = Math.max(0, book.coolDownUntil[slot]! - at);
  const held = position?.quantity ?? NO_SHARES;
  return {
    ticker,
    price: known?.price,
    pricedAt: known?.at,
    change: hasChange ? money(known.price - close) : undefined,
    changePercent: hasChange ? percentChangeOf(close, known.price) : undefined,
    held,
    position,
    // Exits go on after the daily loss limit was reached.
    state: book.halted && held === 0 ? "halted" : 0 < coolDownMs ? "cooldown" : "armed",
    coolDownRemainingSec: Math.ceil(coolDownMs / 1_000),
    trail: trailStatus(current, slot, known?.at, held),
    patterns: patterns?.standing(ticker) ?? [],
  };
}

function trailStatus(
  { book, rows, at, inSession, fallen }: CurrentBook,
  slot: number,
  pricedAt: Instant | undefined,
  held: Quantity,
): TrailStatus | undefined {
  const trail = trailOf(book, slot);
  if (!trail) return undefined;
  const ticker = book.tickers[slot]!;
  const facts = verdictOf(book, slot, at, inSession);
  const fall = fallen.get(ticker);
  const hasTrigger = facts.gate !== "unmanaged" && fall === undefined;
  const stored = rows.trails?.trails.find((each) => each.ticker === ticker);
  const updatedAt = Math.max(stored?.lastAt ?? trail.since, inSession ? (pricedAt ?? 0) : 0);
  return {
    updatedAt: updatedAt as Instant,
    signal: dashboardSignalOf(trail, held),
    trigger: hasTrigger ? triggerIn(facts) : undefined,
    triggerDistancePercent: hasTrigger ? percentToTrigger(facts) : undefined,
    explanation:
      fall && facts.gate === undefined ? explainFall(fall) : explanationOf(facts, rows, ticker, at),
    ...trail,
  };
}

/** What is due and has just come to nothing is not decided at the next price: see `freeSlot`. */
function explanationOf(
  facts: VerdictFacts,
  { recentOrders }: CurrentBook["rows"],
  ticker: Ticker,
  at: Instant,
): string {
  const side = facts.reason === "trail-drop" ? "buy" : "sell";
  const last = recentOrders.find(
    (order) => order.ticker === ticker && order.origin === "automated" && !isOwnStop(order),
  );
  const isDue = facts.verdict === "waiting" && facts.distanceBps === 0;
  const isInVain =
    last?.side === side &&
    last.filled === 0 &&
    !isOpen(last) &&
    at - last.updatedAt < CLOSED_MAX_MS;
  if (!isDue || !isInVain) return explainVerdict(facts, at);
  const said = last.lastMessage === undefined ? {} : { said: last.lastMessage };
  const untraded = { ...facts, verdict: "blocked", gate: untradedEndOf(last.status) } as const;
  return `${explainVerdict({ ...untraded, ...said }, at)} It is tried again within ten minutes.`;
}

function triggerIn({ reason, trigger }: VerdictFacts): TrailStatus["trigger"] {
  if (reason === undefined || trigger === undefined) return undefined;
  return { side: reason === "trail-drop" ? "buy" : "sell", price: triggerOnTick(reason, trigger) };
}
