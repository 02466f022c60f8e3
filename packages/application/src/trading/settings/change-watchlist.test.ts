import type { Ticker } from "@sevenfold/domain/market";
import { describe, expect, it, vi } from "vitest";
import type { Readers } from "../../ports/stores/readers.ts";

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

  it("that has the symbol already is read with the account in one journey, and asks no provider", async () => {
    const world = await openTestWorld({ tickers: [AAPL, MSFT] });
    const { needs } = world.open();
    const { accounts, watchlist } = needs.storage.read;
    const asked: string[] = [];
    const read: Readers = {
      ...needs.storage.read,
      accounts: {
        ...accounts,
        async selectedOf(userId) {
          asked.push("account");
          const account = await accounts.selectedOf(userId);
          asked.push("answered");
          return account;
        },
      },
      watchlist: {
        ...watchlist,
        of(userId) {
          asked.push("list");
          return watchlist.of(userId);
        },
      },
    };
    const ask = vi.spyOn(needs.prices, "ask");
    const add = addToWatchlist({ ...needs, storage: { ...needs.storage, read } });

    expect(await add({ userId: world.userId, ticker: AAPL })).toMatchObject({ ok: true });
    expect(asked).toEqual(["account", "list", "answered"]);
    expect(ask).not.toHaveBeenCalled();
  });
});

const lettersOf = (count: number): string =>
  String.fromCharCode(65 + Math.floor(count / 26), 65 + (count % 26));
