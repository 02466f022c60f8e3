import { describe, it } from "vitest";
import { BAR_CASES } from "./market-data-bars.conformance.ts";
import type { OpenedPriceBench, PriceBench, PriceCase } from "./market-data-bench.conformance.ts";
import { NEWS_CASES } from "./market-data-news.conformance.ts";
import { PRICE_CASES } from "./market-data-prices.conformance.ts";
import { TROUBLE_CASES } from "./market-data-troubles.conformance.ts";

export const MARKET_DATA_CASES: readonly PriceCase[] = [
  ...PRICE_CASES,
  ...BAR_CASES,
  ...TROUBLE_CASES,
  ...NEWS_CASES,
];

/** The cases that a bench can put to its adapter. */
export const casesFor = ({
  capabilities,
}: Pick<PriceBench, "capabilities">): readonly PriceCase[] =>
  MARKET_DATA_CASES.filter(({ needs = [] }) => needs.every((need) => capabilities.includes(need)));

/** Runs one case on a fresh bench, which is closed in any case. */
export async function runPriceCase(
  bench: PriceBench,
  { needs = [], run }: PriceCase,
  patience: Pick<OpenedPriceBench, "patienceMs"> = {},
): Promise<void> {
  const opened = await bench.open({ isDaySmall: needs.includes("day-budget") });
  try {
    await run({ ...opened, ...patience });
  } finally {
    await opened.close();
  }
}

/** What every adapter of prices must do. */
export function describeMarketData(bench: PriceBench): void {
  describe(`the price provider ${bench.name}`, () => {
    for (const each of casesFor(bench))
      it(`${each.promise} (${each.rule})`, () => runPriceCase(bench, each));
  });
}
