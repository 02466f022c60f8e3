import { type EquityPoint, MINUTE_MS } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import type { Decision } from "../../ports/stores/decision-store.ts";
import { bookToRead } from "../account/book-in-hand.ts";
import { distrust, type FollowedAccount, hasPaused } from "../account/followed-account.ts";
import type { KeepTogether } from "../account/keep-together.ts";
import { markUnpriced } from "../account/mark-from-board.ts";
import { areCashesDifferent } from "../account/reconciled.ts";
import type { RowVersions } from "../account/row-versions.ts";
import { hasStopInMotion } from "../account/stop-board.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { noteAutomation } from "../decisions/follow-prices.ts";
import { noteVerdicts, putBack, takeNoted } from "../decisions/journal-decisions.ts";
import { notePatterns } from "../decisions/note-patterns.ts";
import { rollSession, storeSession } from "../decisions/session-roll.ts";
import { reopenSlots, syncOrders } from "../decisions/sync-orders.ts";
import { cancelAutomatedOrders, isOfRule, isSilent } from "../orders/cancel-automated-orders.ts";
import type { PlacingNeeds } from "../placing/place-order.ts";
import { reconcile } from "./hear-broker.ts";
import { noteVenueTime } from "./note-venue-time.ts";
import { keepWatching, refreshAccount, refreshTraded, watchPrices } from "./refresh-account.ts";

const BEATS_PER_SAVE = 5;
/** How often all rows are read whatever their version says. */
const BEATS_PER_WHOLE_READ = 600;
const BEATS_PER_EQUITY_POINT = 60;
const RECONCILE_MS = 10_000;

/**
 * One beat of the account's heart, once a second. It works in memory and waits for nobody. Where the
 * process itself stood still since the last one, what was heard before is the past.
 */
export function heartbeat(needs: TradingNeeds, followed: FollowedAccount): void {
  const { clock, log } = needs;
  if (hasPaused(followed, clock.monotonicMs())) {
    log.warn("account-paused", { accountId: followed.id });
    distrust(followed);
    followed.own?.minutes.forget(clock.now());
  }
  followed.pausesKnown = followed.pulse.pauses;
  rollSession(followed, clock.now());
  reopenSlots(followed, clock.monotonicMs());
  watchPrices(needs, followed);
  markUnpriced(followed, needs.prices);
  notePatterns(needs.patterns, followed);
  noteAutomation(needs, followed);
  if (followed.isReconciled) noteVerdicts(followed, clock.now(), needs.prices);
}

export type KeepingNeeds = TradingNeeds & Pick<PlacingNeeds, "ownAnnouncer">;

/** How the accounts of a worker keep their rows together. */
export interface Upkeep {
  readonly together: KeepTogether;
  readonly versions: RowVersions;
}

/**
 * Writes and reads the account's rows now and then. Answers, at each beat, the round that it calls for:
 * none at most, and none while another is under way.
 */
export function keepAccount(
  needs: KeepingNeeds,
  followed: FollowedAccount,
  { together, versions }: Upkeep,
): () => Promise<"goes-on" | "over"> | undefined {
  let isUnderWay = false;
  let isDue = false;
  let beats = 0;
  let point: EquityPoint | undefined;
  const round = async (): Promise<"goes-on" | "over"> => {
    if (isHaltToStore(followed)) await storeSession(needs, followed);
    if (beats % BEATS_PER_SAVE === 0) {
      const isWhole = beats % BEATS_PER_WHOLE_READ === 0;
      if ((await refreshWhatChanged(needs, followed, versions, isWhole)) === "over") return "over";
      isDue = true;
    }
    if (beats % BEATS_PER_EQUITY_POINT === 0) point = equityPoint(needs, followed);
    // What is busy now is written a second later.
    if (isDue) isDue = (await keepRows(needs, followed, together, point)) === "busy";
    if (!isDue) point = undefined;
    return "goes-on";
  };
  return () => {
    // What a round misses is not made up for.
    if (isUnderWay) return undefined;
    beats += 1;
    if (!isDue && beats % BEATS_PER_SAVE !== 0 && !isHaltToStore(followed)) return undefined;
    isUnderWay = true;
    return round().finally(() => {
      isUnderWay = false;
    });
  };
}

const isHaltToStore = (followed: FollowedAccount): boolean =>
  bookToRead(followed).halted !== followed.storedSession.halted;

/**
 * Reads the account's rows again where they are others than those taken up: whoever changed them may
 * have died before it could tell. What trading changes is mostly the account's own work, and is read in
 * one journey; while orders are at work it is read in any case.
 */
async function refreshWhatChanged(
  needs: TradingNeeds,
  followed: FollowedAccount,
  versions: RowVersions,
  isWhole: boolean,
): Promise<"goes-on" | "over"> {
  // Asked first: what changes while the rows are read is another version when it is asked again.
  const version = await versions.of(followed.id);
  const { rowsTakenUp: before } = followed;
  if (isWhole || version === undefined || version.set !== before?.set) {
    if ((await noteRefreshed(needs, followed)) === "over") return "over";
    await followed.mutex.take(() => syncOrders(needs, followed));
  } else if (version.traded === before?.traded && isAtRest(followed)) {
    keepWatching(needs, followed);
  } else if ((await noteRefreshed(needs, followed, refreshTraded)) === "over") return "over";
  followed.rowsTakenUp = version;
  return "goes-on";
}

/** No order of anybody's is at work, and no stop is on its way. */
const isAtRest = ({ others, placing, stops, working }: FollowedAccount): boolean =>
  others.size + placing.size + working.size === 0 && !hasStopInMotion(stops);

/** Reads the account's rows again; orders that are to be canceled are so by whoever asks the broker. */
export async function noteRefreshed(
  needs: TradingNeeds,
  followed: FollowedAccount,
  refresh = refreshAccount,
): Promise<"goes-on" | "over"> {
  const found = await refresh(needs, followed);
  if (found !== "orders-to-cancel") return found;
  followed.reconciling.ring();
  return "goes-on";
}

/** Rings for a reconciliation that is due; asked at each beat, because an order may have begun meanwhile. */
export function ringWhenDue({ clock }: Pick<TradingNeeds, "clock">, followed: FollowedAccount) {
  const nowMs = clock.monotonicMs();
  const { askedMs, minuteOffsetMs, reconciling } = followed;
  const minuteAt = (ms: number) => Math.floor((ms + minuteOffsetMs) / MINUTE_MS);
  const isDue = isQuiet(followed)
    ? minuteAt(askedMs) < minuteAt(nowMs)
    : RECONCILE_MS <= nowMs - askedMs;
  if (isDue) reconciling.ring();
}

/**
 * Asks the broker when the alarm is rung: how things stand there, and to cancel what is to be canceled.
 * The only loop of an account that waits for the network.
 */
export async function keepReconciled(
  needs: TradingNeeds,
  followed: FollowedAccount,
): Promise<void> {
  const { clock } = needs;
  const { signal } = followed.ending;
  while (!signal.aborted) {
    await followed.reconciling.rung();
    if (signal.aborted) return;
    followed.askedMs = clock.monotonicMs();
    await cancelUnwanted(needs, followed);
    // Nothing is decided before the first reconciliation, and that not before the broker's hours.
    const isFirst = followed.venueTime.clockAskedMs === Number.NEGATIVE_INFINITY;
    if (isFirst) await noteVenueTime(needs, followed);
    await reconcile(needs, followed);
    if (!isFirst) await noteVenueTime(needs, followed);
  }
}

/** All of the worker's orders once automation is off; those of which too long nothing was heard else. */
async function cancelUnwanted(needs: TradingNeeds, followed: FollowedAccount): Promise<void> {
  const { orders, working } = followed;
  const isDue = followed.settings.automationEnabled ? isSilent(needs.clock.now()) : () => true;
  const isMeant = (order: Order) => isOfRule(order) && isDue(order);
  // As its own work last knew them: what others wrote since makes no order silent that was not.
  const isWanted = (order: Order | undefined) => order !== undefined && !isMeant(order);
  if ([...working.values()].every((key) => isWanted(orders.get(key)))) return;
  await cancelAutomatedOrders(needs, isMeant)(followed.id);
}

/**
 * Writes what is kept in memory between fills, and announces why something was traded: a view has shown
 * that it was by then. "busy": somebody else writes for the account now.
 */
export async function keepRows(
  needs: KeepingNeeds,
  followed: FollowedAccount,
  together: KeepTogether,
  point?: EquityPoint,
): Promise<"kept" | "busy"> {
  await storeSession(needs, followed);
  return followed.mutex.take(async () => {
    const lines = takeNoted(followed);
    let outcome: "kept" | "busy" | undefined;
    try {
      outcome = await together.keep({ followed, lines, ...(point && { point }) });
    } finally {
      if (outcome !== "kept") putBack(followed, lines);
    }
    if (outcome === "kept" && lines.some(isTaken)) announceReasons(needs, followed);
    return outcome;
  });
}

const isTaken = ({ verdict }: Decision): boolean => verdict === "entered" || verdict === "left";

function announceReasons(needs: KeepingNeeds, { account }: FollowedAccount): void {
  const { ownAnnouncer: announcer = needs.announcer } = needs;
  announcer.announce({ accountId: account.id, userId: account.userId, topic: "account" });
}

/**
 * Not while orders are open, trust is missing, holdings or clocks differ or the broker gave no answer,
 * however healthy the stream looks: it is asked often then.
 */
function isQuiet(followed: FollowedAccount): boolean {
  const { isReconciled, others, reconciled, stops, untoldFromMs, venueTime, working } = followed;
  const isDiffering =
    venueTime.isClockApart ||
    (reconciled !== undefined && (0 < reconciled.drift.length || areCashesDifferent(reconciled)));
  const isBusy = 0 < others.size + working.size || hasStopInMotion(stops);
  return isReconciled && untoldFromMs === undefined && !isDiffering && !isBusy;
}

/** Without a price for every holding the sum would be a wrong one. */
const equityPoint = (
  { clock }: Pick<TradingNeeds, "clock">,
  followed: FollowedAccount,
): EquityPoint | undefined => {
  const { equity, unpriced } = bookToRead(followed);
  return 0 < unpriced ? undefined : { at: clock.now(), equity };
};
