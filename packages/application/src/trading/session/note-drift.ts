import { dollarsText } from "@sevenfold/domain/money";
import type { FollowedAccount } from "../account/followed-account.ts";
import { areCashesDifferent, type Drift, type Reconciled } from "../account/reconciled.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { noteDifference } from "./note-difference.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "log" | "storage">;

/** Symbols named; of more it is said how many they are. */
const NAMED_MAX = 5;

/**
 * Holds the account back while the broker's holdings or its cash are not those of our books, and lets it
 * go on once both agree. Seen once a difference may be a fill on its way; seen twice the same it stands.
 * It is shown and never booked away. Inside the account's mutex only.
 */
export async function noteDrift(
  needs: Needs,
  followed: FollowedAccount,
  found: Reconciled,
): Promise<void> {
  const { reconciled: before } = followed;
  const seen = new Set(before?.drift.map(textOf));
  const standing = found.drift.filter((drift) => seen.has(textOf(drift)));
  await noteDifference(needs, followed, {
    because: "holdings-differ",
    isOver: found.drift.length === 0,
    about: standing.length === 0 ? undefined : aboutOf(standing),
    facts: { drift: standing },
  });
  await noteDifference(needs, followed, {
    because: "correction-unbooked",
    isOver: found.unbooked.length === 0 || (found.drift.length === 0 && !areCashesDifferent(found)),
    about: [...new Set(found.unbooked)].join(" "),
    facts: { unbooked: found.unbooked },
  });
  const isStanding = areCashesDifferent(found) && before?.cashDrift === found.cashDrift;
  await noteDifference(needs, followed, {
    because: "cash-differs",
    isOver: !areCashesDifferent(found),
    about: isStanding ? aboutCash(found) : undefined,
    facts: { cashDrift: found.cashDrift },
  });
}

const textOf = ({ ticker, ours, theirs }: Drift): string =>
  `${ticker}: ${theirs} there, ${ours} here`;

function aboutOf(standing: readonly Drift[]): string {
  const named = standing.slice(0, NAMED_MAX).map(textOf);
  const more = standing.length - named.length;
  return `${[...named, ...(more === 0 ? [] : [`and ${more} more`])].join("; ")}.`;
}

/** "Cash: $1,250.00 there, $1,200.00 here; no activity the broker told of explains $50.00." */
function aboutCash({ broker, cashDrift }: Reconciled): string {
  const here = broker.cash + cashDrift;
  const unexplained = dollarsText(Math.abs(cashDrift));
  return `Cash: ${dollarsText(broker.cash)} there, ${dollarsText(here)} here; no activity the broker told of explains ${unexplained}.`;
}
