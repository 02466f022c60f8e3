import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneLine } from "./one-line.ts";

describe("oneLine", () => {
  it("writes line breaks and controls as escapes, and leaves the rest as it is", () => {
    expect(oneLine("Zoë\r\nsigned in\0", 100)).toBe("Zoë\\r\\nsigned in\\u0000");
    expect(oneLine("a\\n", 100)).toBe("a\\\\n");
  });

  it("cuts between characters, never through one", () => {
    expect(oneLine("ab😀", 3)).toBe("ab\ufffd");
    expect(oneLine("ab😀", 4)).toBe("ab😀");
  });

  it("always stays on one line of the length asked for", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(50), (text, lengthMax) => {
        const line = oneLine(text, lengthMax);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
        expect(line).not.toMatch(/[\u0000-\u001f\u2028\u2029]/);
        expect(line.length).toBeLessThanOrEqual(lengthMax);
      }),
    );
  });
});
