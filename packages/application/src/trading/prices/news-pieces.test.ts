import { instant } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { MarketNews } from "../../ports/market-data.ts";
import { AAPL } from "../../testing/trading-world.ts";
import { piecesOf } from "./news-pieces.ts";

/** What the fan's words hold at the most, of each list. */
const FITS = 2_000;

const print = { ticker: AAPL, at: instant(1), price: price(1_000_000) };
const quote = { ticker: AAPL, at: instant(1), bid: print.price, ask: print.price };
const status = { ticker: AAPL, at: instant(1), state: "halted", because: "LUDP" } as const;

const listsOf = (news: MarketNews): readonly (readonly unknown[])[] => {
  if (news.kind === "prices") return [news.prints, news.quotes];
  if (news.kind === "taken-back") return [news.prints];
  return news.kind === "halts" ? [news.statuses] : [];
};

describe("news that are told to other processes", () => {
  const many = <Of>(one: Of): readonly Of[] => Array.from({ length: 4_500 }, () => one);
  const cases: readonly MarketNews[] = [
    { kind: "prices", prints: many(print), quotes: many(quote) },
    { kind: "taken-back", prints: many(print) },
    { kind: "halts", statuses: many(status), unheard: "It tells no halts." },
  ];

  it("are cut where one would not fit a message", () => {
    for (const news of cases) {
      const pieces = piecesOf(news);
      for (const list of pieces.flatMap(listsOf)) expect(list.length).toBeLessThanOrEqual(FITS);
      const [whole, cut] = [[news], pieces].map((all) => all.flatMap(listsOf).flat());
      expect(cut).toEqual(whole);
    }
  });
});
