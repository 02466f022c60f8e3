import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Change, changed, changeOf } from "./change.ts";

const overTheWire = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** What the other side makes of it, who knows what was before. */
function heard(before: unknown, after: unknown): unknown {
  const change = changeOf(before, after);
  if (change === "same") return before;
  return change === "whole" ? after : changed(before, overTheWire(change));
}

const row = fc.record({
  ticker: fc.constantFrom("AAPL", "MSFT", "NVDA", "TSLA", "__proto__"),
  price: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 3 })),
  trail: fc.oneof(fc.constant(null), fc.record({ high: fc.integer({ min: 1, max: 3 }) })),
});
const rows = fc.uniqueArray(row, { selector: ({ ticker }) => ticker, maxLength: 5 });
const view = fc.record({
  rows,
  equity: fc.oneof(fc.constant(null), fc.integer()),
  any: fc.jsonValue(),
});

describe("a change", () => {
  it("always makes of what was what is, whatever the values", () => {
    const pair = fc.oneof(fc.tuple(view, view), fc.tuple(fc.jsonValue(), fc.jsonValue()));
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const [was, is] = [overTheWire(before), overTheWire(after)];
        expect(JSON.stringify(sorted(heard(was, is)))).toBe(JSON.stringify(sorted(is)));
      }),
    );
  });

  it("is none exactly where nothing changed", () => {
    fc.assert(
      fc.property(fc.oneof(view, fc.jsonValue()), (value) => {
        expect(changeOf(value, overTheWire(value))).toBe("same");
      }),
    );
  });

  it("tells the fields of the rows that changed, and no others", () => {
    const before = { rows: [quote("AAPL", 200), quote("MSFT", 400)], equity: 5 };
    const after = { rows: [quote("AAPL", 201), quote("MSFT", 400)], equity: 5 };

    const change: Change = {
      in: { rows: { by: "ticker", in: { AAPL: { put: { price: 201 } } } } },
    };
    expect(changeOf(before, after)).toEqual(change);
  });

  it("tells what became unknown: null is a value, and not the field's end", () => {
    expect(changeOf({ price: 1 }, { price: null })).toEqual({ put: { price: null } });
    expect(changeOf({ price: 1 }, {})).toEqual({ gone: ["price"] });
  });

  it("tells a new first row by itself, without the order of the others", () => {
    const before = [quote("AAPL", 1), quote("MSFT", 2)];

    expect(changeOf(before, [quote("TSLA", 3), ...before])).toEqual({
      by: "ticker",
      put: { TSLA: quote("TSLA", 3) },
      lead: ["TSLA"],
    });
  });

  it("leaves every part that did not change the very same", () => {
    const before = { rows: [quote("AAPL", 200), quote("MSFT", 400)], risk: { halted: false } };
    const after = changed(before, {
      in: { rows: { by: "ticker", in: { AAPL: { put: { price: 201 } } } } },
    }) as typeof before;

    expect(after.rows[1]).toBe(before.rows[1]);
    expect(after.risk).toBe(before.risk);
    expect(after.rows[0]).not.toBe(before.rows[0]);
  });

  it("is refused where it is not one of this value", () => {
    expect(() => changed({ a: 1 }, { in: { b: { put: { c: 1 } } } })).toThrow("Nothing is known");
    expect(() => changed([1], { by: "id", put: {} })).toThrow("Not a list");
    expect(() => changed(5, { put: { a: 1 } })).toThrow("Not an object");
    expect(() => changed([], { by: "id", lead: ["x"] })).toThrow("No row x");
  });
});

const quote = (ticker: string, price: number) => ({ ticker, price });

/** Fields by name: their order says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.map(([name, field]) => [name, sorted(field)]);
}
