import { resetPassword } from "@sevenfold/application/people/reset-password";
import { plainCodeAt } from "@sevenfold/application/testing/plain-codes";
import { weakPlainHash } from "@sevenfold/application/testing/plain-hasher";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, type Member, openHttpWorld, PASSWORD } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const MINUTE_MS = 60_000;
const NEW = "another horse battery";

const RESET = "one more horse battery";
const CHANGE = { currentPassword: PASSWORD, newPassword: NEW };
const NONE = { has: () => false };

/** A world in which something happens once, between who shows a password and the sign-in that it opens. */
async function openBetween() {
  const once = { do: async () => {} };
  const between = async () => {
    const { do: happen } = once;
    once.do = async () => {};
    await happen();
  };
  world = await openHttpWorld({
    instead: ({ desk }) => ({
      desk: {
        ...desk,
        async signIn(attempt) {
          const user = await desk.signIn(attempt);
          await between();
          return user;
        },
        async changePassword(user, change) {
          const changed = await desk.changePassword(user, change);
          await between();
          return changed;
        },
      },
    }),
  });
  return once;
}

async function resetTo(name: string, newPassword: string): Promise<void> {
  const reset = resetPassword({ ...world.needs, hasher: world.hasher, commonPasswords: NONE });
  expect(await reset({ name, newPassword, removesTotp: false })).toMatchObject({ ok: true });
}

describe("changing the password", () => {
  it("ends a sign-in by the old one that was under way meanwhile", async () => {
    const once = await openBetween();
    const { browser, login, user } = await world.member();
    once.do = async () => {
      expect((await browser.post("/api/user/password", CHANGE)).status).toBe(200);
    };
    const late = world.browser();

    expect((await late.post("/api/login", login)).status).toBe(401);
    expect((await late.get("/api/user")).status).toBe(401);
    expect((await browser.get("/api/user")).status).toBe(200);
    expect(await world.signIns.ofUser(user.id, world.needs.clock.now())).toHaveLength(1);
    // It was let in before it was put out: whoever reads the record sees both.
    const lines = await world.storage.read.audit.latest(user.id, 3);
    expect(lines.map(({ action }) => action)).toEqual(["sign-out", "password-changed", "sign-in"]);
  });

  it.each([
    ["a sign-in", "/api/login", "another one", RESET],
    ["a sign-in", "/api/login", "the same", PASSWORD],
    ["a change of the password", "/api/user/password", "another one", RESET],
    ["a change of the password", "/api/user/password", "the same", NEW],
  ])(
    "leaves nobody signed in where during %s (%s) the operator resets it to %s",
    async (_, path, _to, newPassword) => {
      const once = await openBetween();
      const { browser, login, user } = await world.member();
      once.do = () => resetTo(login.username, newPassword);

      const wish = path === "/api/login" ? login : CHANGE;
      expect((await browser.post(path, wish)).status).toBe(401);
      expect((await browser.get("/api/user")).status).toBe(401);
      expect(await world.signIns.ofUser(user.id, world.needs.clock.now())).toEqual([]);
      expect((await browser.post("/api/login", { ...login, password: newPassword })).status).toBe(
        200,
      );
    },
  );

  it("lets a sign-in stay that hashes the same password at more cost", async () => {
    world = await openHttpWorld();
    const { login, user } = await world.member();
    await world.storage.transact(({ users }) =>
      users.change(user.id, (row) => ({ ...row, passwordHash: weakPlainHash(PASSWORD) })),
    );
    const browser = world.browser();

    expect((await browser.post("/api/login", login)).status).toBe(200);
    expect((await browser.get("/api/user")).status).toBe(200);
  });

  it("gives this browser a new id and ends the others", async () => {
    world = await openHttpWorld();
    const { browser, login } = await world.member();
    const elsewhere = world.browser();
    await elsewhere.post("/api/login", login);
    const before = browser.cookies.get("sf");

    const change = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await browser.post("/api/user/password", change)).status).toBe(200);

    expect(browser.cookies.get("sf")).not.toBe(before);
    expect((await browser.get("/api/user")).status).toBe(200);
    expect((await elsewhere.get("/api/user")).status).toBe(401);
    expect((await elsewhere.post("/api/login", login)).status).toBe(401);
    expect((await elsewhere.post("/api/login", { ...login, password: NEW })).status).toBe(200);
  });

  it.each([
    [{ currentPassword: "wrong" }, 403, "The current password is not right."],
    [
      { newPassword: "short" },
      400,
      "The password needs at least 12 characters. A few words in a row are fine.",
    ],
    [{ newPassword: PASSWORD }, 400, "This is the password you have already."],
  ])("refuses %o in words", async (changes, status, details) => {
    world = await openHttpWorld();
    const { browser } = await world.member();
    const change = { currentPassword: PASSWORD, newPassword: NEW, ...changes };

    expect(await browser.post("/api/user/password", change)).toMatchObject({
      status,
      json: { details },
    });
  });
});

describe("deleting the account", () => {
  it("erases it, signs out and lets the names be taken again", async () => {
    world = await openHttpWorld();
    const { browser, login, user } = await world.member();

    expect((await browser.post("/api/user/delete", { password: "wrong" })).status).toBe(403);
    expect((await browser.post("/api/user/delete", { password: PASSWORD })).status).toBe(200);

    expect(await world.storage.read.users.byId(user.id)).toBeUndefined();
    expect(browser.cookies.has("sf")).toBe(false);
    expect((await browser.post("/api/login", login)).status).toBe(401);
  });

  it("waits for open orders to end, and says which", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.member();
    await browser.post("/api/orders", {
      symbol: "AAPL",
      side: "buy",
      orderType: "limit",
      limitPrice: 100,
      quantity: 3,
    });

    expect(await browser.post("/api/user/delete", { password: PASSWORD })).toMatchObject({
      status: 409,
      json: { code: "open-orders", details: expect.stringContaining("buy 3 AAPL") },
    });
    expect(await world.storage.read.users.byId(user.id)).toBeDefined();
  });
});

describe("two-step sign-in", () => {
  async function guarded(): Promise<
    Member & { readonly code: () => string; readonly recoveryCodes: readonly string[] }
  > {
    world = await openHttpWorld();
    const member = await world.member();
    const begun = (await member.browser.post("/api/totp/begin", { password: PASSWORD })).json;
    const code = () => plainCodeAt(begun.secret, world.needs.clock.now());
    const confirmed = await member.browser.post("/api/totp/confirm", { totpCode: code() });
    expect(confirmed.status).toBe(200);
    world.passTime(MINUTE_MS);
    return { ...member, code, recoveryCodes: confirmed.json.recoveryCodes };
  }

  it("is asked for once it was confirmed, and shown in the user's view", async () => {
    const { browser, login, code, recoveryCodes } = await guarded();

    expect((await browser.get("/api/user")).json).toMatchObject({ hasTotp: true });
    const elsewhere = world.browser();
    expect(await elsewhere.post("/api/login", login)).toMatchObject({
      status: 403,
      json: { code: "totp-required" },
    });
    expect(await elsewhere.post("/api/login", { ...login, totpCode: "000000" })).toMatchObject({
      status: 403,
      json: { code: "totp-wrong" },
    });
    const right = await elsewhere.post("/api/login", { ...login, totpCode: code() });
    expect(right).toMatchObject({ status: 200, json: { hasTotp: true } });
    const onPaper = await elsewhere.post("/api/login", { ...login, totpCode: recoveryCodes[0] });
    expect(onPaper.status).toBe(200);
  });

  it("goes off by password and code", async () => {
    const { browser, login, code } = await guarded();

    const wrong = { password: "wrong", totpCode: code() };
    expect((await browser.post("/api/totp/remove", wrong)).status).toBe(403);
    const right = { password: PASSWORD, totpCode: code() };
    expect((await browser.post("/api/totp/remove", right)).status).toBe(200);
    expect((await world.browser().post("/api/login", login)).status).toBe(200);
  });

  it("hands its secret to an authenticator, and never says it again", async () => {
    world = await openHttpWorld();
    const { browser, login } = await world.member();
    const begun = (await browser.post("/api/totp/begin", { password: PASSWORD })).json;

    expect(new URL(begun.uri).searchParams.get("secret")).toBe(begun.secret);
    expect(decodeURIComponent(begun.uri)).toContain(login.username);
    for (const path of ["/api/user", "/api/sign-ins"])
      expect((await browser.get(path)).text).not.toContain(begun.secret);
  });
});

describe("a demo visitor", () => {
  it.each([
    ["/api/user/password", { currentPassword: PASSWORD, newPassword: NEW }],
    ["/api/user/delete", { password: PASSWORD }],
    ["/api/totp/begin", { password: PASSWORD }],
    ["/api/tokens", { name: "Mine", scope: "read", password: PASSWORD }],
  ])("is told that %s is not for the demo", async (path, body) => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect(await browser.post(path, body)).toMatchObject({
      status: 403,
      json: { code: "demo-account", details: expect.stringContaining("Sign up") },
    });
  });
});
