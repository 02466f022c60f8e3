import { trailOf } from "@sevenfold/domain/book";
import { describe, expect, it } from "vitest";

import { attachedAccount } from "../testing/attached-account.ts";
import { AAPL, inTime } from "../testing/trading-world.ts";
import { addToWatchlist, removeFromWatchlist } from "./change-watchlist.ts";
import { refreshAccount } from "./refresh-account.ts";
import { saveTrails } from "./save-trails.ts";

describe("a symbol taken off the list", () => {
  it("has no trail any more, and put back starts at its next price", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    const change = { userId: world.userId, ticker: AAPL };
    see(100);
    await removeFromWatchlist(needs)(change);
    await refreshAccount(needs, followed);
    expect(trailOf(followed.book, 0)).toBeUndefined();

    await inTime(world, addToWatchlist(needs)(change));
    await refreshAccount(needs, followed);
    expect(see(90)).toEqual([]);
    expect(trailOf(followed.book, 0)).toMatchObject({ high: 900_000, low: 900_000 });
  });

  it("starts at its next price also where it was put back while no worker lived", async () => {
    const { attachAnew, needs, followed, see, world } = await attachedAccount();
    const change = { userId: world.userId, ticker: AAPL };
    see(100);
    await saveTrails(needs, followed);
    expect(trailOf((await attachAnew()).book, 0)).toMatchObject({ high: 1_000_000 });
    await removeFromWatchlist(needs)(change);
    await world.clock.pass(1_000);
    await inTime(world, addToWatchlist(needs)(change));

    expect(trailOf((await attachAnew()).book, 0)).toBeUndefined();
  });
});
