import {
  type MarketDataTrouble,
  MarketDataUnavailable,
  type MarketNews,
} from "@sevenfold/application/ports/market-data";
import { isTicker, type Ticker } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { followRest } from "./follow-rest.ts";
import { WaitingNews } from "./waiting-news.ts";

/** AAA, AAB, AAC and so on. */
const symbols = (count: number): readonly Ticker[] =>
  Array.from({ length: count }, (_, index) =>
    [676, 26, 1]
      .map((place) => String.fromCharCode(65 + (Math.floor(index / place) % 26)))
      .join(""),
  ).filter(isTicker);

const trouble = (reason: MarketDataTrouble): MarketDataUnavailable =>
  new MarketDataUnavailable(reason, "It was asked too often.");

/** What is asked for and said in a first look. */
async function firstLook(rest: readonly Ticker[], fails: (call: number) => unknown) {
  const waiting = new WaitingNews();
  const ending = new AbortController();
  const asked: Ticker[][] = [];
  const look = async (tickers: readonly Ticker[]) => {
    asked.push([...tickers]);
    const failure = fails(asked.length);
    if (failure) throw failure;
    return { prints: [], quotes: [] };
  };
  const following = followRest({ rest: () => rest, look, everyMs: 10_000 }, waiting, ending.signal);
  const said: MarketNews[] = [];
  await expect
    .poll(() => {
      const news = waiting.take();
      if (news) said.push(news);
      return said.some(({ kind }) => kind === "limited");
    })
    .toBe(true);
  ending.abort();
  await following;
  const limits = said.find((news) => news.kind === "limited")!;
  return { asked, limits };
}

describe("what a plan does not stream", () => {
  it("is asked for as far as the calls reach, the most important first", async () => {
    const rest = symbols(350);
    const { asked, limits } = await firstLook(rest, (call) =>
      call === 3 ? trouble({ reason: "rate-limit", retryAfterMs: 1_000 }) : undefined,
    );

    expect(asked.map(({ length }) => length)).toEqual([100, 100, 100]);
    expect(limits).toMatchObject({
      ...{ polled: rest.slice(0, 200), unserved: rest.slice(200) },
      message:
        "350 symbols are more than the plan streams, and asking for 150 of them failed: It was asked too often.",
    });
  });

  it("is followed where a call that is refused for its symbols went before", async () => {
    const rest = symbols(250);
    const { limits } = await firstLook(rest, (call) =>
      call === 1 ? trouble({ reason: "unreadable" }) : undefined,
    );

    expect(limits).toMatchObject({ polled: rest.slice(100), unserved: rest.slice(0, 100) });
  });

  it("takes no more than half of the calls, however many symbols are looked up", async () => {
    const rest = symbols(4_000);
    const { asked, limits } = await firstLook(rest, () => undefined);

    expect(asked).toHaveLength(15);
    expect(limits).toMatchObject({
      ...{ polled: rest.slice(0, 1_500), unserved: rest.slice(1_500) },
      message:
        "4000 symbols are more than the plan streams: the first 1500 are asked for every 10 seconds, no others.",
    });
  });
});
