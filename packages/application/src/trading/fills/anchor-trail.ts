import { invariant } from "@sevenfold/domain/invariant";
import type { Instant } from "@sevenfold/domain/market";

import type { Execution } from "../../ports/broker.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import type { StoredTrail, TrailSnapshot } from "../../ports/stores/trail-store.ts";
import { anchoredTrail } from "../account/anchored-trail.ts";
import { coolDownOfFills } from "../account/cool-down-of-fills.ts";

/**
 * The latest fill of the symbol that is booked already and happened later. Its trail is no older than that
 * is, though what began it may also be a price; what was sold and is off the list has none.
 */
export async function latestBookedAfter(
  { fills }: Pick<Readers, "fills">,
  accountId: string,
  { at, ticker }: Pick<Execution, "at" | "ticker">,
  trails: TrailSnapshot | undefined,
): Promise<BookedFill | undefined> {
  const since = trails?.trails.find((stored) => stored.ticker === ticker)?.since;
  if (since !== undefined && since <= at) return undefined;
  const told = await fills.since(accountId, at);
  return told.findLast((fill) => fill.ticker === ticker && at < fill.at);
}

/**
 * The stored trail starts anew with the fill it is stored with, so that no crash can part them. Where a
 * later fill of the symbol was told before this one, the trail stays the later one's, or is begun by it.
 */
export async function anchorTrail(
  tables: Tables,
  accountId: string,
  fill: {
    readonly execution: Execution;
    readonly trails: TrailSnapshot | undefined;
    readonly isAutomated: boolean;
    readonly overtakenBy: BookedFill | undefined;
    readonly at: Instant;
  },
): Promise<StoredTrail> {
  const { ticker, at } = fill.execution;
  const anchor = fill.overtakenBy ?? fill.execution;
  const settings = await tables.settings.of(accountId);
  invariant(settings !== undefined, `account ${accountId} has no settings`);
  const coolDownMs = fill.isAutomated ? settings.limits.coolDownSec * 1_000 : 0;
  const { savedAt = fill.at, trails = [] } = fill.trails ?? {};
  const before = trails.find((stored) => stored.ticker === ticker);
  const ownEnd = 0 < coolDownMs ? at + coolDownMs : 0;
  const begun = before ? 0 : await coolDownOfFills(tables, settings, { at: fill.at, ticker });
  const coolDownUntil = Math.max(ownEnd, begun) as Instant;
  const trail =
    before && fill.overtakenBy
      ? { ...before, coolDownUntil: Math.max(before.coolDownUntil, coolDownUntil) as Instant }
      : anchoredTrail(before, { ticker, price: anchor.price, at: anchor.at, coolDownUntil });
  const others = trails.filter((stored) => stored.ticker !== ticker);
  await tables.trails.save({ accountId, savedAt, trails: [...others, trail] });
  return trail;
}
