import { once } from "node:events";
import { connect } from "node:net";
import type { Ticker } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";
import { type Heard, type LiveListener, listenLive } from "../testing/live-listener.ts";

let world: HttpWorld;
afterEach(() => world.close());

const BUY = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 3 };
const QUICK = { viewsEveryMs: 40, pricesEveryMs: 20, gatherMs: 5 };
/** Nothing is remembered, so that everything is told again and again. */
const FORGETFUL = { viewsEveryMs: 5, gatherMs: 1, rememberedBytesMax: 1 };
/** For what happens now and then by itself, and not while a test runs. */
const NEVER_MS = 24 * 3_600_000;
const STATUS = "/api/worker/status";
const isView = (path: string) => (event: Heard) => event.type === "view" && event.path === path;
const priceIn = ({ views }: LiveListener, symbol: string): number | undefined =>
  views.get(STATUS).positions.find(({ ticker }: { readonly ticker: string }) => ticker === symbol)
    ?.current_price;

describe("the live stream", () => {
  it("is for who is signed in", async () => {
    world = await openHttpWorld();

    expect((await world.browser().get("/api/live")).status).toBe(401);
  });

  it("pushes what an order changed: the very answers of the GETs", async () => {
    world = await openHttpWorld({ livePace: { gatherMs: 5 } });
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
    world = await openHttpWorld({ livePace: QUICK });
    const { browser } = await world.visitor();
    const live = await listenLive(browser);
    await live.untilGreeted();
    const before = priceIn(live, "MSFT");

    for (const dollars of [201, 202.5]) {
      world.market.trade("AAPL", dollars);
      await live.until(() => priceIn(live, "AAPL") === dollars);
    }

    const told = live.heard.filter(({ path }) => path === STATUS);
    expect(told.map(({ type }) => type)).toEqual(["view", ...told.slice(1).map(() => "change")]);
    expect(told.slice(1).every(({ change }) => !JSON.stringify(change).includes("MSFT"))).toBe(
      true,
    );
    expect(priceIn(live, "MSFT")).toBe(before);
    live.leave();
  });

  it("says nothing of a view that is read again and has not changed", async () => {
    world = await openHttpWorld({ livePace: { ...QUICK, beatEveryMs: 10 } });
    const { browser } = await world.visitor();
    const live = await listenLive(browser);
    await live.untilGreeted();
    const told = live.heard.filter(({ path }) => path !== undefined).length;

    const read = world.logged.length;
    await live.until(() => 50 < live.heard.filter(({ type }) => type === "beat").length);
    expect(world.logged.length).toBe(read);
    expect(live.heard.filter(({ path }) => path !== undefined)).toHaveLength(told);
    live.leave();
  });

  it("tells a window that comes later what the others were told before", async () => {
    world = await openHttpWorld({ livePace: QUICK });
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
    world = await openHttpWorld({ livePace: { ...QUICK, viewsEveryMs: NEVER_MS } });
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
    world = await openHttpWorld({ livePace: { ...QUICK, rememberedBytesMax: 1 } });
    const { browser } = await world.visitor();
    const live = await listenLive(browser);
    await live.untilGreeted();

    world.market.trade("AAPL", 201);
    await live.until(() => priceIn(live, "AAPL") === 201);
    expect(live.heard.filter(({ type }) => type === "change")).toEqual([]);
    live.leave();
  });

  it("tells the watched prices first, then only those that changed", async () => {
    world = await openHttpWorld({ livePace: { pricesEveryMs: 20 } });
    const { browser } = await world.visitor();
    await browser.delete("/api/watchlist/TSLA");
    const live = await listenLive(browser);
    const first = await live.until(({ type }) => type === "prices");
    expect(Object.keys(first.prices!).sort()).toEqual(["AAPL", "MSFT", "NVDA"]);

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
      livePace: { gatherMs: 5, viewsEveryMs: NEVER_MS },
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

  it("lets a sign-in open four windows and a user ten", async () => {
    world = await openHttpWorld({ livePace: { perUserMax: 6 } });
    const { browser } = await world.visitor();
    const open = [];
    for (let count = 0; count < 4; count += 1) open.push(await listenLive(browser));
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

    expect(await browser.get("/api/live")).toMatchObject({
      status: 429,
      json: { code: "too-many-streams" },
    });

    open[0]!.leave();
    await open[0]!.ended;
    const fifth = await untilAdmitted(() => listenLive(browser));
    expect(fifth.status).toBe(200);
    for (const live of [...open, fifth]) live.leave();
  });

  it("holds no more streams than the server carries", async () => {
    world = await openHttpWorld({ livePace: { totalMax: 2 } });
    const [one, two, three] = [await world.visitor(), await world.visitor(), await world.visitor()];
    const open = [await listenLive(one.browser), await listenLive(two.browser)];

    expect((await three.browser.get("/api/live")).status).toBe(429);
    for (const live of open) live.leave();
  });

  it("says that the sign-in is over and ends as soon as somebody signs out", async () => {
    world = await openHttpWorld({ livePace: { recheckEveryMs: NEVER_MS } });
    const { browser } = await world.visitor();
    const live = await listenLive(browser);

    await browser.post("/api/logout");
    await live.ended;

    expect(live.heard.at(-1)).toEqual({ type: "signed-out" });
  });

  it("says so in the windows of other processes too", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const other = await world.forgetful();
    const live = await listenLive(browser, other.url);

    await browser.post("/api/logout");
    await live.ended;

    expect(live.heard.at(-1)).toEqual({ type: "signed-out" });
    await other.close();
  });

  it("says so in the windows of who was signed in before, also in other processes", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const other = await world.forgetful();
    const live = await listenLive(browser, other.url);

    await browser.signInAsDemo();
    await live.ended;

    expect(live.heard.at(-1)).toEqual({ type: "signed-out" });
    await other.close();
  });

  it("ends when the sign-in is gone by other means", async () => {
    world = await openHttpWorld({ livePace: { recheckEveryMs: 30 } });
    const { browser, user } = await world.visitor();
    const live = await listenLive(browser);
    const [signIn] = await world.signIns.ofUser(user.id, world.needs.clock.now());

    await world.signIns.remove(signIn!.sidHash);
    await live.ended;

    expect(live.heard.at(-1)).toEqual({ type: "signed-out" });
  });

  it("looks everything up again when announcements may have gone by unheard", async () => {
    world = await openHttpWorld({ livePace: { gatherMs: 5 } });
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
    world = await openHttpWorld({ livePace: { beatEveryMs: 20 } });
    const { browser } = await world.visitor();
    const live = await listenLive(browser);
    expect((await live.until(({ type }) => type === "beat")).at).toBeLessThanOrEqual(Date.now());

    await live.until(() => 3 < live.heard.filter(({ type }) => type === "beat").length);
    const beats = live.heard.flatMap(({ at, type }) => (type === "beat" ? [at!] : []));
    expect(beats).toEqual([...beats].sort((one, other) => one - other));
    live.leave();
  });

  it("drops a reader that does not read", async () => {
    world = await openHttpWorld({
      livePace: { ...FORGETFUL, unsentBytesMax: 64 * 1024, perUserMax: 1 },
    });
    const { browser } = await world.visitor();
    const socket = connect(world.server.port, "127.0.0.1");
    socket.write(
      `GET /api/live HTTP/1.1\r\nHost: localhost\r\nCookie: ${browser.cookieHeader}\r\n\r\n`,
    );
    // It holds the user's only place once the answer begins.
    await once(socket, "data");
    socket.pause();
    expect((await listenLive(browser)).status).toBe(429);

    const live = await untilAdmitted(() => listenLive(browser));

    expect(live.status).toBe(200);
    live.leave();
    socket.destroy();
  });
});

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The server notices a little later that a window is closed. */
async function untilAdmitted<Live extends { readonly status: number }>(
  open: () => Promise<Live>,
): Promise<Live> {
  for (;;) {
    const live = await open();
    if (live.status === 200) return live;
    await after(20);
  }
}
