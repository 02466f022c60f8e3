import type { MutantGroup } from "./mutant.ts";

const OWN = "packages/application/src/research/own-strategy";
const CROSSING = `${OWN}/crossing.ts`;
const BOUNDS = `${OWN}/wake-bounds.ts`;
const CROSSING_TESTS = `${OWN}/crossing.test.ts`;
const WAITING_TESTS = `${OWN}/waiting-lines.test.ts`;

const FIRST =
  "is that of a plain look at each, over pieces and over columns, from wherever it is looked for";
const TOUCHES = "is one at which the upper of them comes down to the other and goes no further";
const PER_BAR =
  "leave of a function per bar what it would have left asked at each close, bars known or not";
const EVENTS = "leave of events what they would have left with every bar told";
const REFUSED =
  "are refused for what is no pair, no line, another symbol's line or nothing that may be waited for";

export const WAITING_STRATEGIES: MutantGroup = {
  breaks: "Strategies that wait: lines that cross, and what ends the wait",
  mutants: [
    {
      name: "A line that lies on another is above it where the wait begins",
      file: CROSSING,
      replace: "? undefined : low < high;",
      by: "? undefined : low <= high;",
      foundBy: { [WAITING_TESTS]: [PER_BAR, EVENTS] },
    },
    {
      name: "A block whose lines touch is passed",
      file: CROSSING,
      replace: "if (isAbove) while (block < end && greatest[block]! < least[block]!) block += 1;",
      by: "if (isAbove) while (block < end && greatest[block]! <= least[block]!) block += 1;",
      foundBy: { [CROSSING_TESTS]: [TOUCHES] },
    },
    {
      name: "The block in which lines cross is passed too",
      file: CROSSING,
      replace: "return block * BLOCK;",
      by: "return Math.min(to, (block + 1) * BLOCK);",
      foundBy: { [CROSSING_TESTS]: [FIRST] },
    },
    {
      name: "The close that was waited for does not end the wait",
      file: `${OWN}/each-symbol.ts`,
      replace:
        "if (!isReached(bounds, slot, columns[slot]!.close[bar]!, bar)) return false;\n    wake(bounds, slot);",
      by: "if (!isReached(bounds, slot, columns[slot]!.close[bar]!, bar)) return false;",
      foundBy: { [WAITING_TESTS]: [PER_BAR] },
    },
    {
      name: "What is told of orders does not end the wait",
      file: `${OWN}/event-source.ts`,
      replace: "        wake(desk.bounds, slot);\n        if (fill",
      by: "        if (fill",
      foundBy: { [WAITING_TESTS]: [EVENTS] },
    },
    {
      name: "A line has a value while its strategy is begun",
      file: `${OWN}/each-symbol.ts`,
      replace: "isBegun() && columns[slot]!.closesAt",
      by: "columns[slot]!.closesAt",
      foundBy: { [WAITING_TESTS]: [PER_BAR] },
    },
    {
      name: "Another symbol's line is crossed",
      file: BOUNDS,
      replace: "if (reading.slot !== slot)",
      by: "if (reading.slot === undefined)",
      foundBy: { [WAITING_TESTS]: [REFUSED] },
    },
    {
      name: "What no wait knows is waited for",
      file: BOUNDS,
      replace: 'if (name !== "crossing" && !KNOWN.includes(name))',
      by: "if (name === undefined)",
      foundBy: { [WAITING_TESTS]: [REFUSED] },
    },
  ],
};
