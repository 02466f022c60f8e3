import type { Ticker } from "@sevenfold/domain/market";
import type { MarketNews } from "../../ports/market-data.ts";

/** A word that carries more would not fit a message. */
const PRICES_MAX = 2_000;

/** News in pieces of which each fits a message. */
export function piecesOf(news: MarketNews): readonly MarketNews[] {
  if (news.kind === "halts")
    return chunksOf(news.statuses, 1).map((statuses) => ({ ...news, statuses }));
  if (news.kind === "taken-back")
    return chunksOf(news.prints).map((prints) => ({ ...news, prints }));
  if (news.kind !== "prices" || news.prints.length + news.quotes.length <= PRICES_MAX)
    return [news];
  const { prints, quotes, ...about } = news;
  return [
    ...chunksOf(prints).map((some) => ({ ...about, prints: some, quotes: [] })),
    ...chunksOf(quotes).map((some) => ({ ...about, prints: [], quotes: some })),
  ];
}

const chunksOf = <Of>(all: readonly Of[], least = 0): readonly (readonly Of[])[] =>
  Array.from({ length: Math.max(least, Math.ceil(all.length / PRICES_MAX)) }, (_, chunk) =>
    all.slice(chunk * PRICES_MAX, (chunk + 1) * PRICES_MAX),
  );

/** The part of the news that is of symbols this process watches; undefined where nothing is left. */
export function wantedOf(said: MarketNews, watched: ReadonlySet<Ticker>): MarketNews | undefined {
  const isOurs = ({ ticker }: { readonly ticker: Ticker }) => watched.has(ticker);
  const has = (ticker: Ticker) => watched.has(ticker);
  switch (said.kind) {
    case "prices": {
      const [prints, quotes] = [said.prints.filter(isOurs), said.quotes.filter(isOurs)];
      return prints.length + quotes.length === 0 ? undefined : { ...said, prints, quotes };
    }
    case "taken-back": {
      const prints = said.prints.filter(isOurs);
      return prints.length === 0 ? undefined : { ...said, prints };
    }
    case "limited":
      return { ...said, polled: said.polled.filter(has), unserved: said.unserved.filter(has) };
    default:
      return said;
  }
}
