import type { FanWord } from "../../ports/price-fan.ts";

/** How long ago a word was told, at most, whatever the clocks of the two machines say. */
export interface FanAge {
  /** Undefined until the reader has answered a wish: then nothing is known of its clock. */
  ageMs(word: FanWord, heardMs: number): number | undefined;
}

/** Clocks of two machines drift apart: what was learned of them is forgotten by and by. */
const LEARNED_FOR_MS = 60_000;

/**
 * A wish is heard after it was asked. So the reader's clock is ahead of ours by no more than the one
 * said when it heard it, less what ours said as we asked: the least of what was learned bounds it best,
 * and the age that follows is never less than the true one. Both clocks are those that never step.
 */
export function openFanAge(follower: string): FanAge {
  let learned: { readonly aheadMs: number; readonly atMs: number }[] = [];
  let reader = "";
  return {
    ageMs(word, heardMs) {
      if (word.reader !== reader) learned = [];
      reader = word.reader;
      // An answer to what was not asked yet is of somebody who had our name before.
      for (const answer of word.answers)
        if (answer.follower === follower && answer.askedMs <= heardMs)
          learned.push({ aheadMs: answer.heardMs - answer.askedMs, atMs: heardMs });
      learned = learned.filter(({ atMs }) => heardMs - atMs < LEARNED_FOR_MS).slice(-100);
      if (learned.length === 0) return undefined;
      const aheadMs = Math.min(...learned.map((each) => each.aheadMs));
      return Math.max(0, heardMs + aheadMs - word.toldMs);
    },
  };
}
