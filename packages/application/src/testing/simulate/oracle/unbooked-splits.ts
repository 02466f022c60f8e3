import type { Ticker } from "@sevenfold/domain/market";

import type {
  Activity,
  MergerActivity,
  RenameActivity,
  SplitActivity,
} from "../../../ports/activity.ts";

/** What leaves a symbol with other shares, or with none. */
export type ShareChange = MergerActivity | RenameActivity | SplitActivity;

/** Which symbols have other shares at the broker than in the books: split there, and not booked yet. */
export interface UnbookedSplits {
  has(ticker: Ticker): boolean;
  /** How many times as much a share of now is worth as one in the books: a third after one for three. */
  worthOf(ticker: Ticker): number;
  hasAny(): boolean;
  /** A trade was taken back there, shares came or went, or got another name, and that is not in the books yet. */
  hasOtherNumber(): boolean;
  /** The executions of such trades. */
  busted(): ReadonlySet<string>;
  /** An activity is on record. Answers it where it changes shares. */
  booked(activityId: string): ShareChange | undefined;
}

const NONE: ReadonlySet<string> = new Set();

/** By everything that has happened at the broker, told or not, the oldest first. */
export function unbookedSplits(happened: () => readonly Activity[]): UnbookedSplits {
  const waiting = new Map<string, SplitActivity>();
  const busts = new Map<string, string>();
  const ends = new Map<string, MergerActivity | RenameActivity>();
  const comings = new Set<string>();
  let looked = 0;
  const look = () => {
    const all = happened();
    for (; looked < all.length; looked += 1) {
      const activity = all[looked]!;
      if (activity.kind === "split") waiting.set(activity.id, activity);
      if (activity.kind === "name-change" || activity.kind === "cash-merger")
        ends.set(activity.id, activity);
      if (activity.kind === "shares-journal" || activity.kind === "spin-off")
        comings.add(activity.id);
      if (activity.kind === "bust") busts.set(activity.id, activity.executionId);
    }
    return waiting;
  };
  return {
    has(ticker) {
      for (const split of look().values()) if (split.ticker === ticker) return true;
      return false;
    },
    worthOf(ticker) {
      let worth = 1;
      for (const {
        after,
        before,
        ratio = { from: before, to: after },
        ticker: of,
      } of look().values())
        if (of === ticker) worth *= ratio.from / ratio.to;
      return worth;
    },
    hasAny: () => 0 < look().size,
    hasOtherNumber() {
      look();
      return 0 < busts.size + ends.size + comings.size;
    },
    busted() {
      look();
      return busts.size === 0 ? NONE : new Set(busts.values());
    },
    booked(activityId) {
      const change = look().get(activityId) ?? ends.get(activityId);
      for (const kept of [waiting, busts, ends, comings]) kept.delete(activityId);
      return change;
    },
  };
}
