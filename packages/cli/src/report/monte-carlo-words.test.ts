import { describe, expect, it } from "vitest";
import type { MonteCarloDocument } from "./monte-carlo-document.ts";
import { cautionsOf } from "./monte-carlo-words.ts";

describe("the cautions of drawn paths", () => {
  const document = {
    percentiles: [5, 50, 95],
    observed: { totalReturn: 1, maxDrawdown: -0.3 },
  } as unknown as MonteCarloDocument;
  const of = (method: "trades" | "blocks", deepest: number) =>
    cautionsOf({ method, maxDrawdown: [deepest, -0.2, -0.1], outside: [] } as never, document);

  it("say of trades that lose more than all that their dollars are another account's", () => {
    expect(of("trades", -1)).toEqual([expect.stringContaining("lose more than all")]);
    expect(of("trades", -0.99)).toEqual([]);
    expect(of("blocks", -1)).toEqual([]);
  });
});
