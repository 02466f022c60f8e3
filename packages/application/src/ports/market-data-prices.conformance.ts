import type { Instant } from "@sevenfold/domain/market";
import { isPrice, price } from "@sevenfold/domain/money";
import { expect } from "vitest";
import type { PriceCase } from "./market-data-bench.conformance.ts";

const MINUTE_MS = 60_000;
const dollars = (amount: number) => price(Math.round(amount * 10_000));

/** The latest prices. S8 to S10 are what goes wrong with prices in docs/market-data.md. */
export const PRICE_CASES: readonly PriceCase[] = [
  {
    rule: "latest/known",
    promise: "tells the price of what is asked for and leaves out what it does not know",
    async run({ marketData, tickers: { first, second, unknown } }) {
      const { prints } = await marketData.latest([first, unknown, second]);
      expect(prints.map(({ ticker }) => ticker).toSorted()).toEqual([first, second].toSorted());
      for (const print of prints) expect(isPrice(print.price)).toBe(true);
    },
  },
  {
    rule: "latest/dotted",
    promise: "knows classes of shares by the names we know them by",
    needs: ["by-hand"],
    async run({ marketData, hand, now, tickers: { dotted } }) {
      hand!.trade(dotted, 512.34, now());
      const { prints } = await marketData.latest([dotted]);
      expect(prints).toMatchObject([{ ticker: dotted, price: 5_123_400 }]);
    },
  },
  {
    rule: "latest/exact",
    promise: "tells the price to the ten-thousandth that was traded",
    needs: ["by-hand"],
    async run({ marketData, hand, now, tickers: { first } }) {
      for (const amount of [189.71, 0.0123, 5123.37, 27.0001, 99_999.99]) {
        hand!.trade(first, amount, now());
        const [print] = (await marketData.latest([first])).prints;
        // Single precision has no more than this.
        const off = Math.abs((print?.price ?? 0) - dollars(amount));
        expect(off).toBeLessThanOrEqual(amount < 100 ? 0 : 100);
      }
    },
  },
  {
    rule: "latest/market-time",
    promise: "tells when the trade was, not when we asked (S10)",
    needs: ["by-hand"],
    async run({ marketData, hand, now, tickers: { first } }) {
      for (const offMs of [-90 * MINUTE_MS, 10 * MINUTE_MS]) {
        const at = (Math.floor(now() / 1_000) * 1_000 + offMs) as Instant;
        hand!.trade(first, 100, at);
        const [print] = (await marketData.latest([first])).prints;
        expect(print?.at).toBe(at);
      }
    },
  },
  {
    rule: "latest/no-price",
    promise: "tells nothing of what is no price (S8)",
    needs: ["by-hand"],
    async run({ marketData, hand, now, tickers: { first, second } }) {
      for (const garbage of [0, -12.5, null, 1e308, 1e-9]) {
        hand!.trade(first, garbage, now());
        const { prints } = await marketData.latest([first, second]).catch(unreadableAtMost);
        expect(prints.filter(({ ticker }) => ticker === first)).toEqual([]);
      }
    },
  },
  {
    rule: "latest/crossed",
    promise: "tells no quote that is crossed or has one side (S8)",
    needs: ["by-hand", "quotes"],
    async run({ marketData, hand, tickers: { first } }) {
      hand!.quote(first, 100, 100.02);
      expect((await marketData.latest([first])).quotes).toMatchObject([
        { ticker: first, bid: 1_000_000, ask: 1_000_200 },
      ]);
      for (const [bid, ask] of [
        [100.02, 100],
        [0, 100],
        [100, 0],
        [null, null],
        [-1, 5],
      ] as const) {
        hand!.quote(first, bid, ask);
        expect((await marketData.latest([first])).quotes).toEqual([]);
      }
    },
  },
  {
    rule: "latest/other-symbol",
    promise: "takes no other symbol's price for the one that was asked for (S8)",
    needs: ["by-hand"],
    async run(bench) {
      const { marketData, tickers } = bench;
      bench.break("other-symbol");
      const { prints, quotes } = await marketData.latest([tickers.first]).catch(unreadableAtMost);
      expect([...prints, ...quotes]).toEqual([]);
    },
  },
  {
    rule: "latest/withheld",
    promise: "gives the others where one symbol is not in its plan",
    needs: ["by-hand", "withheld"],
    async run({ marketData, hand, tickers: { first, second } }) {
      hand!.withhold(first);
      const { prints } = await marketData.latest([first, second]);
      expect(prints.map(({ ticker }) => ticker)).toEqual([second]);
    },
  },
];

/** An answer with garbage in it may be given up whole. */
function unreadableAtMost(error: unknown) {
  expect(error).toMatchObject({ name: "MarketDataUnavailable", trouble: { reason: "unreadable" } });
  return { prints: [], quotes: [] };
}
