import { createHash } from "node:crypto";
import { isOver } from "@sevenfold/application/ports/stores/user-store";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { afterEach, describe, expect, it } from "vitest";
import { Browser } from "../testing/browser.ts";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const HOUR_MS = 3_600_000;
const hashOf = (sid: string) => createHash("sha256").update(sid).digest("hex");

describe("signing in as a demo visitor", () => {
  it("shows the visitor as demo, whatever the account is called", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.visitor();

    const { text, json } = await browser.get("/api/user");

    expect(json).toMatchObject({ id: user.id, username: "demo", isDemo: true });
    expect(json.endsAt).toBe(new Date(user.createdAt + 24 * HOUR_MS).toISOString());
    expect(user.username).not.toBe("demo");
    expect(text).not.toContain(user.username);
    expect(text).not.toContain("passwordHash");
  });

  it("sets one cookie that scripts and other sites cannot use", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const lines = await freshCookies(browser);

    expect(lines.map((line) => line.split("=")[0])).toEqual(["sf"]);
    for (const line of lines) {
      expect(line).toMatch(/; path=\/;/);
      expect(line).toMatch(/; samesite=lax/);
      expect(line).toMatch(/; httponly/);
      expect(line).not.toMatch(/domain|secure/i);
    }
    // 256 random bits.
    expect(browser.cookies.get("sf")).toMatch(/^[\w-]{43}$/);
  });

  it("ties the cookie to this host and HTTPS where TLS is in front", async () => {
    world = await openHttpWorld({ secureCookies: true });
    const { browser } = await world.visitor();
    const lines = await freshCookies(browser);

    expect(lines.map((line) => line.split("=")[0])).toEqual(["__Host-sf"]);
    for (const line of lines) expect(line).toMatch(/; secure/);
    expect((await browser.get("/api/user")).status).toBe(200);
  });

  it("keeps only a hash of the id", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.visitor();
    const sid = browser.cookies.get("sf")!;

    const stored = await world.signIns.ofUser(user.id, world.needs.clock.now());

    expect(stored.map(({ sidHash }) => sidHash)).toEqual([hashOf(sid)]);
    expect(JSON.stringify(stored)).not.toContain(sid);
  });

  it("never takes over an id the browser came with", async () => {
    world = await openHttpWorld();
    const browser = world.browser();
    browser.cookies.set("sf", "chosen-by-an-attacker");

    await browser.signInAsDemo();

    expect(browser.cookies.get("sf")).not.toBe("chosen-by-an-attacker");
    expect(await world.signIns.get(hashOf("chosen-by-an-attacker"), world.needs.clock.now())).toBe(
      undefined,
    );
  });

  it("makes a new id each time, and the one before opens nothing any more", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const before = new Map(browser.cookies);

    await browser.signInAsDemo();

    expect(browser.cookies.get("sf")).not.toBe(before.get("sf"));
    expect((await withCookies(before).get("/api/user")).status).toBe(401);
    expect((await browser.get("/api/user")).status).toBe(200);
  });

  it("gives each visitor an account no other one sees", async () => {
    world = await openHttpWorld();
    const one = await world.visitor();
    const other = await world.visitor();

    const [first, second] = [
      (await one.browser.get("/api/account")).json.id,
      (await other.browser.get("/api/account")).json.id,
    ];

    expect(first).not.toBe(second);
  });

  it("says so when the demo is full", async () => {
    world = await openHttpWorld({
      instead: () => ({
        signInAsDemo: async () => ({
          ok: false,
          refusal: { kind: "too-many-demo-accounts", max: 500 },
        }),
      }),
    });

    expect(await world.browser().post("/api/demo-login")).toMatchObject({
      status: 503,
      json: { code: "too-many-demo-accounts", error: "The demo is full" },
    });
  });
});

describe("a sign-in", () => {
  it("is not found under any id but its own", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.visitor();
    const sid = browser.cookies.get("sf")!;
    const asked = (id: string) => withCookies(new Map([["sf", id]])).get("/api/user");
    expect((await asked(sid)).status).toBe(200);

    const changed = sid.slice(0, -1) + (sid.endsWith("A") ? "B" : "A");
    for (const id of [
      changed,
      sid.slice(1),
      `${sid}A`,
      sid.toLowerCase(),
      hashOf(sid),
      user.id,
      "",
    ])
      expect((await asked(id)).status).toBe(401);
  });

  it("ends on signing out, on the server too", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.visitor();
    const before = new Map(browser.cookies);

    expect((await browser.post("/api/logout")).status).toBe(200);

    expect(browser.cookies.has("sf")).toBe(false);
    expect((await withCookies(before).get("/api/user")).status).toBe(401);
    expect(await world.signIns.ofUser(user.id, world.needs.clock.now())).toEqual([]);
  });

  it("can be ended by who is not signed in", async () => {
    world = await openHttpWorld();

    expect((await world.browser().post("/api/logout")).status).toBe(200);
  });

  it("ends after 24 hours, however busy it was", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.visitor();
    // The account outlives the sign-in here.
    await oneByOne(world.storage).users.change(user.id, ({ expiresAt: _, ...others }) => others);
    world.passTime(23 * HOUR_MS);
    expect((await browser.get("/api/user")).status).toBe(200);

    world.passTime(HOUR_MS + 60_000);

    expect((await browser.get("/api/user")).status).toBe(401);
  });

  it("ends when the demo account's time is over", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.visitor();
    const soon = world.needs.clock.now();
    await oneByOne(world.storage).users.change(user.id, (row) => ({ ...row, expiresAt: soon }));
    const ending = { ...user, expiresAt: soon };
    expect([isOver(ending, soon - 1), isOver(ending, soon)]).toEqual([false, true]);

    expect((await browser.get("/api/user")).status).toBe(401);
  });

  it("is read neither for pages nor for health", async () => {
    let reads = 0;
    world = await openHttpWorld({
      instead: ({ signIns }) => ({
        signIns: {
          ...signIns,
          get: (...wanted) => {
            reads += 1;
            return signIns.get(...wanted);
          },
        },
      }),
    });
    const { browser } = await world.visitor();
    reads = 0;

    await browser.get("/dashboard");
    await browser.get("/healthz");
    expect(reads).toBe(0);

    await browser.get("/api/user");
    expect(reads).toBe(1);
  });
});

function withCookies(cookies: ReadonlyMap<string, string>): Browser {
  const browser = new Browser(world.server.url);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

/** The lines of a new sign-in that leave a cookie behind. */
async function freshCookies(browser: Browser): Promise<readonly string[]> {
  await browser.signInAsDemo();
  return browser.latestCookies.filter((line) => !/^[^=]+=;/.test(line));
}
