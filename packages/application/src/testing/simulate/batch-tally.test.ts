import { describe, expect, it } from "vitest";

import { addReport, addTally, emptyTally, missingIn } from "./batch-tally.ts";

describe("a batch", () => {
  it("adds up what its plans came to", () => {
    const tally = emptyTally();
    addReport(tally, 1, { events: 10, met: new Map([["slow", 2]]), reached: new Map([["a", 1]]) });
    addReport(tally, 2, { events: 5, met: new Map([["slow", 1]]), reached: new Map([["b", 3]]) });

    expect(tally).toMatchObject({ plans: 2, days: 3, events: 15 });
    expect([...tally.met]).toEqual([["slow", 3]]);
    expect([...tally.reached]).toEqual([
      ["a", 1],
      ["b", 3],
    ]);
  });

  it("adds up with another", () => {
    const [one, other] = [emptyTally(), emptyTally()];
    addReport(one, 1, { events: 10, met: new Map([["slow", 2]]), reached: new Map([["a", 1]]) });
    addReport(other, 2, { events: 5, met: new Map([["slow", 1]]), reached: new Map([["b", 3]]) });
    addTally(one, other);

    expect(one).toEqual({
      plans: 2,
      days: 3,
      events: 15,
      met: new Map([["slow", 3]]),
      reached: new Map([
        ["a", 1],
        ["b", 3],
      ]),
    });
    expect(other.plans).toBe(1);
  });

  it("misses what no plan of it came by", () => {
    const reached = new Map([
      ["a", 1],
      ["b", 0],
    ]);

    expect(missingIn(reached, ["a", "b", "c"])).toEqual(["b", "c"]);
  });
});
