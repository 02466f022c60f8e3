import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { acceptedEncodings, ENCODINGS } from "./accepted-encodings.ts";

describe("the encodings a client takes", () => {
  it.each([
    ["", []],
    ["identity", []],
    ["deflate, zstd", []],
    ["gzip", ["gzip"]],
    ["gzip, deflate, br, zstd", ["br", "gzip"]],
    ["GZIP , Br", ["br", "gzip"]],
    ["*", ["br", "gzip"]],
    ["br;q=0.2, gzip;q=0.9", ["gzip", "br"]],
    ["br;q=0, gzip", ["gzip"]],
    ["br;q=0.000, *;q=0.5", ["gzip"]],
    ["gzip;q=0.3, identity;q=0.8", []],
    ["identity;q=0, gzip;q=0.1", ["gzip"]],
    ["*;q=0", []],
    ["gzip;q=much, br", ["br"]],
    ["gzip; q=1.0 , br ; q=0.5", ["gzip", "br"]],
  ])("are those of %j, best first", (header, encodings) => {
    expect(acceptedEncodings(header)).toEqual(encodings);
  });

  it("are never one it did not ask for or ruled out, whatever it sends", () => {
    const word = fc.constantFrom("br", "gzip", "identity", "*", "zstd", ";q=0", ";q=0.5", ",", " ");
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const header = words.join("");
        for (const encoding of acceptedEncodings(header)) {
          expect(ENCODINGS).toContain(encoding);
          expect(header.includes(encoding) || header.includes("*")).toBe(true);
          expect(header).not.toMatch(new RegExp(`^${encoding};q=0$`));
        }
      }),
    );
  });
});
