import { afterEach, describe, expect, it } from "vitest";
import type { Browser } from "../testing/browser.ts";
import { type HttpWorld, openHttpWorld, PASSWORD } from "../testing/http-world.ts";
import { listenLive } from "../testing/live-listener.ts";
import { contentOf } from "./sign-in-life.ts";

let world: HttpWorld;
afterEach(() => world.close());

async function twice() {
  world = await openHttpWorld();
  const here = await world.member();
  world.passTime(5_000);
  const there = world.browser();
  const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/131.0" };
  await there.post("/api/login", here.login, { headers: firefox });
  return { here: here.browser, there, user: here.user };
}

describe("the list of sign-ins", () => {
  it("names device and times of each, says which is this one, and no id that opens anything", async () => {
    const { here, there } = await twice();
    const { json, text } = await here.get("/api/sign-ins");

    expect(json).toHaveLength(2);
    expect(json[0]).toMatchObject({ device: "Firefox on Linux", isCurrent: false });
    expect(json[1]).toMatchObject({ isCurrent: true });
    expect(text).not.toContain(there.cookies.get("sf"));
    expect(text).not.toContain(here.cookies.get("sf"));
  });

  it("lets one be ended, whose windows hear of it at once", async () => {
    const { here, there } = await twice();
    const window = await listenLive(there);
    const [{ id }] = (await here.get("/api/sign-ins")).json;

    const left = await here.delete(`/api/sign-ins/${id}`);

    expect(left.json.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true]);
    await window.until(({ type }) => type === "signed-out");
    expect((await there.get("/api/user")).status).toBe(401);
    expect((await here.delete(`/api/sign-ins/${id}`)).status).toBe(404);
  });

  it("lets all others be ended, whose windows hear of it at once", async () => {
    const { here, there } = await twice();
    const window = await listenLive(there);
    const { json } = await here.post("/api/sign-ins/revoke-others");

    expect(json).toHaveLength(1);
    await window.until(({ type }) => type === "signed-out");
    expect((await there.get("/api/user")).status).toBe(401);
    expect((await here.get("/api/user")).status).toBe(200);
  });

  it("lets nobody end another user's", async () => {
    const { there } = await twice();
    const [{ id }] = (await there.get("/api/sign-ins")).json;
    const stranger = (await world.member()).browser;

    expect((await stranger.delete(`/api/sign-ins/${id}`)).status).toBe(404);
    expect((await there.get("/api/user")).status).toBe(200);
  });
});

describe("a window that listens", () => {
  it("counts as use, so that a trader who only watches stays signed in", async () => {
    world = await openHttpWorld({ liveTimes: { recheckEveryMs: 10 } });
    const { browser, user } = await world.member();
    const window = await listenLive(browser);
    const lastSeen = async () =>
      contentOf((await world.signIns.ofUser(user.id, world.needs.clock.now()))[0]!)?.lastSeenAt;

    for (let quarter = 0; quarter < 4; quarter += 1) {
      const before = await lastSeen();
      world.passTime(15 * 60_000);
      await expect.poll(lastSeen).not.toBe(before);
    }
    expect((await browser.get("/api/user")).status).toBe(200);
    window.leave();
  });

  it.each([
    ["is revoked", async (here: Browser, id: string) => here.delete(`/api/sign-ins/${id}`)],
    [
      "is revoked with all others",
      async (here: Browser) => here.post("/api/sign-ins/revoke-others"),
    ],
    [
      "ends with the password",
      async (here: Browser) =>
        here.post("/api/user/password", {
          currentPassword: PASSWORD,
          newPassword: "another horse battery",
        }),
    ],
  ])(
    "is told at once that its sign-in %s elsewhere, whatever is kept in memory",
    async (_, end) => {
      world = await openHttpWorld({ keptMs: 60_000, liveTimes: { recheckEveryMs: 1e9 } });
      const { browser, login } = await world.member();
      const there = world.browser();
      await there.post("/api/login", login);
      const window = await listenLive(there);
      // What is known of the sign-in is fresh as it ends.
      await there.get("/api/user");
      const [{ id }] = (await browser.get("/api/sign-ins")).json.filter(
        ({ isCurrent }: { isCurrent: boolean }) => !isCurrent,
      );

      expect((await end(browser, id)).status).toBe(200);
      await window.ended;
      expect(window.heard.at(-1)).toEqual({ type: "signed-out" });
      expect((await there.get("/api/user")).status).toBe(401);
    },
  );

  it("comes back under the new id when its password is changed", async () => {
    world = await openHttpWorld();
    const { browser, login } = await world.member();
    const window = await listenLive(browser);
    await browser.post("/api/user/password", {
      currentPassword: login.password,
      newPassword: "another horse battery",
    });

    // It ends without being told that it is signed out.
    await window.ended;
    expect(window.heard.map(({ type }) => type)).not.toContain("signed-out");
    expect((await listenLive(browser)).status).toBe(200);
  });

  it("is no program's: a token listens to nothing", async () => {
    world = await openHttpWorld();
    const { browser } = await world.member("pro");
    const { token } = (
      await browser.post("/api/tokens", { name: "T", scope: "manage", password: PASSWORD })
    ).json;

    expect(await world.program(token).get("/api/live")).toMatchObject({
      status: 403,
      json: { code: "token-not-allowed" },
    });
  });
});
