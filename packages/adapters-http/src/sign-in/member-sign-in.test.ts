import { afterEach, describe, expect, it } from "vitest";
import { Browser } from "../testing/browser.ts";
import { type HttpWorld, openHttpWorld, PASSWORD } from "../testing/http-world.ts";
import { contentOf } from "./sign-in-life.ts";

let world: HttpWorld;
afterEach(() => world.close());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LOGIN = { username: "Alice", email: "alice@example.com", password: PASSWORD };

describe("signing in", () => {
  it("takes name, address and password of one account, and tells nothing of a wrong one", async () => {
    world = await openHttpWorld();
    const { user, login } = await world.member();
    const other = await world.member();

    const right = await world.browser().post("/api/login", login);
    expect(right).toMatchObject({ status: 200, json: { id: user.id, username: login.username } });
    const answers = [];
    for (const wrong of [
      { ...login, password: "wrong" },
      { ...login, email: other.login.email },
      { ...login, username: "nobody" },
    ])
      answers.push(await world.browser().post("/api/login", wrong));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 401,
      json: {
        code: "sign-in-failed",
        error: "Login failed",
        details: "Username, email and password do not match an account.",
      },
    });
  });

  it("asks of a password only that there is one", async () => {
    world = await openHttpWorld();
    const { login } = await world.member();
    const send = (given: string) =>
      world.browser().post("/api/login", { ...login, password: given });

    expect((await send("x")).status).toBe(401);
    expect((await send("x".repeat(1_024))).status).toBe(401);
    expect((await send("")).status).toBe(400);
    expect((await send("x".repeat(1_025))).status).toBe(400);
  });

  it("makes a new id each time, and the one before opens nothing any more", async () => {
    world = await openHttpWorld();
    const { browser, login } = await world.member();
    const before = new Map(browser.cookies);
    await browser.post("/api/login", login);

    expect(browser.cookies.get("sf")).not.toBe(before.get("sf"));
    expect((await withCookies(before).get("/api/user")).status).toBe(401);
    expect((await browser.get("/api/user")).status).toBe(200);
  });

  it("keeps nobody out for years after a clock that was years ahead has been set right", async () => {
    world = await openHttpWorld();
    const { login } = await world.member();
    const YEARS_MS = 10 * 365 * 24 * HOUR_MS;
    world.passTime(YEARS_MS);
    for (let tries = 0; tries < 5; tries += 1)
      await world.browser().post("/api/login", { ...login, password: "wrong" });
    world.passTime(-YEARS_MS);

    expect((await world.browser().post("/api/login", login)).status).toBe(200);
  });

  it("says how long to wait after too many wrong ones, also to the right password from there", async () => {
    world = await openHttpWorld();
    const { login } = await world.member();
    const wrong = { ...login, password: "wrong" };
    for (let tries = 0; tries < 5; tries += 1)
      expect((await world.browser().post("/api/login", wrong)).status).toBe(401);

    const refused = await world.browser().post("/api/login", login);
    expect(refused).toMatchObject({
      status: 429,
      json: { details: "Please wait 60 s and try again." },
    });
    expect(refused.headers.get("retry-after")).toBe("60");
    world.passTime(MINUTE_MS);
    expect((await world.browser().post("/api/login", login)).status).toBe(200);
  });

  it("lets the owner in from elsewhere meanwhile", async () => {
    world = await openHttpWorld({ trustProxy: true });
    const { login } = await world.member();
    const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
    for (let tries = 0; tries < 9; tries += 1)
      await world
        .browser()
        .post("/api/login", { ...login, password: "wrong" }, from("198.51.100.1"));

    const there = await world.browser().post("/api/login", login, from("198.51.100.1"));
    expect(there.status).toBe(429);
    const here = await world.browser().post("/api/login", login, from("203.0.113.7"));
    expect(here.status).toBe(200);
  });

  it("takes no word for where a request comes from that no trusted proxy wrote", async () => {
    world = await openHttpWorld();
    const { login } = await world.member();
    const statuses = [];
    for (let tries = 0; tries < 9; tries += 1) {
      const headers = { "x-forwarded-for": `198.51.100.${tries}` };
      const wrong = { ...login, password: "wrong" };
      statuses.push((await world.browser().post("/api/login", wrong, { headers })).status);
    }

    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  });

  it("asks to come again when more passwords come than can be checked", async () => {
    world = await openHttpWorld();
    const { login } = await world.member();
    world.hasher.beBusy();
    const answer = await world.browser().post("/api/login", login);

    expect(answer).toMatchObject({ status: 503, json: { code: "too-busy" } });
    expect(answer.headers.get("retry-after")).toBe("1");
  });

  it("lets people in beside an address that floods, whatever names that tries", async () => {
    world = await openHttpWorld({ trustProxy: true });
    const { login } = await world.member();
    const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
    const flood = Array.from({ length: 200 }, async (_, count) => {
      const nobody = { ...LOGIN, username: `user${count}` };
      return (await world.browser().post("/api/login", nobody, from("198.51.100.1"))).json.code;
    });
    const beside = Array.from({ length: 5 }, async (_, count) => {
      const address = `203.0.113.${count}`;
      return (await world.browser().post("/api/login", login, from(address))).status;
    });

    expect(await Promise.all(beside)).toEqual([200, 200, 200, 200, 200]);
    const codes = await Promise.all(flood);
    expect(codes.filter((code) => code === "too-many-tries")).toHaveLength(170);
    const after = await world.browser().post("/api/login", login, from("203.0.113.9"));
    expect(after.status).toBe(200);
  });
});

describe("a user's sign-in", () => {
  it("goes on while there are requests, however short its idle time is", async () => {
    world = await openHttpWorld({ signInLife: { idleMs: MINUTE_MS } });
    const { browser } = await world.member();
    for (let asked = 0; asked < 12; asked += 1) {
      world.passTime(MINUTE_MS - 10_000);
      expect((await browser.get("/api/user")).status).toBe(200);
    }

    world.passTime(MINUTE_MS);
    expect((await browser.get("/api/user")).status).toBe(401);
  });

  it("ends after half an hour without a request", async () => {
    world = await openHttpWorld();
    const { browser } = await world.member();
    world.passTime(29 * MINUTE_MS);
    expect((await browser.get("/api/user")).status).toBe(200);
    world.passTime(29 * MINUTE_MS);
    expect((await browser.get("/api/user")).status).toBe(200);

    world.passTime(31 * MINUTE_MS);
    expect((await browser.get("/api/user")).status).toBe(401);
  });

  it("ends after twelve hours, however busy it was", async () => {
    world = await openHttpWorld();
    const { browser } = await world.member();
    for (let quarter = 1; quarter < 48; quarter += 1) {
      world.passTime(15 * MINUTE_MS);
      expect((await browser.get("/api/user")).status).toBe(200);
    }

    world.passTime(15 * MINUTE_MS + 1_000);
    expect((await browser.get("/api/user")).status).toBe(401);
  });

  it("is written down as used once a minute at most", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.member();
    const seen = async () =>
      contentOf((await world.signIns.ofUser(user.id, world.needs.clock.now()))[0]!)?.lastSeenAt;
    const first = await seen();

    await browser.get("/api/user");
    expect(await seen()).toBe(first);
    world.passTime(MINUTE_MS);
    await browser.get("/api/user");
    expect(await seen()).not.toBe(first);
  });

  it("gives its cookie twelve hours, and asks the browser to forget what it kept on signing out", async () => {
    world = await openHttpWorld();
    const { browser, login } = await world.member();
    const before = Date.now();
    await browser.post("/api/login", login);
    const [line] = browser.latestCookies.filter((each) => /^sf=[^;]/.test(each));
    const expires = Date.parse(/expires=([^;]+)/.exec(line!)![1]!);
    // It names whole seconds.
    expect(expires).toBeGreaterThan(before + 12 * HOUR_MS - 1_000);
    expect(expires).toBeLessThanOrEqual(Date.now() + 12 * HOUR_MS);

    const out = await browser.post("/api/logout");
    expect(out.headers.get("clear-site-data")).toBe('"cache"');
    expect((await browser.get("/api/user")).status).toBe(401);
  });

  it("is one of ten: of eleven the oldest ends", async () => {
    world = await openHttpWorld();
    const { browser, login, user } = await world.member();
    const later = [];
    for (let count = 0; count < 10; count += 1) {
      world.passTime(1_000);
      const one = world.browser();
      await one.post("/api/login", login);
      later.push(one);
    }

    expect((await browser.get("/api/user")).status).toBe(401);
    for (const one of later) expect((await one.get("/api/user")).status).toBe(200);
    expect(await world.signIns.ofUser(user.id, world.needs.clock.now())).toHaveLength(10);
  });
});

function withCookies(cookies: ReadonlyMap<string, string>): Browser {
  const browser = new Browser(world.server.url);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}
