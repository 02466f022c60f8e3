import type { FollowedAccount } from "./followed-account.ts";
import type { Drift, Reconciled } from "./reconcile-account.ts";
import { endReduction, reduceAccount } from "./reduce-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

const because = "holdings-differ";
/** Symbols named; of more it is said how many they are. */
const NAMED_MAX = 5;

/**
 * Holds the account back while the broker's holdings are not those of our books, and lets it go on once
 * both agree. Seen once a difference may be a fill on its way; seen twice the same it stands. It is shown
 * and never booked away. Inside a turn only.
 */
export async function noteDrift(
  needs: Pick<TradingNeeds, "announcer" | "clock" | "log" | "storage">,
  followed: FollowedAccount,
  found: Reconciled,
): Promise<void> {
  const { announcer, clock, log, storage } = needs;
  const { account, id: accountId, reconciled: before, userId } = followed;
  const known = account.reductions?.find((reason) => reason.because === because);
  const seen = new Set(before?.drift.map(textOf));
  const standing = found.drift.filter((drift) => seen.has(textOf(drift)));
  const isOver = found.drift.length === 0;
  const about = aboutOf(standing);
  if (isOver ? !known : standing.length === 0 || known?.about === about) return;
  if (!isOver) log.error("holdings-differ", { accountId, drift: standing });
  const at = clock.now();
  followed.account = await storage.transact(async (tables) => {
    const locked = await tables.accounts.lock(accountId);
    if (!locked) throw new Error(`account ${accountId} is gone`);
    await (isOver
      ? endReduction(tables, locked, { because, at })
      : reduceAccount(tables, locked, { because, at, about }));
    return (await tables.accounts.byId(accountId)) ?? locked;
  });
  announcer.announce({ accountId, userId, topic: "settings" });
}

const textOf = ({ ticker, ours, theirs }: Drift): string =>
  `${ticker}: ${theirs} there, ${ours} here`;

function aboutOf(standing: readonly Drift[]): string {
  const named = standing.slice(0, NAMED_MAX).map(textOf);
  const more = standing.length - named.length;
  return `${[...named, ...(more === 0 ? [] : [`and ${more} more`])].join("; ")}.`;
}
