import type { Ticker } from "@sevenfold/domain/market";
import type { Clock } from "../../ports/clock.ts";

/** What matters most to those who follow a feed. */
export interface Wishes {
  /** A follower lives, and says now and then what matters to it. True where something changed by that. */
  note(follower: string, preferred: readonly Ticker[] | undefined): boolean;
  all(): readonly Ticker[];
}

/** A follower says each second that it lives: one that is silent for so long wants nothing any more. */
const SILENT_MAX_MS = 60_000;

export function openWishes(clock: Pick<Clock, "monotonicMs">): Wishes {
  const wishes = new Map<string, { preferred: readonly Ticker[]; atMs: number }>();

  const forgetSilent = (nowMs: number): boolean => {
    const before = wishes.size;
    for (const [follower, { atMs }] of wishes)
      if (SILENT_MAX_MS < nowMs - atMs) wishes.delete(follower);
    return wishes.size < before;
  };
  return {
    note(follower, preferred) {
      const atMs = clock.monotonicMs();
      const hasGone = forgetSilent(atMs);
      const known = wishes.get(follower);
      if (known) known.atMs = atMs;
      if (preferred === undefined || `${known?.preferred ?? ""}` === `${preferred}`) return hasGone;
      wishes.set(follower, { preferred, atMs });
      return true;
    },
    all: () => [...wishes.values()].flatMap((wish) => wish.preferred),
  };
}
