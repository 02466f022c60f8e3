import { join } from "node:path";
import {
  ALL_AT_ONCE,
  type MarketData,
  MarketDataUnavailable,
} from "@sevenfold/application/ports/market-data";
import { type Bar, type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { instantAt } from "@sevenfold/domain/new-york-time";
import { nyseSessionOn } from "@sevenfold/domain/trading-session";
import { expect, it } from "vitest";
import { folder } from "../testing/bar-files.ts";
import { type FetchSettings, fetchBars } from "./fetch-bars.ts";
import { keptManifest, readStoredBars } from "./stored-bars.ts";

const ORCL = "ORCL" as Ticker;
const DAY_MS = 86_400_000;
const dayOf = (text: string) => Date.parse(text) / DAY_MS;
const START = dayOf("2010-01-04");
const END = dayOf("2026-11-19");
const NOW = instant(Date.parse("2026-11-20T15:00:00Z"));

/** Days of a provider; `failsAt` is the call that fails, `scale` what its past is multiplied by. */
function marketOf({ failsAt = 0, scale = 1, message = "No network." } = {}) {
  const calls: { readonly start: Instant; readonly end: Instant }[] = [];
  const bars: MarketData["bars"] = async ({ start, end }) => {
    calls.push({ start, end });
    if (calls.length === failsAt) throw new MarketDataUnavailable({ reason: "plan" }, message);
    const found: Bar[] = [];
    for (let day = START; day <= dayOf("2026-11-20"); day++) {
      const at = instantAt(day, 0);
      if (nyseSessionOn(day) === undefined || at < start || end <= at) continue;
      const price = (100_000 * scale) as Price;
      found.push({ start: at, open: price, high: price, low: price, close: price, volume: 7 });
    }
    return found;
  };
  const provider = { ...ALL_AT_ONCE, id: "test", name: "Test" };
  return { market: { provider, bars } as unknown as MarketData, calls };
}

async function fetched(path: string, market: MarketData, more: Partial<FetchSettings> = {}) {
  const manifest = await keptManifest(path, "ORCL", "1d");
  const kept = manifest && { first: dayOf(manifest.first), last: dayOf(manifest.last) };
  const pages = fetchBars(ORCL, kept, {
    ...{ folder: path, market, interval: "day", start: START, end: END, say: () => undefined },
    clock: { now: () => NOW, sleep: async () => undefined },
    ...more,
  });
  let last: string | undefined;
  for await (const { manifest } of pages) last = manifest.last;
  return last;
}
const daysIn = async (path: string) => {
  const { file } = await readStoredBars(join(path, "ORCL.1d.bars.json"));
  return [...file.series[0]!.times];
};
const SESSIONS = Array.from({ length: END - START + 1 }, (_, at) => START + at).filter(
  (day) => nyseSessionOn(day) !== undefined,
);

it("keeps each page as it comes, and goes on where it was stopped", async () => {
  const path = join(folder, "fetch-on");
  const first = marketOf({ failsAt: 3 });
  await expect(fetched(path, first.market)).rejects.toThrow(
    /Test gives no bars of ORCL: No network; what came before is kept, and the same command goes on/,
  );
  const kept = (await daysIn(path)).length;
  expect(kept).toBeGreaterThan(2_000);
  const second = marketOf();
  expect(await fetched(path, second.market)).toBe("2026-11-19");
  expect(second.calls[0]!.start).toBeGreaterThan(first.calls[1]!.start);
  expect(await daysIn(path)).toEqual(SESSIONS);
  const third = marketOf();
  await fetched(path, third.market);
  expect(third.calls).toHaveLength(1);
});

it("fetches what lies before the days that are kept, without a gap", async () => {
  const path = join(folder, "fetch-before");
  await fetched(path, marketOf().market, { start: dayOf("2024-01-02"), end: dayOf("2024-02-01") });
  await fetched(path, marketOf().market, { start: dayOf("2023-01-03"), end: dayOf("2023-02-01") });
  const days = await daysIn(path);
  expect(days).toEqual(
    SESSIONS.filter((day) => dayOf("2023-01-03") <= day && day <= dayOf("2024-02-01")),
  );
});

it("never joins two bases: a past that was adjusted since is refused", async () => {
  const path = join(folder, "fetch-split");
  await fetched(path, marketOf().market, { end: dayOf("2024-01-02") });
  const before = await daysIn(path);
  await expect(fetched(path, marketOf({ scale: 0.25 }).market)).rejects.toThrow(
    /2024-01-02 with a close of 10\.00, and the new row of that time differs, with 2\.50: .*--replace/,
  );
  expect(await daysIn(path)).toEqual(before);
  await fetched(path, marketOf({ scale: 0.25 }).market, { replaces: true });
  expect(await daysIn(path)).toEqual(SESSIONS);
});

it("keeps what is there where not all of what would replace it comes", async () => {
  const path = join(folder, "fetch-replace");
  await fetched(path, marketOf().market);
  const failing = marketOf({ scale: 0.25, failsAt: 3 }).market;
  await expect(fetched(path, failing, { replaces: true })).rejects.toThrow(
    "No network; what is kept is as it was",
  );
  expect(await daysIn(path)).toEqual(SESSIONS);
});

it("says that nothing is kept where nothing came", async () => {
  const path = join(folder, "fetch-nothing");
  await expect(fetched(path, marketOf({ failsAt: 1 }).market)).rejects.toThrow(
    "No network; nothing is kept",
  );
});

it("says when to ask again a provider that was asked too often", async () => {
  const { market } = marketOf();
  const bars = async () => {
    const trouble = { reason: "rate-limit", retryAfterMs: 20 * 60_000 } as const;
    throw new MarketDataUnavailable(trouble, "Too often.");
  };
  await expect(fetched(join(folder, "fetch-often"), { ...market, bars })).rejects.toThrow(
    "Too often; it may be asked again in 20 minutes; nothing is kept",
  );
});

it("warns of rows outside the exchange's sessions", async () => {
  const { market } = marketOf();
  const sunday = instantAt(dayOf("2024-01-07"), 0);
  const price = 100_000 as Price;
  const bars: MarketData["bars"] = async () => [
    { start: sunday, open: price, high: price, low: price, close: price, volume: 7 },
  ];
  const said: string[] = [];
  await fetched(
    join(folder, "fetch-sunday"),
    { ...market, bars },
    { start: dayOf("2024-01-05"), end: dayOf("2024-01-08"), say: (text) => said.push(text) },
  );
  expect(said).toEqual([
    "warning: Test gives 1 row of ORCL outside the exchange's sessions, 2024-01-07T05:00:00.000Z the first; data verify lists them",
  ]);
});

it("leaves out the day that still grows", async () => {
  const path = join(folder, "fetch-today");
  const today = dayOf("2026-11-20");
  expect(await fetched(path, marketOf().market, { end: today })).toBe("2026-11-19");
  const evening = instant(Date.parse("2026-11-20T21:15:00Z"));
  const clock = { now: () => evening, sleep: async () => undefined };
  expect(await fetched(path, marketOf().market, { end: today, clock })).toBe("2026-11-20");
});
