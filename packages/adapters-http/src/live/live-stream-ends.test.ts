import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpWorld, openHttpWorld, PASSWORD } from "../testing/http-world.ts";
import { listenLive } from "../testing/live-listener.ts";

let world: HttpWorld;
afterEach(() => world.close());

/** Nothing is remembered, so that everything is sent again and again. */
const FORGETFUL = { viewsEveryMs: 5, gatherMs: 1, rememberedBytesMax: 1 };

/** For what happens now and then by itself, and not while a test runs. */
const NEVER_MS = 24 * 3_600_000;

describe("a live stream", () => {
  it("lets a sign-in open four windows, and a user so many more by another", async () => {
    world = await openHttpWorld({ liveTimes: { perUserMax: 6 } });
    const { browser, login } = await world.member();
    const elsewhere = world.browser();
    await elsewhere.post("/api/login", login);
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

    const others = [await listenLive(elsewhere), await listenLive(elsewhere)];
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    expect((await listenLive(elsewhere)).status).toBe(429);
    for (const live of [...open, fifth, ...others]) live.leave();
  });

  it("holds no more streams than the server carries", async () => {
    world = await openHttpWorld({ liveTimes: { totalMax: 2 } });
    const [one, two, three] = [await world.visitor(), await world.visitor(), await world.visitor()];
    const open = [await listenLive(one.browser), await listenLive(two.browser)];

    expect((await three.browser.get("/api/live")).status).toBe(429);
    for (const live of open) live.leave();
  });

  it("says that the sign-in is over and ends as soon as somebody signs out", async () => {
    world = await openHttpWorld({ liveTimes: { recheckEveryMs: NEVER_MS } });
    const { browser } = await world.visitor();
    const live = await listenLive(browser);

    await browser.post("/api/logout");
    await live.ended;

    expect(live.heard.at(-1)).toEqual({ type: "signed-out" });
  });

  it("goes on for everybody else, and in another browser of the same user", async () => {
    world = await openHttpWorld({ liveTimes: { heartbeatEveryMs: 20, recheckEveryMs: NEVER_MS } });
    const { browser, login } = await world.member();
    const elsewhere = world.browser();
    await elsewhere.post("/api/login", login);
    const stranger = (await world.member()).browser;
    const [ending, ...staying] = await Promise.all(
      [browser, elsewhere, stranger].map((each) => listenLive(each)),
    );

    await browser.post("/api/logout");
    await ending!.ended;
    await stranger.post("/api/user/password", {
      currentPassword: PASSWORD,
      newPassword: "another horse battery",
    });
    await staying[1]!.ended;
    world.passTime(60_000);
    const now = world.needs.clock.now();
    const beat = staying[0]!.until(({ at = 0, type }) => type === "heartbeat" && now <= at);

    expect(await Promise.race([beat, staying[0]!.ended])).toMatchObject({ type: "heartbeat" });
    expect(staying.flatMap(({ heard }) => heard.map(({ type }) => type))).not.toContain(
      "signed-out",
    );
    staying[0]!.leave();
    await beat;
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
    world = await openHttpWorld({ liveTimes: { recheckEveryMs: 30 } });
    const { browser, user } = await world.visitor();
    const live = await listenLive(browser);
    const [signIn] = await world.signIns.ofUser(user.id, world.needs.clock.now());

    await world.signIns.remove(signIn!.sidHash);
    await live.ended;

    expect(live.heard.at(-1)).toEqual({ type: "signed-out" });
  });

  it("ends when its user's time is over, though the sign-in would last", async () => {
    world = await openHttpWorld({ liveTimes: { recheckEveryMs: 10, heartbeatEveryMs: 500 } });
    const { browser, user } = await world.visitor();
    const live = await listenLive(browser);
    const ended = live.ended.then(() => live.heard.at(-1));
    const beats = () => live.heard.filter(({ type }) => type === "heartbeat").length;

    await world.storage.transact(({ users }) =>
      users.change(user.id, (row) => ({ ...row, expiresAt: row.createdAt })),
    );

    const before = beats();
    const outlived = live.until(() => before + 2 <= beats());
    outlived.catch(() => undefined);
    expect(await Promise.race([ended, outlived])).toEqual({ type: "signed-out" });
  });

  it("drops a reader that does not read", async () => {
    world = await openHttpWorld({
      liveTimes: { ...FORGETFUL, unsentBytesMax: 64 * 1024, perUserMax: 1 },
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
