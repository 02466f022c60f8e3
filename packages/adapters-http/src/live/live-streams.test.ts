import { once } from "node:events";
import { connect } from "node:net";
import type { Ticker } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";
import { type Heard, listenLive } from "../testing/live-listener.ts";

let world: HttpWorld;
afterEach(() => world.close());

const BUY = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 3 };
const QUICK = { viewsEveryMs: 40, pricesEveryMs: 20, gatherMs: 5 };
/** For what happens now and then by itself, and not while a test runs. */
const NEVER_MS = 24 * 3_600_000;
const isView = (path: string) => (event: Heard) => event.path === path;

describe("the live stream", () => {
  it("is for who is signed in", async () => {
    world = await openHttpWorld();

    expect((await world.browser().get("/api/live")).status).toBe(401);
  });

  it("pushes what an order changed: the very answers of the GETs", async () => {
    world = await openHttpWorld({ livePace: { gatherMs: 5 } });
    const { browser } = await world.visitor();
    const live = await listenLive(browser);

    const { order } = (await browser.post("/api/orders", BUY)).json;

    const isWorking = (event: Heard) =>
      event.path === "/api/orders" && event.view[0]?.status === "working";
    const pushed = await live.until(isWorking);
    expect(pushed.view[0].clientKey).toBe(order.clientKey);
    expect(pushed.view).toEqual((await browser.get("/api/orders")).json);
    const account = await live.until(
      (event) => event.path === "/api/account" && event.view.availableCash < 100_000,
    );
    expect(account.view).toEqual((await browser.get("/api/account")).json);
    live.leave();
  });

  it("pushes what prices move, again and again", async () => {
    world = await openHttpWorld({ livePace: QUICK });
    const { browser } = await world.visitor();
    const live = await listenLive(browser);

    for (const path of ["/api/worker/status", "/api/portfolio/daily-change", "/api/account"]) {
      await live.until(isView(path));
      const { length } = live.heard;
      await live.until((event) => isView(path)(event) && length <= live.heard.indexOf(event));
    }
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
    for (const live of [...windows, stranger]) await live.until(({ type }) => type === "prices");
    reads = 0;

    world.needs.announcer.announce({ accountId: "a", userId: user.id, topic: "watchlist" });
    for (const live of windows) await live.until(isView("/api/watchlist"));
    for (const live of windows) await live.until(isView("/api/worker/status"));

    // The list itself, the status that is made from it, and which prices to tell.
    expect(reads).toBe(3);
    expect(stranger.heard.filter(({ type }) => type === "view")).toEqual([]);
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
    for (const each of [live, ended]) await each.until(({ type }) => type === "prices");
    const [signIn] = await world.signIns.ofUser(goes.user.id, world.needs.clock.now());
    await world.signIns.remove(signIn!.sidHash);
    const ticker = "AAPL" as Ticker;
    await world.storage.transact(({ watchlist }) => watchlist.remove(stays.user.id, ticker));

    world.announcer.missed();

    const { view } = await live.until(isView("/api/watchlist"));
    expect(view.map(({ symbol }: { symbol: string }) => symbol)).not.toContain(ticker);
    await ended.ended;
    expect(ended.heard.at(-1)).toEqual({ type: "signed-out" });
    live.leave();
  });

  it("keeps a quiet connection alive", async () => {
    world = await openHttpWorld({ livePace: { heartbeatEveryMs: 20 } });
    const { browser } = await world.visitor();
    const response = await fetch(`${browser.url}/api/live`, {
      headers: { cookie: browser.cookieHeader },
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    let text = "";
    for await (const chunk of response.body!) {
      text += new TextDecoder().decode(chunk);
      if (3 <= text.split(": still here").length - 1) break;
    }
    expect(text).toContain(": still here\n\n");
  });

  it("drops a reader that does not read", async () => {
    world = await openHttpWorld({
      livePace: { viewsEveryMs: 5, gatherMs: 1, unsentBytesMax: 64 * 1024, perUserMax: 1 },
    });
    const { browser } = await world.visitor();
    const socket = connect(world.server.port, "127.0.0.1");
    socket.write(`GET /api/live HTTP/1.1\r\nHost: localhost\r\nCookie: ${browser.cookieHeader}\r\n\r\n`);
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
