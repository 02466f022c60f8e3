import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { qrCode } from "./qr-code.ts";
import type { QrMatrix } from "./qr-matrix.ts";
import { correctionOf } from "./reed-solomon.ts";

const drawn = (matrix: QrMatrix | undefined) =>
  matrix?.map((row) => row.map((isDark) => (isDark ? "█" : "·")).join("")).join("\n");

describe("a QR code", () => {
  // As read by an independent reader.
  it("of a short text is the smallest there is", () => {
    expect(drawn(qrCode("SEVENFOLD"))).toBe(GOLDEN);
  });

  it("grows with its text, up to 213 bytes", () => {
    const sizeOf = (length: number) => qrCode("x".repeat(length))?.length;

    expect([14, 15, 106, 107, 180, 181, 213].map(sizeOf)).toEqual([21, 25, 41, 45, 53, 57, 57]);
    expect(qrCode("x".repeat(214))).toBeUndefined();
    expect(qrCode("€".repeat(72))).toBeUndefined();
  });

  it("always has its three finders and its timing lines", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const matrix = qrCode(text)!;
        const last = matrix.length - 1;
        for (const [row, column] of [
          [0, 0],
          [0, last - 6],
          [last - 6, 0],
        ] as const) {
          const finder = matrix.slice(row, row + 7).map((line) => line.slice(column, column + 7));
          expect(drawn(finder)).toBe(FINDER);
        }
        for (let at = 8; at < last - 7; at += 1) {
          expect(matrix[6]![at]).toBe(at % 2 === 0);
          expect(matrix[at]![6]).toBe(at % 2 === 0);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe("the correction of a block", () => {
  it("always leaves nothing when the block and it are divided again", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 44 }),
        fc.integer({ min: 2, max: 30 }),
        (block, degree) => {
          const whole = Uint8Array.from([...block, ...correctionOf(block, degree)]);

          expect([...correctionOf(whole, degree)]).toEqual(new Array(degree).fill(0));
        },
      ),
    );
  });
});

const FINDER = `███████
█·····█
█·███·█
█·███·█
█·███·█
█·····█
███████`;

const GOLDEN = `███████·······███████
█·····█·███···█·····█
█·███·█···██··█·███·█
█·███·█··█·██·█·███·█
█·███·█·██··█·█·███·█
█·····█·····█·█·····█
███████·█·█·█·███████
·········████········
█·█·█·█··███····█··█·
···███·███····██···█·
·█··█·█·██··█·███████
···█·█·██·█·····█···█
··███·█··██·█·██·██·█
········█··█···█·····
███████··█·█··███··██
█·····█··█·███·██····
█·███·█·█··█··███·█··
█·███·█···█···██···█·
█·███·█·█·█·█··████·█
█·····█·······███··█·
███████·██··█·██··███`;
