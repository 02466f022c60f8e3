import type { Ticker } from "@sevenfold/domain/market";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { MarketSubscription } from "./alpaca-market-subscription.ts";

const TICKERS = [..."ABCDEFGHIJKLMNOP"] as Ticker[];

/** A venue that takes so many symbols, and lists what it streams. */
function venueOf(symbolsMax: number, unknown: readonly Ticker[] = []) {
  const streamed = new Set<Ticker>();
  return {
    streamed,
    answer(subscription: MarketSubscription, ranked: readonly Ticker[]): boolean {
      const request = subscription.next(ranked);
      if (!request) return false;
      const taken = request.tickers.filter((ticker) => !unknown.includes(ticker));
      if (request.action === "unsubscribe") for (const ticker of taken) streamed.delete(ticker);
      else if (symbolsMax < streamed.size + taken.length) {
        subscription.exceeded();
        return true;
      } else for (const ticker of taken) streamed.add(ticker);
      subscription.confirmed([...streamed]);
      return true;
    },
  };
}

/** Until nothing is left to ask; who never comes to rest fails. */
function settle(
  venue: ReturnType<typeof venueOf>,
  subscription: MarketSubscription,
  ranked: readonly Ticker[],
): void {
  let requests = 0;
  while (venue.answer(subscription, ranked)) {
    requests += 1;
    expect(requests).toBeLessThan(40);
  }
}

describe("the subscription of a connection", () => {
  it("comes to rest with the most important symbols streamed, however few the venue takes", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.shuffledSubarray(TICKERS), { minLength: 1, maxLength: 5 }),
        fc.subarray(TICKERS, { maxLength: 3 }),
        (symbolsMax, streamedMax, rankings, unknown) => {
          const subscription = new MarketSubscription(streamedMax);
          const venue = venueOf(symbolsMax, unknown);
          for (const ranked of rankings) {
            settle(venue, subscription, ranked);
            expect(subscription.isUpToDate(ranked)).toBe(true);
            const rest = subscription.restOf(ranked);
            expect(new Set([...venue.streamed, ...rest])).toEqual(new Set(ranked));
            expect(venue.streamed.size).toBeLessThanOrEqual(Math.min(symbolsMax, streamedMax));
            // Nothing that is streamed matters less than what could be and is not.
            const known = ranked.filter((ticker) => !unknown.includes(ticker));
            expect(known.slice(0, venue.streamed.size)).toEqual(
              known.filter((ticker) => venue.streamed.has(ticker)),
            );
          }
        },
      ),
    );
  });

  it("streams as many as the venue takes, where one ranking is all there is", () => {
    const subscription = new MarketSubscription(30);
    const venue = venueOf(13);
    settle(venue, subscription, TICKERS);

    expect(venue.streamed).toEqual(new Set(TICKERS.slice(0, venue.streamed.size)));
    expect(venue.streamed.size).toBe(13);
  });

  it("makes one request at a time", () => {
    const subscription = new MarketSubscription(30);
    expect(subscription.next(TICKERS)).toMatchObject({ action: "subscribe" });
    expect(subscription.next(TICKERS.slice(1))).toBeUndefined();
    expect(subscription.isUpToDate(TICKERS)).toBe(false);
  });

  it("asks for everything again on a new connection", () => {
    const subscription = new MarketSubscription(30);
    const venue = venueOf(3);
    settle(venue, subscription, TICKERS);
    subscription.begin();

    expect(subscription.next(TICKERS)).toEqual({ action: "subscribe", tickers: TICKERS });
  });
});
