import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { ok, type Result } from "@sevenfold/domain/result";
import type { Account } from "../ports/stores/account.ts";
import { type AccountNotFound, selectedAccount } from "../trading/account/selected-account.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { barsFrom } from "../trading/prices/bars-from.ts";
import { inMarketOf } from "../trading/prices/venue-prices.ts";

/** A symbol's last sessions at a glance. */
export interface SymbolGlance {
  readonly ticker: Ticker;
  /** Closes of the last finished sessions, oldest first. */
  readonly closes: readonly Price[];
}

export type ReadSymbolGlances = (
  userId: string,
) => Promise<Result<readonly SymbolGlance[], AccountNotFound>>;

const CLOSES = 30;
const SYMBOLS_MAX = 120;
const FETCHED_AT_ONCE = 4;
/** Symbols times sessions that are kept; then it begins anew. */
const KEPT_MAX = 2_000;

type Needs = Pick<
  TradingNeeds,
  "calendarOf" | "clock" | "log" | "marketData" | "realMarket" | "storage"
>;

/**
 * Every symbol the user watches or holds. Finished sessions do not change, so each symbol is asked
 * for once a session, whoever looks; one no provider answers for is left out, and asked for again
 * by the next who looks.
 */
export function symbolGlances(needs: Needs): ReadSymbolGlances {
  const kept = new Map<string, Promise<SymbolGlance | undefined>>();
  const glance = (ticker: Ticker, account: Account) => {
    const calendar = needs.calendarOf(account);
    const market = inMarketOf(needs, account);
    const session = calendar.previousSession(
      calendar.sessionAt(needs.clock.now())?.opens ?? needs.clock.now(),
    );
    const key = `${market.marketData.provider.id} ${ticker} ${session.opens} ${session.closes}`;
    const known = kept.get(key);
    if (known) return known;
    const reading = readGlance(market, ticker, { calendar, end: session.closes }).then((made) => {
      if (made === undefined) kept.delete(key);
      return made;
    });
    if (KEPT_MAX <= kept.size) kept.clear();
    kept.set(key, reading);
    return reading;
  };

  return async (userId) => {
    const { storage } = needs;
    const account = await selectedAccount(storage.read, userId);
    if (!account.ok) return account;
    const held = await storage.read.positions.of(account.value.id);
    const watched = await storage.read.watchlist.of(userId);
    const tickers = [...new Set([...held.map(({ ticker }) => ticker), ...watched])].sort();
    const waiting = tickers.slice(0, SYMBOLS_MAX);
    const found: SymbolGlance[] = [];
    const readNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const made = await glance(next, account.value);
        if (made) found.push(made);
      }
    };
    await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, readNext));
    return ok(found.toSorted((one, other) => (one.ticker < other.ticker ? -1 : 1)));
  };
}

async function readGlance(
  { log, marketData }: Needs,
  ticker: Ticker,
  { calendar, end }: { readonly calendar: TradingCalendar; readonly end: Instant },
): Promise<SymbolGlance | undefined> {
  // The last instant of the session: at its close the next one may already have begun.
  const start = barsFrom(calendar, (end - 1) as Instant, {
    interval: "day",
    // A day begins before its session opens: one more, so that the first one counts.
    count: CLOSES + 1,
  });
  try {
    const bars = await marketData.bars({ ticker, interval: "day", start, end });
    if (bars.length === 0) return undefined;
    return { ticker, closes: bars.slice(-CLOSES).map(({ close }) => close) };
  } catch (error) {
    log.warn("glance-missing", { ticker, error: String(error) });
    return undefined;
  }
}
