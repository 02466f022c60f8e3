import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";

import { addTally, type BatchTally, emptyTally, missingIn } from "../batch-tally.ts";
import { playSeeds } from "../play-seeds.ts";
import { EVERYDAY_STATES, REQUIRED_STATES } from "../required-states.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** `tools/share-folder.ts`. */
    readonly sharedFolder: string;
  }
}

const QUARTERS = 4;
const PER_QUARTER = 125;
/** A test's worlds, which take about six seconds of one processor. */
const AT_ONCE = 25;

type Reached = BatchTally["reached"];

/**
 * Plays a quarter of the five hundred fixed worlds, a day each. Each quarter has to come by every
 * everyday state, and all of them together by everything that a batch has to come by: the file that
 * ends last looks at that, of the files that this run has played.
 */
export function playQuarter(quarter: 1 | 2 | 3 | 4): void {
  const all = emptyTally();
  const first = 1 + PER_QUARTER * (quarter - 1);

  for (let from = first; from < first + PER_QUARTER; from += AT_ONCE)
    it(`always keep every claim, in the worlds from ${from} on`, async () => {
      const seeds = Array.from({ length: AT_ONCE }, (_, index) => from + index);
      const { differing, failures, tally } = await playSeeds(seeds, 1);
      addTally(all, tally);

      expect(failures).toEqual([]);
      expect(differing, "the same plan ran otherwise the second time").toEqual([]);
    });

  it("come by every state that so many worlds have to come by", ({ skip }) => {
    if (all.plans < PER_QUARTER) return skip("not all of its worlds were played");
    const ofEveryQuarter = reachedWith(quarter, all.reached);

    expect(missingIn(all.reached, EVERYDAY_STATES)).toEqual([]);
    expect(all.reached.get("fill-booked")).toBeGreaterThan(PER_QUARTER);
    if (ofEveryQuarter !== undefined)
      expect(missingIn(ofEveryQuarter, REQUIRED_STATES), "in all five hundred worlds").toEqual([]);
  });
}

/** What all quarters have reached; undefined while one is still to be played. */
function reachedWith(quarter: number, reached: Reached): Reached | undefined {
  const folder = inject("sharedFolder");
  const file = join(folder, `quarter-${quarter}`);
  // Under its name once it is whole: another process may look.
  writeFileSync(`${file}.part`, JSON.stringify([...reached]));
  renameSync(`${file}.part`, `${file}.json`);
  const played = readdirSync(folder).filter((name) => /^quarter-\d\.json$/.test(name));
  if (played.length < QUARTERS) return undefined;
  const all = emptyTally();
  for (const name of played) {
    const reached = new Map<string, number>(JSON.parse(readFileSync(join(folder, name), "utf8")));
    addTally(all, { ...emptyTally(), reached });
  }
  return all.reached;
}
