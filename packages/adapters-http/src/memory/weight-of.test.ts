import { describe, expect, it } from "vitest";

import { weightOf } from "./weight-of.ts";

describe("the weight of what is kept", () => {
  it("grows with every row, however the rows are held", () => {
    const rows = Array.from({ length: 100 }, (_, row) => [`T${row}`, row] as const);
    for (const held of [rows, new Map(rows), Object.fromEntries(rows)])
      expect(weightOf(held)).toBeGreaterThan(20 * rows.length);
  });
});
