import type { Ticker } from "@sevenfold/domain/market";
import { describe, expect, it, vi } from "vitest";
import { AAPL, inTime, MSFT, openTestWorld } from "../../testing/trading-world.ts";
import { addToWatchlist, WATCHED_MAX } from "./change-watchlist.ts";

describe("a watchlist", () => {
  it("takes as many symbols as it may hold, and not one more", async () => {
    const world = await openTestWorld({ tickers: [AAPL, MSFT] });
    const { needs } = world.open();
    const { userId } = world;
    await world.storage.transact(async ({ watchlist }) => {
      for (const ticker of [AAPL, MSFT]) await watchlist.remove(userId, ticker);
      for (let count = 1; count < WATCHED_MAX; count += 1)
        await watchlist.add(userId, `X${lettersOf(count)}` as Ticker, world.clock.now());
    });
    const add = (ticker: Ticker) => inTime(world, addToWatchlist(needs)({ userId, ticker }));

    expect(await add(AAPL)).toMatchObject({ ok: true });
    expect(await add(MSFT)).toEqual({
      ok: false,
      refusal: { kind: "watchlist-full", max: WATCHED_MAX },
    });
    expect(await world.storage.read.watchlist.of(userId)).toHaveLength(WATCHED_MAX);
  });

  it("that has the symbol already is all that is read, and no provider is asked", async () => {
    const world = await openTestWorld({ tickers: [AAPL, MSFT] });
    const { needs } = world.open();
    const { accounts } = needs.storage.read;
    const selectedOf = vi.spyOn(accounts, "selectedOf");
    const ask = vi.spyOn(needs.prices, "ask");
    const add = addToWatchlist(needs);

    expect(await add({ userId: world.userId, ticker: AAPL })).toMatchObject({ ok: true });
    expect(selectedOf).not.toHaveBeenCalled();
    expect(ask).not.toHaveBeenCalled();
  });
});

const lettersOf = (count: number): string =>
  String.fromCharCode(65 + Math.floor(count / 26), 65 + (count % 26));
