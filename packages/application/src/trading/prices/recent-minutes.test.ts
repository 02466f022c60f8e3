import { type Bar, type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import type { MarketData } from "../../ports/market-data.ts";
import { AAPL, NVDA } from "../../testing/storage-rows.ts";
import { openRecentMinutes } from "./recent-minutes.ts";

type Asked = Parameters<MarketData["bars"]>[0];

const NINE = instant(Date.UTC(2026, 2, 11, 13));

function opened(fails: (asked: Asked) => boolean = () => false) {
  const asked: Asked[] = [];
  const clock = { now: () => at };
  let at = instant(NINE + 30 * MINUTE_MS + 17_000);
  const marketData = {
    bars: async (wanted: Asked): Promise<readonly Bar[]> => {
      asked.push(wanted);
      if (fails(wanted)) throw new Error("away");
      return [];
    },
  } as MarketData;
  return {
    ...openRecentMinutes({ clock, marketData } as Parameters<typeof openRecentMinutes>[0]),
    asked,
    pass: (ms: number) => {
      at = instant(at + ms);
    },
  };
}

const after = (ms: number): Instant => instant(NINE + ms);

describe("recent minutes", () => {
  it("are whole ones, from the one that holds the instant", async () => {
    const { asked, since } = opened();
    await since(AAPL, after(59_999));

    expect(asked).toEqual([
      { ticker: AAPL, interval: "minute", start: NINE, end: after(30 * MINUTE_MS) },
    ]);
  });

  it("are asked of the provider once for all who want the same within a minute", async () => {
    const { asked, pass, since } = opened();
    await Promise.all([since(AAPL, after(1_000)), since(AAPL, after(58_000))]);
    pass(42_000);
    await since(AAPL, after(2_000));
    expect(asked).toHaveLength(1);

    await since(NVDA, after(2_000));
    await since(AAPL, after(MINUTE_MS));
    pass(1_000);
    await since(AAPL, after(1_000));

    const starts = asked.map(({ ticker, start }) => [ticker, start - NINE]);
    expect(starts).toEqual([
      [AAPL, 0],
      [NVDA, 0],
      [AAPL, MINUTE_MS],
      [AAPL, 0],
    ]);
    expect(asked.at(-1)!.end).toBe(after(31 * MINUTE_MS));
  });

  it("are asked anew after a failure", async () => {
    let isAway = true;
    const { asked, since } = opened(() => isAway);
    await expect(since(AAPL, NINE)).rejects.toThrow("away");
    isAway = false;

    expect(await since(AAPL, NINE)).toEqual([]);
    expect(asked).toHaveLength(2);
  });
});
