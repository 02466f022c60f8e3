import { trailOf } from "@sevenfold/domain/book";
import type { Instant } from "@sevenfold/domain/market";
import { bps, price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import type { StoredTrail } from "../../ports/stores/trail-store.ts";
import { attachedAccount } from "../../testing/attached-account.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { AAPL, inTime } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { refreshTrails } from "../account/adopt-trails.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { keepAlone } from "../account/keep-together.ts";
import { rebuildBook } from "../account/rebuild-book.ts";
import { addToWatchlist, removeFromWatchlist } from "../settings/change-watchlist.ts";
import { refreshAccount } from "./refresh-account.ts";

describe("an account that was let in anew", () => {
  it("is over for who follows it by what it was before: its keys or its holdings are others", async () => {
    const { followed, needs, world } = await attachedAccount();
    expect(await refreshAccount(needs, followed)).toBe("goes-on");
    await world.clock.pass(1_000);

    await oneByOne(world.storage).accounts.change(followed.id, (row) => ({
      ...row,
      lastValidatedAt: world.clock.now(),
    }));

    expect(await refreshAccount(needs, followed)).toBe("over");
  });
});

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

  it("has none either while an order of it is at work", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    see(100);
    followed.book.orderWorking[0] = 1;
    await removeFromWatchlist(needs)({ userId: world.userId, ticker: AAPL });

    await refreshAccount(needs, followed);

    expect(trailOf(followed.book, 0)).toBeUndefined();
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

describe("what a user has set", () => {
  it("is gone by while the account's turn waits for a slow storage", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    const { release } = await busy(followed);
    await changeStrategy(world);
    await removeFromWatchlist(needs)({ userId: world.userId, ticker: AAPL });

    const refreshed = refreshAccount(needs, followed);
    await world.clock.pass(0);

    expect(followed.book.strategy.buyDropBps).toBe(1_000);
    expect(followed.watched.has(AAPL)).toBe(false);
    see(100);
    expect(see(94)).toEqual([]);
    release();
    expect(await refreshed).toBe("goes-on");
  });

  it("switches automation on only once trails that were started fresh are in the book", async () => {
    const { followed, needs, world } = await attachedAccount();
    const { settings } = followed;
    followed.settings = { ...settings, automationEnabled: false };
    const { release } = await busy(followed);
    await changeStrategy(world);

    const refreshed = refreshAccount(needs, followed);
    await world.clock.pass(0);
    expect(followed.settings.automationEnabled).toBe(false);

    release();
    await refreshed;
    expect(followed.settings.automationEnabled).toBe(true);
  });

  it("holds for a book that is made anew of rows that were read before it", async () => {
    const { followed, needs, world } = await attachedAccount();
    const { storage } = world;
    let reading = () => {};
    const begun = new Promise<void>((resolve) => {
      reading = resolve;
    });
    const gate = openGate();
    const slow = {
      ...storage,
      read: {
        ...storage.read,
        fills: {
          ...storage.read.fills,
          async since(...asked: Parameters<typeof storage.read.fills.since>) {
            reading();
            await gate.opened;
            return storage.read.fills.since(...asked);
          },
        },
      },
    };
    const rebuilt = followed.mutex.take(() => rebuildBook({ ...needs, storage: slow }, followed));
    await begun;
    await changeStrategy(world);
    const refreshed = refreshAccount(needs, followed);
    await world.clock.pass(0);
    expect(followed.book.strategy.buyDropBps).toBe(1_000);

    gate.open();
    await rebuilt;
    expect(followed.book.strategy.buyDropBps).toBe(1_000);
    await refreshed;
  });
});

function openGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Something else has the account's turn until it is released. */
async function busy({ mutex }: FollowedAccount) {
  const gate = openGate();
  void mutex.take(() => gate.opened);
  return { release: gate.open };
}

const changeStrategy = ({ accountId, storage, userId }: World) =>
  storage.transact(({ settings }) =>
    settings.change(accountId, userId, (current) => ({
      ...current,
      strategy: { ...current.strategy, buyDropBps: bps(1_000) },
    })),
  );

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
