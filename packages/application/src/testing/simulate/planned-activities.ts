import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { befall, type TellingFaults } from "../../broker-kit/simulated/simulated-activities.ts";
import type { SimulatedVenue } from "../../broker-kit/simulated/simulated-venue.ts";
import { sellableAt } from "../../broker-kit/simulated/venue-room.ts";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import type { Activity, CapitalActivity, IncomeActivity } from "../../ports/activity.ts";
import type { SimulatedAccount, World } from "../world/world.ts";

interface Move {
  readonly kind: (CapitalActivity | IncomeActivity)["kind"];
  readonly sign: -1 | 1;
}

/** Cash that a venue moves by itself, and which way. */
const MOVES: readonly Move[] = [
  { kind: "deposit", sign: 1 },
  { kind: "withdrawal", sign: -1 },
  { kind: "dividend", sign: 1 },
  { kind: "interest", sign: 1 },
  { kind: "fee", sign: -1 },
  { kind: "other-cash", sign: -1 },
];
/** Between accounts of one person there. */
const JOURNALS: readonly Move[] = [
  { kind: "journal", sign: 1 },
  { kind: "journal", sign: -1 },
];

const LATE_MS_MAX = 90_000;
const SHARES_MAX = 12;
/** One in so many is taken back, as soon as there is one to take back. */
const TAKEN_BACK_ONE_IN = 5;

/**
 * Money moves at the venue without a trade: told at once or later, after fills that came after it, once
 * or twice in each list. Where a poll in between fails, the next one has it. What moved before may be
 * taken back, and told before it.
 */
export const moveCash = (scene: Scene): void => move(scene, MOVES);

/** The same of what goes between two accounts of one person. */
export const journalCash = (scene: Scene): void => move(scene, JOURNALS);

/**
 * Shares come from another account of the person's, or go to it: at most as many as no open order there
 * offers, and told as cash is.
 */
export function journalShares({
  account: { venue },
  chance,
  ticker,
  world,
}: Scene & { readonly ticker: Ticker }): void {
  const now = world.clock.now();
  const faults = tellingOf(chance);
  const most = sellableAt(venue, ticker);
  const isLeaving = chance.happens(0.5);
  const count = chance.between(1, isLeaving ? Math.max(1, most) : SHARES_MAX);
  if (venue.unlisted.has(ticker) || (isLeaving && most < count)) return;
  if (wasMoved(venue, ticker) || isSplitUntold(venue, ticker, now)) return;
  const id = `activity-${venue.activities.all.length + 1}`;
  const told = { id, at: now, ticker, shares: isLeaving ? -count : count };
  befall(venue, { kind: "shares-journal", ...told }, now, faults);
  // Whoever has not heard of it may offer what is gone.
  if (isLeaving) venue.surprises.note(ticker, instant(now + (faults.lateMs ?? 0)));
}

/**
 * What is told after other shares of its symbol moved counts as it is told, a split too, and a trade that is taken back
 * of which shares moved since stops the account: neither is drawn.
 */
const wasMoved = (venue: SimulatedVenue, ticker: Ticker): boolean =>
  wereInParts(venue, ticker) || wasMovedWhole(venue, ticker);

const wereInParts = ({ foreign }: SimulatedVenue, ticker: Ticker): boolean =>
  (foreign.trades ?? []).some((one) => one.ticker === ticker);

export const wasMovedWhole = (
  { activities, executions }: SimulatedVenue,
  ticker: Ticker,
): boolean =>
  activities.all.some(
    (one) =>
      (one.kind === "shares-journal" && one.ticker === ticker) ||
      (one.kind === "bust" &&
        executions.some((sold) => sold.executionId === one.executionId && sold.ticker === ticker)),
  );

export const isSplitUntold = (
  { activities }: SimulatedVenue,
  ticker: Ticker,
  now: Instant,
): boolean => {
  const told = activities.told(now);
  return activities.all.some(
    (one) => one.kind === "split" && one.ticker === ticker && !told.includes(one),
  );
};

interface Scene {
  readonly account: SimulatedAccount;
  readonly chance: SeededChance;
  readonly world: Pick<World, "clock">;
}

function move({ account, chance, world }: Scene, moves: readonly Move[]): void {
  const { venue } = account;
  const now = world.clock.now();
  const id = `activity-${venue.activities.all.length + 1}`;
  const told = { id, at: now };
  const drawn = drawnOf(venue, told, { chance, moves });
  const faults = tellingOf(chance);
  const isTakenBack = chance.between(1, TAKEN_BACK_ONE_IN) === 1;
  const activity = (isTakenBack && takenBackOf(venue, told)) || drawn;
  if (activity !== undefined) befall(venue, activity, now, faults);
}

const tellingOf = (chance: SeededChance): TellingFaults => ({
  ...(chance.happens(0.4) ? { lateMs: chance.between(1_000, LATE_MS_MAX) } : {}),
  isRepeated: chance.happens(0.3),
});

type Told = Pick<Activity, "at" | "id">;

function drawnOf(
  { cash }: SimulatedVenue,
  told: Told,
  { chance, moves }: { readonly chance: SeededChance; readonly moves: readonly Move[] },
): Activity | undefined {
  const { kind, sign } = moves[chance.between(0, moves.length - 1)]!;
  const most = Math.max(1, Math.floor(cash / UNITS_PER_DOLLAR / 20));
  const cents = chance.between(1, 100 * most);
  if (sign < 0 && cash < 2 * cents * 100) return undefined;
  return { kind, ...told, amount: money(sign * cents * 100) };
}

/** Shares that went with it do not come back with the cash. */
const isOfCash = (one: Activity): one is CapitalActivity | IncomeActivity =>
  "amount" in one && one.kind !== "cash-merger";

/** The latest that was not taken back yet and that what there is can pay. */
function takenBackOf({ activities, cash }: SimulatedVenue, told: Told): Activity | undefined {
  const undone = new Set(
    activities.all.flatMap((one) => (one.kind === "correction" ? [one.undoes] : [])),
  );
  const latest = activities.all.findLast(
    (one) => isOfCash(one) && !undone.has(one.id) && 2 * one.amount < cash,
  );
  return latest && { kind: "correction", ...told, undoes: latest.id };
}
