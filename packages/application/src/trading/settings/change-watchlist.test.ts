import type { Ticker } from "@sevenfold/domain/market";
import { describe, expect, it, vi } from "vitest";
import { AAPL, inTime, MSFT, openTestWorld } from "../../testing/trading-world.ts";
import { addToWatchlist, removeFromWatchlist, WATCHED_MAX } from "./change-watchlist.ts";

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

  it("keeps the last symbol chosen for the agent, which would enter all the others without it", async () => {
    const world = await openTestWorld({ tickers: [AAPL, MSFT] });
    const { needs } = world.open();
    const { userId } = world;
    const { watchlist } = world.storage.read;
    const choose = (...tickers: Ticker[]) =>
      world.storage.transact((tables) => tables.watchlist.choose(userId, tickers));
    const remove = (ticker: Ticker) =>
      inTime(world, removeFromWatchlist(needs)({ userId, ticker }));
    await choose(AAPL);

    expect(await remove(AAPL)).toEqual({
      ok: false,
      refusal: { kind: "last-chosen", ticker: AAPL },
    });
    expect(await watchlist.chosen(userId)).toEqual([AAPL]);
    expect(await remove(MSFT)).toMatchObject({ ok: true });
    await choose();
    expect(await remove(AAPL)).toMatchObject({ ok: true });
    expect(await watchlist.of(userId)).not.toContain(AAPL);
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
