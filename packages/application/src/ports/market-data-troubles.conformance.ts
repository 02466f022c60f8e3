import { expect } from "vitest";
import { type MarketDataTrouble, MarketDataUnavailable } from "./market-data.ts";
import type {
  OpenedPriceBench,
  PriceBenchFault,
  PriceCase,
} from "./market-data-bench.conformance.ts";

type Reason = MarketDataTrouble["reason"];

/** What the adapter says of an answer that cannot be had, or not be trusted. */
const TROUBLES: readonly (readonly [PriceBenchFault, string, readonly Reason[]])[] = [
  ["wrong-key", "it lets nobody in with such keys", ["credentials"]],
  ["page", "a page comes in place of an answer", ["unreadable"]],
  ["gateway", "a gateway answers for it", ["network"]],
  ["half", "half an answer comes", ["network", "unreadable"]],
  ["empty", "an empty answer comes", ["unreadable"]],
  ["huge", "an answer has no end", ["unreadable"]],
  ["drip", "an answer drips for ever", ["network"]],
  ["silence", "nothing is answered", ["network"]],
  ["hang-up", "it is hung up on", ["network"]],
  ["redirect", "it is sent elsewhere", ["network"]],
];
/** Whoever takes no keys has none to refuse. */
const WITHOUT_KEYS: readonly Reason[] = ["turned-away"];
/** Far more than an answer may have, and far less than a flood. */
const BYTES_MAX = 16 * 1_048_576;

export const TROUBLE_CASES: readonly PriceCase[] = [
  ...TROUBLES.map(
    ([fault, when, reasons]): PriceCase => ({
      rule: `trouble/${fault}`,
      promise: `says so and gives no price when ${when} (S14)`,
      async run(bench) {
        bench.break(fault);
        const error = await refusalOf(bench);
        expect(
          bench.secret === undefined && fault === "wrong-key" ? WITHOUT_KEYS : reasons,
        ).toContain(error.trouble.reason);
        if (fault === "huge") expect(bench.bytesSent()).toBeLessThan(BYTES_MAX);
        bench.mend();
      },
    }),
  ),
  {
    rule: "trouble/too-many",
    promise: "asks no more for a while once it was told to slow down (S6)",
    async run(bench) {
      bench.break("too-many");
      const { trouble } = await refusalOf(bench);
      expect(trouble).toMatchObject({ reason: "rate-limit" });
      expect(trouble.reason === "rate-limit" && trouble.retryAfterMs).toBeGreaterThan(0);
      bench.mend();
      const calls = bench.callCount();
      expect((await refusalOf(bench)).trouble.reason).toBe("rate-limit");
      expect(bench.callCount()).toBe(calls);
    },
  },
  {
    rule: "trouble/words",
    promise: "says what happened in words of a line, without its key",
    async run(bench) {
      for (const fault of ["wrong-key", "page", "gateway", "hang-up"] as const) {
        bench.break(fault);
        const { message } = await refusalOf(bench);
        expect(message).toMatch(/^[^<>{}\n]{10,300}$/);
        if (bench.secret !== undefined) expect(message).not.toContain(bench.secret);
      }
    },
  },
  {
    rule: "trouble/bars",
    promise: "gives no bars where it cannot give all of them (S14)",
    async run(bench) {
      const { marketData, now, tickers } = bench;
      bench.break("gateway");
      const start = (now() - 5 * 24 * 3_600_000) as ReturnType<typeof now>;
      const wanted = { ticker: tickers.first, interval: "day", start, end: now() } as const;
      await expect(marketData.bars(wanted)).rejects.toBeInstanceOf(MarketDataUnavailable);
    },
  },
  {
    rule: "trouble/heals",
    promise: "gives prices again once the trouble is over",
    async run(bench) {
      const { marketData, tickers } = bench;
      bench.break("hang-up");
      await refusalOf(bench);
      bench.mend();
      expect((await marketData.latest([tickers.first])).prints).toHaveLength(1);
    },
  },
  {
    rule: "trouble/day-budget",
    promise: "asks no more when the day's calls are spent, and says until when (S13)",
    needs: ["day-budget"],
    async run(bench) {
      const { marketData, now, tickers } = bench;
      for (let call = 0; call < bench.callsOfDay!; call += 1)
        await marketData.latest([tickers.first]);
      const calls = bench.callCount();
      const { trouble } = await refusalOf(bench);
      if (trouble.reason !== "budget-spent") expect.fail(`the trouble is ${trouble.reason}`);
      expect(trouble.until).toBeGreaterThan(now());
      expect(trouble.until - now()).toBeLessThanOrEqual(24 * 3_600_000);
      expect(trouble.until % (24 * 3_600_000)).toBe(0);
      expect(bench.callCount()).toBe(calls);
    },
  },
];

async function refusalOf({
  marketData,
  tickers,
}: OpenedPriceBench): Promise<MarketDataUnavailable> {
  const answer = await marketData.latest([tickers.first]).catch((error: unknown) => error);
  if (!(answer instanceof MarketDataUnavailable))
    expect.fail(`not said as MarketDataUnavailable: ${String(answer)}`);
  return answer;
}
