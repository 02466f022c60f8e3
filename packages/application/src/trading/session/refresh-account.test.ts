import { trailOf } from "@sevenfold/domain/book";
import type { Instant } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import type { StoredTrail } from "../../ports/stores/trail-store.ts";
import { attachedAccount } from "../../testing/attached-account.ts";
import { AAPL, inTime } from "../../testing/trading-world.ts";
import { refreshTrails } from "../account/adopt-trails.ts";
import { keepAlone } from "../account/keep-together.ts";
import { addToWatchlist, removeFromWatchlist } from "../settings/change-watchlist.ts";
import { refreshAccount } from "./refresh-account.ts";

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
    await keepAlone(needs, { followed, lines: [] });
    expect(trailOf((await attachAnew()).book, 0)).toMatchObject({ high: 1_000_000 });
    await removeFromWatchlist(needs)(change);
    await world.clock.pass(1_000);
    await inTime(world, addToWatchlist(needs)(change));

    expect(trailOf((await attachAnew()).book, 0)).toBeUndefined();
  });

  it("goes on from the fill it is bought by next, however often it was traded before", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    see(100);
    followed.trailVersions.set(AAPL, 3);
    await keepAlone(needs, { followed, lines: [] });
    await removeFromWatchlist(needs)({ userId: world.userId, ticker: AAPL });
    await refreshAccount(needs, followed);
    await keepAlone(needs, { followed, lines: [] });
    expect(await world.storage.read.trails.of(followed.id)).toMatchObject({ trails: [] });

    const at = world.clock.now();
    await world.storage.transact(({ trails }) =>
      trails.save({ accountId: followed.id, savedAt: at, trails: [boughtAt(at)] }),
    );
    await refreshTrails(needs, followed);

    expect(trailOf(followed.book, 0)).toMatchObject({ high: 800_000, low: 800_000 });
  });
});

const boughtAt = (at: Instant): StoredTrail => ({
  ticker: AAPL,
  high: price(800_000),
  low: price(800_000),
  last: price(800_000),
  since: at,
  lastAt: at,
  coolDownUntil: 0 as Instant,
  sessionsBelow: 0,
  version: 1,
});
