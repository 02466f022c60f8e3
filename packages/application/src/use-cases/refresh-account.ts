import { addSymbol, changeLimits, changeStrategy } from "@sevenfold/domain/book";

import { automatedOf } from "./automated-symbols.ts";
import { cancelAutomatedOrders } from "./cancel-automated-orders.ts";
import type { FollowedAccount } from "./followed-account.ts";
import { adoptTrails } from "./save-trails.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** Reads again what users change: settings, subscription, watchlist, the account's own state. */
export async function refreshAccount(
  needs: TradingNeeds,
  followed: FollowedAccount,
): Promise<"goes-on" | "over"> {
  const { read } = needs.storage;
  const [account, settings, user, watchlist, chosen] = await Promise.all([
    read.accounts.byId(followed.id),
    read.settings.of(followed.id),
    read.users.byId(followed.userId),
    read.watchlist.of(followed.userId),
    read.watchlist.chosen(followed.userId),
  ]);
  if (account?.status !== "active" || !settings || !user) return "over";
  // Let in anew: its keys or its holdings are others than those it is followed with.
  if (account.lastValidatedAt !== followed.account.lastValidatedAt) return "over";
  followed.account = account;
  followed.user = user;
  if (followed.settings.version < settings.version) {
    await followed.turns.take(() => adoptTrails(needs, followed));
    followed.settings = settings;
    changeStrategy(followed.book, settings.strategy);
    changeLimits(followed.book, settings.limits);
  }
  followed.watched = new Set(automatedOf(user, watchlist, chosen));
  for (const ticker of watchlist) addSymbol(followed.book, ticker);
  await followed.turns.take(() => adoptHandOvers(needs, followed));
  needs.prices.watch(watchlist);
  if (!settings.automationEnabled && 0 < followed.working.size)
    await cancelAutomatedOrders(needs)(followed.id);
  return "goes-on";
}

/** Which holdings the user has handed over since, or taken back. */
async function adoptHandOvers({ storage }: TradingNeeds, { book, id }: FollowedAccount) {
  for (const { ticker, isManaged } of await storage.read.positions.of(id)) {
    const slot = book.slots.get(ticker);
    if (slot !== undefined && 0 < book.held[slot]!) book.managed[slot] = isManaged ? 1 : 0;
  }
}
