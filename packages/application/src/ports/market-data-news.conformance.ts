import { expect } from "vitest";
import { hearing, type OpenedPriceBench, type PriceCase } from "./market-data-bench.conformance.ts";

/** Long enough for several looks of a bench on a busy machine. */
const PATIENCE_MS = 20_000;
const waiting = ({ patienceMs = PATIENCE_MS }: OpenedPriceBench) => ({ timeout: patienceMs });

export const NEWS_CASES: readonly PriceCase[] = [
  {
    rule: "news/follows",
    promise: "says that it is connected and tells the prices of what is watched",
    async run(bench) {
      const { marketData, tickers } = bench;
      marketData.watch([tickers.first]);
      await hearing(marketData, async (heard) => {
        await expect
          .poll(() => stirred(bench, heard.hasPrice(tickers.first)), waiting(bench))
          .toBe(true);
        expect(heard.all.find(({ kind }) => kind === "connected" || kind === "prices")?.kind).toBe(
          "connected",
        );
        expect(heard.hasPrice(tickers.second)).toBe(false);
      });
    },
  },
  {
    rule: "news/added",
    promise: "tells the prices of what is watched later too",
    async run(bench) {
      const { marketData, tickers } = bench;
      marketData.watch([tickers.first]);
      await hearing(marketData, async (heard) => {
        await expect
          .poll(() => stirred(bench, heard.hasPrice(tickers.first)), waiting(bench))
          .toBe(true);
        marketData.watch([tickers.second]);
        await expect
          .poll(() => stirred(bench, heard.hasPrice(tickers.second), "second"), waiting(bench))
          .toBe(true);
      });
    },
  },
  {
    rule: "news/break",
    promise: "says that it broke off, and follows again when it can (S1, S2, S5)",
    async run(bench) {
      const { marketData, tickers } = bench;
      marketData.watch([tickers.first]);
      await hearing(marketData, async (heard) => {
        await expect
          .poll(() => stirred(bench, heard.hasPrice(tickers.first)), waiting(bench))
          .toBe(true);
        bench.breakLine();
        await expect.poll(() => heard.all.at(-1)?.kind, waiting(bench)).toBe("disconnected");
        expect(heard.last("disconnected")?.message).toMatch(/^[^<>{}\n]{3,300}$/);
        bench.mendLine();
        const before = heard.all.length;
        const isBack = () =>
          heard.all.slice(before).some(({ kind }) => kind === "connected") &&
          heard.all.slice(before).some(({ kind }) => kind === "prices");
        await expect.poll(() => stirred(bench, isBack()), waiting(bench)).toBe(true);
      });
    },
  },
  {
    rule: "news/priority",
    promise:
      "follows what matters most where it cannot follow all as well, and says what it does not (S15)",
    needs: ["by-hand", "fewer-symbols"],
    async run(bench) {
      const { marketData, tickers } = bench;
      const dearest = tickers.many.at(-1)!;
      marketData.watch(tickers.many);
      marketData.prefer([dearest]);
      await hearing(marketData, async (heard) => {
        await expect.poll(() => heard.last("limited"), waiting(bench)).toBeDefined();
        const { message, polled, unserved } = heard.last("limited")!;
        expect(message).toMatch(/\d+/);
        const worse = marketData.provider.streams ? [...polled, ...unserved] : unserved;
        expect(worse.length).toBeGreaterThan(0);
        expect(worse).not.toContain(dearest);
        for (const ticker of worse) expect(tickers.many).toContain(ticker);
        const isServed = () => {
          bench.stir(dearest);
          return heard.hasPrice(dearest);
        };
        await expect.poll(isServed, waiting(bench)).toBe(true);
      });
    },
  },
  {
    rule: "news/ends",
    promise: "ends when it is told to, also while nothing is said",
    async run(bench) {
      const { marketData, tickers } = bench;
      marketData.watch([tickers.first]);
      await hearing(marketData, async () => undefined);
      bench.breakLine();
      await hearing(marketData, async () => undefined);
    },
  },
  {
    rule: "news/taken-back",
    promise: "says which trade was none, or another one, by what it had told of it (S8)",
    needs: ["by-hand", "taken-back"],
    async run(bench) {
      const { marketData, hand, now, tickers } = bench;
      const { first: ticker } = tickers;
      marketData.watch([ticker]);
      await hearing(marketData, async (heard) => {
        await expect.poll(() => stirred(bench, heard.hasPrice(ticker)), waiting(bench)).toBe(true);
        hand!.trade(ticker, 250, now());
        const told = () =>
          heard.all
            .flatMap((news) => (news.kind === "prices" ? news.prints : []))
            .find((print) => print.price === 2_500_000);
        await expect.poll(told, waiting(bench)).toBeDefined();
        hand!.takeBack(ticker, 150);
        await expect.poll(() => heard.last("taken-back"), waiting(bench)).toBeDefined();
        expect(heard.last("taken-back")?.prints).toEqual([{ ...told()!, instead: 1_500_000 }]);
        hand!.trade(ticker, 251, now());
        await expect
          .poll(
            () =>
              heard.all.some(
                (news) => news.kind === "prices" && news.prints.some((p) => p.price === 2_510_000),
              ),
            waiting(bench),
          )
          .toBe(true);
        hand!.takeBack(ticker);
        await expect
          .poll(() => heard.last("taken-back")?.prints[0]?.price, waiting(bench))
          .toBe(2_510_000);
        expect(heard.last("taken-back")?.prints[0]).not.toHaveProperty("instead");
      });
    },
  },
];

/** Lets something happen, until it has been heard. */
function stirred(
  { stir, tickers }: OpenedPriceBench,
  isHeard: boolean,
  which: "first" | "second" = "first",
): boolean {
  if (!isHeard) stir(tickers[which]);
  return isHeard;
}
