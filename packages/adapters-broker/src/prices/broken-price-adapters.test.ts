import {
  casesFor,
  MARKET_DATA_CASES,
  runPriceCase,
} from "@sevenfold/application/ports/market-data.conformance";
import { describe, expect, it } from "vitest";

import { twelveDataBench } from "./testing/price-benches.ts";
import { PRICE_ADAPTER_FAULTS } from "./testing/price-faults.ts";
import { alpacaPriceBench } from "./testing/streaming-benches.ts";

/** Rules of how an adapter ends or waits: broken, they hold a test up and do not fail. */
const NOT_PLANTED = ["news/ends"];

describe("the cases of price providers", () => {
  it.each(PRICE_ADAPTER_FAULTS)(
    "catch an adapter that %s, by the rule's name",
    async (_, plant, rules) => {
      for (const rule of rules) {
        const bench = [twelveDataBench(plant), alpacaPriceBench(plant)].find((each) =>
          casesFor(each).some((known) => known.rule === rule),
        );
        const broken = MARKET_DATA_CASES.find((known) => known.rule === rule);
        const failure = await runPriceCase(bench!, broken!, { patienceMs: 1_000 }).then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(failure, rule).toBeDefined();
      }
    },
  );

  it("have a fault for every rule", () => {
    const planted = new Set(PRICE_ADAPTER_FAULTS.flatMap(([, , rules]) => rules));
    const missing = MARKET_DATA_CASES.map(({ rule }) => rule).filter((rule) => !planted.has(rule));

    expect(missing).toEqual(NOT_PLANTED);
  });
});
