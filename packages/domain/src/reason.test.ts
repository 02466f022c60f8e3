import { describe, expect, it } from "vitest";
import { explainVerdict } from "./explain-verdict.ts";
import { instant } from "./market.ts";
import { price } from "./money.ts";
import { explainReasonBriefly, REASON_CODES } from "./reason.ts";
import type { VerdictFacts } from "./verdict.ts";

const [reference, trigger, last] = [price(1_000_000), price(960_000), price(955_000)];
const ENTRY = { reason: "trail-drop", reference, trigger, last } as const;
const FELL = "$95.50 is 4.5% below the high of $100.00 (trigger $96.00)";
const SAID = "Day trading is not allowed.";

/** What is blocked, with all that is known of it, and as a journal's line tells it, which keeps less. */
const BLOCKED: readonly (readonly [words: string, facts: Omit<VerdictFacts, "verdict">])[] = [
  ["Cooling down for 1 more minute.", { gate: "cool-down", until: instant(60_001) }],
  ["Cooling down.", { gate: "cool-down" }],
  [
    "The price of $95.50 is below the entry band, which begins at $96.00.",
    { ...ENTRY, gate: "below-band" },
  ],
  ["The price is below the entry band.", { gate: "below-band", last }],
  ["The price is below the entry band.", { gate: "below-band", trigger }],
  [`Due: ${FELL}, but enough positions were opened this minute.`, { ...ENTRY, gate: "pacing" }],
  [
    "Due: the price reached its trigger, but no bar pattern confirms it.",
    { gate: "pattern", reason: "trail-drop", last, trigger },
  ],
  [
    `Not bought although ${FELL}: the broker refused the order. “${SAID}”`,
    { ...ENTRY, gate: "broker-refused", said: SAID },
  ],
  [
    "Not sold although $95.50 is 4.5% below the average cost of $100.00 (stop at $96.00): the order was not sent.",
    { ...ENTRY, reason: "stop-loss", gate: "denied" },
  ],
  [
    "Not sold although the price reached its trigger: the order ended unfilled.",
    { gate: "ended-unfilled", reason: "trail-rise" },
  ],
];

describe("explainVerdict", () => {
  it.each(BLOCKED)("says what blocks: %s", (words, facts) => {
    expect(explainVerdict({ verdict: "blocked", ...facts }, instant(1))).toBe(words);
  });

  it("says that it waits, and for what as far as that is known", () => {
    const waiting = { verdict: "waiting", reason: "stop-loss", reference, trigger } as const;
    const far = { ...waiting, last: price(970_000), distanceBps: 104 };
    expect(explainVerdict(far, instant(1))).toBe(
      "Waiting to sell at $96.00 or below: $97.00 has 1.0% to fall.",
    );
    expect(explainVerdict(waiting, instant(1))).toBe("Waiting.");
  });

  it("says what is bought or sold also where the numbers behind it are not kept", () => {
    expect(explainVerdict({ verdict: "entered" }, instant(1))).toBe(
      "Buying: the price reached its trigger.",
    );
    expect(explainVerdict({ verdict: "left", reason: "take-profit", last }, instant(1))).toBe(
      "Selling: the price reached its trigger.",
    );
  });
});

describe("explainReasonBriefly", () => {
  it("has a sentence of its own for every reason", () => {
    const sentences = REASON_CODES.map(explainReasonBriefly);
    expect(new Set(sentences).size).toBe(REASON_CODES.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^(Bought|Sold) .*\.$/);
  });
});
