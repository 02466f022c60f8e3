import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addSymbol, restorePosition, trailOf } from "./book.ts";
import { bookFill, orderBegan } from "./book-orders.ts";
import { endSession } from "./book-session.ts";
import { rescale } from "./book-split.ts";
import { decide } from "./decide.ts";
import { explainVerdict } from "./explain-verdict.ts";
import { instant, type Ticker } from "./market.ts";
import { type Money, price, shares } from "./money.ts";
import { explainReason, reasonOf } from "./reason.ts";
import { reachedAt } from "./step.ts";
import { bookOf, see } from "./testing/judged-book.ts";
import { batchOf, happen, makeTwins, setups } from "./testing/twin-accounts.ts";
import { lives } from "./testing/twin-events.ts";
import { outcomeOf, verdictOf } from "./verdict.ts";

describe("outcomeOf", () => {
  it("is one object for all that say the same, and another where the gate is another", () => {
    const [book, other] = [bookOf({}), bookOf({})];
    for (const each of [book, other]) see(each, 121);
    const when = { at: instant(1), inSession: true };
    const waiting = outcomeOf(book, 0, when);
    expect(waiting).toEqual({ verdict: "waiting" });
    expect(outcomeOf(other, 0, when)).toBe(waiting);
    book.automation = "off";
    expect(outcomeOf(book, 0, when)).toEqual({ verdict: "blocked", gate: "automation-off" });
  });
});

describe("verdictOf", () => {
  it("waits with the distance to the trigger", () => {
    const book = bookOf({});
    expect(verdictOf(book, 0, instant(1), true)).toEqual({ verdict: "no-price" });
    see(book, 123.25);
    see(book, 121);

    const facts = verdictOf(book, 0, instant(1), true);
    expect(facts).toEqual({
      verdict: "waiting",
      reason: "trail-drop",
      trigger: 1_183_200,
      reference: 1_232_500,
      last: 1_210_000,
      distanceBps: 222,
    });
    expect(explainVerdict(facts, instant(1))).toBe(
      "Waiting to buy at $118.32 or below: $121.00 has 2.2% to fall.",
    );
  });

  it("waits for nothing below the smallest price there is: no price is a trigger there", () => {
    const book = bookOf({});
    see(book, 0.0001);

    const facts = verdictOf(book, 0, instant(1), true);
    expect(facts).toEqual({ verdict: "waiting", reason: "trail-drop", reference: 1, last: 1 });
    expect(explainVerdict(facts, instant(1))).toBe("Waiting.");
    book.automation = "off";
    expect(verdictOf(book, 0, instant(1), true)).not.toHaveProperty("trigger");
  });

  it("says entered while the worker's order is at work, and why", () => {
    const book = bookOf({});
    see(book, 123.25);
    const [intent] = see(book, 118.2);

    const facts = verdictOf(book, 0, instant(1), true);
    expect(facts).toMatchObject({ verdict: "entered", reason: "trail-drop", price: 1_182_000 });
    expect(explainReason(intent!)).toBe(
      "Bought because $118.20 is 4.1% below the high of $123.25 (trigger $118.32).",
    );
    expect(explainVerdict(facts, instant(1))).toBe(
      "Buying: $118.20 is 4.1% below the high of $123.25 (trigger $118.32).",
    );
    see(book, 110);
    hold(book, 4, 110, { automated: false });
    expect(explainVerdict(verdictOf(book, 0, instant(1), true), instant(1))).toBe(
      "Buying: $118.20 is 4.1% below the high of $123.25 (trigger $118.32).",
    );
  });

  it("says that a price at its trigger is decided on at the next one, after switching on", () => {
    const book = bookOf({});
    book.automation = "off";
    see(book, 100);
    see(book, 96);
    book.automation = "on";

    const facts = verdictOf(book, 0, instant(1), true);
    expect(facts).toMatchObject({ verdict: "waiting", distanceBps: 0 });
    expect(explainVerdict(facts, instant(1))).toBe(
      "Due: $96.00 is 4.0% below the high of $100.00 (trigger $96.00); decided at the next price.",
    );
  });

  it("names the first gate that blocks", () => {
    const book = bookOf({ strategy: { mode: "HYBRID", patternConfirmation: "require" } });
    const gate = (inSession = true, at = 1_000) => verdictOf(book, 0, instant(at), inSession).gate;
    see(book, 100);
    see(book, 94);
    expect(gate()).toBe("below-band");
    see(book, 95.5);
    expect(gate()).toBe("pattern");
    book.equity = 1 as Money;
    expect(gate()).toBe("position-share");
    book.cash = 1 as Money;
    expect(gate()).toBe("cash-reserve");
    book.strategy = { ...book.strategy, maxPositionSize: shares(0) };
    expect(gate()).toBe("max-position-size");
    book.limits = { ...book.limits, entriesPerMinuteMax: 0 };
    expect(gate()).toBe("pacing");
    book.halted = true;
    expect(gate()).toBe("halted");
    const unknown = addSymbol(book, "MSFT" as Ticker);
    restorePosition(book, unknown, {
      held: shares(1),
      costBasis: 1_000_000 as Money,
      managed: true,
    });
    expect(gate()).toBe("equity-unknown");
    book.coolDownUntil[0] = 1_001;
    expect(gate()).toBe("cool-down");
    rescale(book, 0, 2, 1);
    expect(gate()).toBe("after-split");
    expect(gate(false)).toBe("after-hours");
    book.ordersOther[0] = 1;
    expect(gate()).toBe("order-working");
    book.automation = "exits-only";
    expect(gate()).toBe("exits-only");
    book.automation = "no-real-prices";
    expect(gate()).toBe("no-real-prices");
    book.automation = "off";
    expect(gate()).toBe("automation-off");
  });

  it("enters nothing while a holding has no price, leaves what has one, and goes on with the price", () => {
    const book = bookOf({ strategy: { mode: "SIMPLE" } });
    see(book, 100);
    const [held, unpriced] = (["MSFT", "TSLA"] as Ticker[]).map((ticker) => {
      const slot = addSymbol(book, ticker);
      const holding = { held: shares(5), costBasis: 5_000_000 as Money, managed: true };
      restorePosition(book, slot, holding);
      return slot;
    });
    const priced = (slot: number, dollars: number) =>
      decide(book, batchOf({ at: 1, inSession: true, rows: [{ slot, price: dollars * 10_000 }] }));
    priced(held!, 100);

    expect(see(book, 90)).toEqual([]);
    expect(verdictOf(book, 0, instant(1), true)).toMatchObject({ gate: "equity-unknown" });
    expect(priced(held!, 110)).toMatchObject([{ ticker: "MSFT", side: "sell" }]);
    priced(unpriced!, 100);
    expect(see(book, 90)).toMatchObject([{ ticker: "AAPL", side: "buy" }]);
  });

  it("says until when a cool-down lasts, and that a found holding is not traded", () => {
    const book = bookOf({});
    hold(book, 10, 100, { automated: true });
    const facts = verdictOf(book, 0, instant(60_000), true);
    expect(facts).toMatchObject({ verdict: "blocked", gate: "cool-down", until: 600_001 });
    expect(explainVerdict(facts, instant(60_000))).toBe("Cooling down for 10 more minutes.");

    book.managed[0] = 0;
    expect(verdictOf(book, 0, instant(1), true)).toMatchObject({ gate: "unmanaged" });
  });

  it("says that twenty sessions below the band began a new trail, until the next session ends", () => {
    const book = bookOf({ strategy: { mode: "HYBRID" } });
    see(book, 100);
    see(book, 80);
    for (let session = 0; session < 20; session += 1) endSession(book);
    const facts = verdictOf(book, 0, instant(1), true);

    expect(facts).toMatchObject({ verdict: "waiting", gate: "re-anchored", reference: 800_000 });
    expect(explainVerdict(facts, instant(1))).toBe(
      "After 20 sessions below the entry band the trail starts anew. " +
        "Waiting to buy at $76.80 or below: $80.00 has 4.0% to fall.",
    );
    endSession(book);
    expect(verdictOf(book, 0, instant(1), true).gate).toBeUndefined();
  });

  it("names the nearest of several exits", () => {
    const book = bookOf({ strategy: { mode: "HYBRID", stopLossEnabled: true } });
    hold(book, 10, 100, { automated: false });
    expect(verdictOf(book, 0, instant(1), true)).toMatchObject({ reason: "take-profit" });
    see(book, 92);
    expect(verdictOf(book, 0, instant(1), true)).toMatchObject({ reason: "stop-loss" });
  });

  it("always tells waiting from due as the signal does, and never blocks without a gate", () => {
    fc.assert(
      fc.property(setups, lives(80), (setup, events) => {
        const twins = makeTwins(setup);
        const { book } = twins;
        for (const event of events) {
          const { real } = happen(twins, event);
          if (event.kind !== "prices") continue;
          const { inSession } = event;
          for (const { slot } of event.rows) {
            const { verdict, gate } = verdictOf(book, slot, instant(twins.at), inSession);
            const trail = trailOf(book, slot);
            if (trail === undefined) {
              expect(verdict).toBe("no-price");
              continue;
            }
            const intent = real.find((each) => each.slot === slot);
            if (intent) expect(verdict).toBe(intent.side === "buy" ? "entered" : "left");
            const due = reasonOf(reachedAt(book, slot, trail.last));
            if (verdict === "waiting") expect(due).toBeUndefined();
            if (due !== undefined && verdict === "blocked") expect(gate).toBeDefined();
          }
        }
      }),
    );
  });

  it("always has a sentence, and never changes the book by asking", () => {
    fc.assert(
      fc.property(setups, lives(60), (setup, events) => {
        const twins = makeTwins(setup);
        for (const event of events) {
          happen(twins, event);
          const before = structuredClone({ ...twins.book });
          for (const slot of [0, 1, 2, 3]) {
            const facts = verdictOf(twins.book, slot, instant(twins.at), true);
            expect(explainVerdict(facts, instant(twins.at))).toMatch(/^[A-Z].*\.$/);
            expect(facts.distanceBps ?? 0).toBeGreaterThanOrEqual(0);
          }
          expect({ ...twins.book }).toEqual(before);
        }
      }),
      { numRuns: 30 },
    );
  });
});

function hold(
  book: ReturnType<typeof bookOf>,
  count: number,
  dollars: number,
  { automated }: { automated: boolean },
): void {
  const quantity = shares(count);
  const each = price(dollars * 10_000);
  if (automated) orderBegan(book, 0, { reason: 1, quantity, reservedCash: 0 as Money });
  bookFill(book, {
    slot: 0,
    side: "buy",
    quantity,
    price: each,
    fee: 0 as Money,
    at: instant(1),
    automated,
  });
  if (automated) book.orderWorking[0] = 0;
}
