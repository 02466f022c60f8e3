import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { repeatedNameIn } from "./repeated-name.ts";

describe("a repeated name", () => {
  it.each([
    ['{"a":1,"a":2}', "a"],
    ['{"a":1,"\\u0061":2}', "a"],
    ['{"a":{"b":1,"b":1}}', "b"],
    ['[{"a":1},{"b":[],"b":[]}]', "b"],
    ['{"a":[{"b":1}],"c":{"a":1},"a":0}', "a"],
    ['{"":1,"":1}', ""],
    ['{"a\\"b":1,"a\\"b":1}', 'a"b'],
  ])("is found in %s", (text, name) => {
    expect(repeatedNameIn(text)).toBe(name);
  });

  it("is found in no JSON made from a value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        expect(repeatedNameIn(JSON.stringify(value, undefined, indent))).toBeUndefined();
      }),
    );
  });

  it("is found wherever one is said again", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
        const text = JSON.stringify(value);
        const again = `${text.slice(0, -1)},${text.slice(1)}`;

        expect(Object.keys(value)).toContain(repeatedNameIn(again));
      }),
    );
  });
});
