import { addSymbol, changeLimits, changeStrategy } from "@sevenfold/domain/book";
import { holdForeign } from "@sevenfold/domain/book-foreign";
import type { Ticker } from "@sevenfold/domain/market";
import type { Account } from "../../ports/stores/account.ts";
import type { StoredPosition } from "../../ports/stores/position-store.ts";
import type { Settings } from "../../ports/stores/settings-store.ts";
import { refreshTrails } from "../account/adopt-trails.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { bookForeignOf } from "../account/foreign-standing.ts";
import { forgetUnwatched } from "../account/forget-unwatched.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { syncOrders } from "../decisions/sync-orders.ts";
import { automatedOf } from "../settings/automated-symbols.ts";

/**
 * Reads again what users change: settings, subscription, watchlist, the account's own state. Asks
 * rows only: no network is waited for. "orders-to-cancel": automation is off and orders of it rest.
 */
export async function refreshAccount(
  needs: TradingNeeds,
  followed: FollowedAccount,
): Promise<"goes-on" | "orders-to-cancel" | "over"> {
  const { read } = needs.storage;
  const [settings, user, watchlist, chosen] = await Promise.all([
    read.settings.of(followed.id),
    read.users.byId(followed.userId),
    read.watchlist.of(followed.userId),
    read.watchlist.chosen(followed.userId),
  ]);
  if (!settings || !user) return "over";
  followed.user = user;
  followed.watched = new Set(automatedOf(user, watchlist, chosen));
  for (const ticker of watchlist) addSymbol(followed.book, ticker);
  keepWatching(needs, followed);
  const areNew = takeSettings(followed, settings);
  if ((await readAccount(needs, followed)) === "over") return "over";
  if (areNew) await beginBy(needs, followed, settings);
  await followed.mutex.take(() => readHandOvers(needs, followed));
  return !settings.automationEnabled && 0 < followed.working.size ? "orders-to-cancel" : "goes-on";
}

/**
 * The same of what trading changes alone, for who knows that nobody has set anything: the account's row,
 * what is held and the open orders, as they stood at one instant.
 */
export const refreshTraded: typeof refreshAccount = (needs, followed) =>
  followed.mutex.take(async () => {
    const stored = await needs.storage.read.holdings.ofAccount(followed.id);
    if (!stored || takeAccount(followed, stored.account) === "over") return "over";
    adoptHandOvers(followed, stored.positions);
    await syncOrders(needs, followed, stored.openOrders);
    keepWatching(needs, followed);
    const { settings, working } = followed;
    return !settings.automationEnabled && 0 < working.size ? "orders-to-cancel" : "goes-on";
  });

/** What follows from the rows that are taken up and from the book, which goes on by itself. */
export function keepWatching(needs: Pick<TradingNeeds, "prices">, followed: FollowedAccount): void {
  forgetUnwatched(followed);
  watchPrices(needs, followed);
  preferPrices(needs, followed);
}

/**
 * What a user has set is gone by at once, whatever the account's turn waits for; only automation that is
 * switched on is not: its trails may have been started fresh. Answers whether anything is new.
 */
function takeSettings(followed: FollowedAccount, settings: Settings): boolean {
  const { automationEnabled, version } = followed.settings;
  if (settings.version <= version) return false;
  followed.settings = {
    ...settings,
    automationEnabled: automationEnabled && settings.automationEnabled,
  };
  changeStrategy(followed.book, settings.strategy);
  changeLimits(followed.book, settings.limits);
  return true;
}

/** Goes by all of these settings, once the trails on record are in the book. */
async function beginBy(
  needs: TradingNeeds,
  followed: FollowedAccount,
  settings: Settings,
): Promise<void> {
  await followed.mutex.take(() => refreshTrails(needs, followed));
  if (followed.settings.version === settings.version) followed.settings = settings;
}

/**
 * Reads the account and what else there is at the broker in the account's turn: read beside it, the row
 * may be older than what a reconciliation has put into the book since, or half of what that books.
 */
const readAccount = (
  { storage }: Pick<TradingNeeds, "storage">,
  followed: FollowedAccount,
): Promise<"goes-on" | "over"> =>
  followed.mutex.take(async () =>
    takeAccount(followed, await storage.read.accounts.byId(followed.id)),
  );

function takeAccount(followed: FollowedAccount, account: Account | undefined): "goes-on" | "over" {
  if (account?.status !== "active") return "over";
  // Let in anew: its keys or its holdings are others than those it is followed with.
  if (account.lastValidatedAt !== followed.account.lastValidatedAt) return "over";
  followed.account = account;
  holdForeign(followed.book, bookForeignOf(account));
  return "goes-on";
}

/** Follows the price of every symbol in the book: watched, held, or with an order at work. */
export function watchPrices(
  { prices }: Pick<TradingNeeds, "prices">,
  followed: Pick<FollowedAccount, "inHand" | "pricesWatched">,
): void {
  const { tickers } = followed.inHand.known;
  if (followed.pricesWatched === tickers.length) return;
  followed.pricesWatched = tickers.length;
  prices.watch(tickers);
}

/** Says whose prices matter most, where that has changed. */
function preferPrices({ prices }: Pick<TradingNeeds, "prices">, followed: FollowedAccount): void {
  const preferred = preferredOf(followed.inHand.known);
  const line = preferred.join();
  if (line === followed.preferred) return;
  followed.preferred = line;
  prices.prefer(followed.id, preferred);
}

/** What is held or has an order at work: money hangs on its price. The rest is as it is watched. */
const preferredOf = ({ held, orderWorking, tickers }: FollowedAccount["book"]): readonly Ticker[] =>
  tickers.filter((_, slot) => 0 < held[slot]! || orderWorking[slot] !== 0);

async function readHandOvers({ storage }: TradingNeeds, followed: FollowedAccount) {
  if (followed.inHand.known.held.some((shares) => 0 < shares))
    adoptHandOvers(followed, await storage.read.positions.of(followed.id));
}

/** Which holdings the user has handed over since, or taken back. */
function adoptHandOvers({ book }: FollowedAccount, positions: readonly StoredPosition[]): void {
  for (const { ticker, isManaged } of positions) {
    const slot = book.slots.get(ticker);
    if (slot !== undefined && 0 < book.held[slot]!) book.managed[slot] = isManaged ? 1 : 0;
  }
}
