// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import fc from "fast-check";
import readQr from "jsqr";
import { afterEach, describe, expect, it } from "vitest";
import { QrPicture } from "./qr-picture.tsx";

/** Large enough for a reader to find the modules. */
const PIXELS_PER_MODULE = 4;

afterEach(cleanup);

/** What a reader of codes sees in the picture. */
function readFrom(svg: Element): string | undefined {
  const size = Number(svg.getAttribute("viewBox")?.split(" ")[2]);
  const width = size * PIXELS_PER_MODULE;
  const pixels = new Uint8ClampedArray(4 * width * width).fill(255);
  const path = svg.querySelector("path")?.getAttribute("d") ?? "";
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let down = 0; down < PIXELS_PER_MODULE; down += 1)
      for (let right = 0; right < PIXELS_PER_MODULE; right += 1) {
        const row = Number(y) * PIXELS_PER_MODULE + down;
        const column = Number(x) * PIXELS_PER_MODULE + right;
        pixels.fill(0, 4 * (row * width + column), 4 * (row * width + column) + 3);
      }
  return readQr(pixels, width, width)?.data;
}

describe("a QR picture", () => {
  it("always says its text to a reader", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 150 }), (text) => {
        render(<QrPicture text={text} label="the code" />);

        expect(readFrom(screen.getByRole("img", { name: "the code" }))).toBe(text);
        cleanup();
      }),
      { numRuns: 20 },
    );
  });
});
