import type { Ticker } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";
import { type Heard, type LiveListener, listenLive } from "../testing/live-listener.ts";

let world: HttpWorld;
afterEach(() => world.close());

const BUY = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 3 };
const QUICK = { viewsEveryMs: 40, pricesEveryMs: 20, gatherMs: 5 };

/** For what happens now and then by itself, and not while a test runs. */
const NEVER_MS = 24 * 3_600_000;

const STATUS = "/api/worker/status";
const isView = (path: string) => (event: Heard) => event.type === "view" && event.path === path;
/** That another minute of the market's hours is over, which passes by itself. */
const isMinute = ({ change, path }: Heard): boolean =>
  path === STATUS && Object.keys(Object(change).in ?? {}).join() === "market_hours";
const priceIn = ({ views }: LiveListener, symbol: string): number | undefined =>
  views.get(STATUS).positions.find(({ ticker }: { readonly ticker: string }) => ticker === symbol)
    ?.current_price;

describe("the live stream", () => {
  it("is for who is signed in", async () => {
    world = await openHttpWorld();

    expect((await world.browser().get("/api/live")).status).toBe(401);
  });

  it("pushes what an order changed: the very answers of the GETs", async () => {
    world = await openHttpWorld({ liveTimes: { gatherMs: 5 } });
    const { browser } = await world.visitor();
    const live = await listenLive(browser);

    await live.untilGreeted();
    const { order } = (await browser.post("/api/orders", BUY)).json;

    await live.until(() => live.views.get("/api/orders")[0]?.status === "working");
    expect(live.views.get("/api/orders")[0].clientKey).toBe(order.clientKey);
    await live.until(() => live.views.get("/api/account").availableCash < 100_000);
    for (const path of ["/api/orders", "/api/account", "/api/positions/protection"])
      expect(live.views.get(path)).toEqual((await browser.get(path)).json);
    live.leave();
  });

  it("tells every view whole to a window that comes, then only what prices moved in it", async () => {
    world = await openHttpWorld({ liveTimes: QUICK });
    const { browser } = await world.visitor();
    const live = await listenLive(browser);
    await live.untilGreeted();
    const before = priceIn(live, "MSFT");

    for (const dollars of [201, 202.5]) {
      world.market.trade("AAPL", dollars);
      await live.until(() => priceIn(live, "AAPL") === dollars);
    }

    const sent = live.heard.filter(({ path }) => path === STATUS);
    expect(sent.map(({ type }) => type)).toEqual(["view", ...sent.slice(1).map(() => "change")]);
    expect(sent.slice(1).every(({ change }) => !JSON.stringify(change).includes("MSFT"))).toBe(
      true,
    );
    expect(priceIn(live, "MSFT")).toBe(before);
    live.leave();
  });

  it("says nothing of a view that is read again and has not changed", async () => {
    world = await openHttpWorld({ liveTimes: { ...QUICK, heartbeatEveryMs: 10 } });
    const { browser } = await world.visitor();
    const live = await listenLive(browser);
    await live.untilGreeted();
    const views = () => live.heard.filter((event) => event.path !== undefined && !isMinute(event));
    const sent = views().length;

    const read = world.logged.length;
    await live.until(() => 50 < live.heard.filter(({ type }) => type === "heartbeat").length);
    expect(world.logged.length).toBe(read);
    expect(views().slice(sent)).toEqual([]);
    live.leave();
  });

  it("tells a window that comes later what the others were sent before", async () => {
    world = await openHttpWorld({ liveTimes: QUICK });
    const { browser } = await world.visitor();
    const first = await listenLive(browser);
    await first.untilGreeted();
    world.market.trade("AAPL", 201);
    await first.until(() => priceIn(first, "AAPL") === 201);

    const later = await listenLive(browser);
    await later.untilGreeted();
    expect(priceIn(later, "AAPL")).toBe(201);
    world.market.trade("AAPL", 202);
    for (const live of [first, later]) {
      await live.until(() => priceIn(live, "AAPL") === 202);
      expect(live.views.get(STATUS)).toEqual((await browser.get(STATUS)).json);
    }
    expect(first.heard.filter(isView(STATUS))).toHaveLength(1);
    for (const live of [first, later]) live.leave();
  });

  it("tells a view that changed just then whole to who comes, and the change to who is there", async () => {
    world = await openHttpWorld({ liveTimes: { ...QUICK, viewsEveryMs: NEVER_MS } });
    const { browser } = await world.visitor();
    const first = await listenLive(browser);
    await first.untilGreeted();
    world.market.trade("AAPL", 201);
    await first.until(({ prices }) => prices?.AAPL?.[0] === 201);

    const later = await listenLive(browser);
    await later.untilGreeted();
    for (const live of [first, later]) await live.until(() => priceIn(live, "AAPL") === 201);
    expect(first.heard.filter(isView(STATUS))).toHaveLength(1);
    for (const live of [first, later]) live.leave();
  });

  it("tells views whole again where they are too many to be remembered", async () => {
    world = await openHttpWorld({ liveTimes: { ...QUICK, rememberedBytesMax: 1 } });
    const { browser } = await world.visitor();
    const live = await listenLive(browser);
    await live.untilGreeted();

    world.market.trade("AAPL", 201);
    await live.until(() => priceIn(live, "AAPL") === 201);
    expect(live.heard.filter(({ type }) => type === "change")).toEqual([]);
    live.leave();
  });

  it("tells the watched prices first, then only those that changed", async () => {
    world = await openHttpWorld({ liveTimes: { pricesEveryMs: 20 } });
    const { browser } = await world.visitor();
    await browser.delete("/api/watchlist/TSLA");
    const live = await listenLive(browser);
    const first = await live.until(({ type }) => type === "prices");
    expect(Object.keys(first.prices!).sort()).toEqual(["AAPL", "MSFT", "NVDA"]);
    // Of whose market they are: another account may have one of its own.
    const account = await browser.get("/api/account");
    expect(first.accountId).toBe(account.json.id);

    world.market.trade("TSLA", 251);
    world.market.trade("AAPL", 201.5);

    const next = await live.until((event) => event.type === "prices" && event !== first);
    expect(next.prices).toEqual({ AAPL: [201.5, expect.any(Number)] });
    live.leave();
  });

  it("reads a view once for all windows of a user, and tells nobody else", async () => {
    let reads = 0;
    world = await openHttpWorld({
      // On their own, prices would have everything read again.
      liveTimes: { gatherMs: 5, viewsEveryMs: NEVER_MS },
      instead: ({ storage }) => ({
        storage: {
          ...storage,
          read: {
            ...storage.read,
            watchlist: {
              ...storage.read.watchlist,
              of: (userId) => {
                reads += 1;
                return storage.read.watchlist.of(userId);
              },
            },
          },
        },
      }),
    });
    const { browser, user } = await world.visitor();
    const windows = [
      await listenLive(browser),
      await listenLive(browser),
      await listenLive(browser),
    ];
    const stranger = await listenLive((await world.visitor()).browser);
    for (const live of [...windows, stranger]) await live.untilGreeted();
    reads = 0;

    const before = stranger.heard.length;
    const removed = "AAPL" as Ticker;
    await world.storage.transact(({ watchlist }) => watchlist.remove(user.id, removed));
    world.needs.announcer.announce({ accountId: "a", userId: user.id, topic: "watchlist" });
    for (const live of windows) {
      await live.until(({ path, type }) => type === "change" && path === "/api/watchlist");
      await live.until(({ path, type }) => type === "change" && path === STATUS);
    }

    // For both views that are made of it, and for which prices to tell.
    expect(reads).toBe(2);
    expect(stranger.heard.slice(before).filter(({ path }) => path !== undefined)).toEqual([]);
    for (const live of [...windows, stranger]) live.leave();
  });

  it("looks everything up again when announcements may have gone by unheard", async () => {
    world = await openHttpWorld({ liveTimes: { gatherMs: 5 } });
    const [stays, goes] = [await world.visitor(), await world.visitor()];
    const live = await listenLive(stays.browser);
    const ended = await listenLive(goes.browser);
    for (const each of [live, ended]) await each.untilGreeted();
    const [signIn] = await world.signIns.ofUser(goes.user.id, world.needs.clock.now());
    await world.signIns.remove(signIn!.sidHash);
    const ticker = "AAPL" as Ticker;
    await world.storage.transact(({ watchlist }) => watchlist.remove(stays.user.id, ticker));

    world.announcer.missed();

    await live.until(({ path, type }) => type === "change" && path === "/api/watchlist");
    const listed = live.views.get("/api/watchlist") as readonly { readonly ticker: string }[];
    expect(listed.map((each) => each.ticker)).not.toContain(ticker);
    await ended.ended;
    expect(ended.heard.at(-1)).toEqual({ type: "signed-out" });
    live.leave();
  });

  it("speaks on a quiet connection too, and says what time it is at the server", async () => {
    world = await openHttpWorld({ liveTimes: { heartbeatEveryMs: 20 } });
    const { browser } = await world.visitor();
    const live = await listenLive(browser);
    expect((await live.until(({ type }) => type === "heartbeat")).at).toBeLessThanOrEqual(
      Date.now(),
    );

    await live.until(() => 3 < live.heard.filter(({ type }) => type === "heartbeat").length);
    const beats = live.heard.flatMap(({ at, type }) => (type === "heartbeat" ? [at!] : []));
    expect(beats).toEqual([...beats].sort((one, other) => one - other));
    live.leave();
  });
});
