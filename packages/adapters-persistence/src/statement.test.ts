import fc from "fast-check";
import { EntitySchema } from "typeorm";
import { describe, expect, it } from "vitest";
import { exact, json, PRIMARY, text } from "./columns.ts";
import { recordsOf } from "./statement.ts";

interface Line {
  readonly name: string;
  readonly price?: number;
  readonly kept?: unknown;
}
const schema = new EntitySchema<Line>({
  name: "lines",
  columns: { name: text(PRIMARY), price: exact(), kept: json() },
});

describe("rows as a statement's parameter", () => {
  it("have every column, and NULL for what is absent", () => {
    expect(recordsOf(schema, [{ name: "one", price: 15_000 }, { name: "two" }])).toBe(
      '[{"name":"one","price":"1.50","kept":null},{"name":"two","price":null,"kept":null}]',
    );
  });

  it("always hold whole characters, wherever a text was cut", () => {
    const anyText = fc.array(fc.constantFrom("\ud83d", "\ude00", "\\", "ud83d", "\\ud83d", "é"), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(anyText, (parts) => {
        const cut = parts.join("");
        const [row] = JSON.parse(recordsOf(schema, [{ name: cut, kept: [{ cut }] }]));
        const whole = cut.toWellFormed();
        expect(row).toEqual({ name: whole, price: null, kept: [{ cut: whole }] });
      }),
    );
  });
});
