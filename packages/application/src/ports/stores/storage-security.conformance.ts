import { instant } from "@sevenfold/domain/market";
import { ok, refused } from "@sevenfold/domain/result";
import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { after, NOON, nextUuid, seed } from "../../testing/storage-rows.ts";
import type { ApiToken } from "./api-token-store.ts";
import { AUDIT_TEXT_MAX, type AuditEntry } from "./audit-store.ts";
import type { PendingAuthorisation } from "./authorisation-store.ts";
import type { Storage, Tables } from "./storage.ts";
import type { Throttle } from "./throttle-store.ts";
import type { Totp } from "./totp-store.ts";

export function describeAuthorisations(storage: Storage): void {
  it("keeps one authorisation under way for an account, until it is taken or over", async () => {
    const { account, user } = await seed(storage);
    const { authorisations } = oneByOne(storage);
    const pending: PendingAuthorisation = {
      accountId: account.id,
      userId: user.id,
      sidHash: "a browser",
      requestToken: "re/quest+=",
      sealedRequestSecret: "sealed",
      expiresAt: after(5),
    };
    await authorisations.put({ ...pending, requestToken: "the first" });
    await authorisations.put(pending);

    expect(await authorisations.of(account.id)).toEqual(pending);
    expect(await authorisations.removeExpired(after(4))).toBe(0);
    expect(await authorisations.removeExpired(after(5))).toBe(1);
    expect(await authorisations.of(account.id)).toBeUndefined();
    await authorisations.put(pending);
    await authorisations.remove(account.id);
    expect(await authorisations.of(account.id)).toBeUndefined();
  });

  it("takes an authorisation under way with its user", async () => {
    const { account, user } = await seed(storage);
    await oneByOne(storage).authorisations.put({
      accountId: account.id,
      userId: user.id,
      sidHash: "a browser",
      requestToken: "token",
      sealedRequestSecret: "sealed",
      expiresAt: after(5),
    });
    await storage.transact(({ users }) => users.remove(user.id));

    expect(await storage.read.authorisations.of(account.id)).toBeUndefined();
  });
}

export function describeAudit(storage: Storage): void {
  it("keeps the audit's lines in order, and tells the newest first", async () => {
    const userId = nextUuid();
    const first: AuditEntry = { at: NOON, userId, action: "sign-in", address: "::1", text: "Zoë" };
    const second: AuditEntry = { at: NOON, userId, action: "sign-out" };
    await oneByOne(storage).audit.add(first);
    await storage.transact(({ audit }) => audit.add(second));
    await oneByOne(storage).audit.add({ at: after(1), action: "sign-in-failed", text: "nobody" });

    expect(await storage.read.audit.latest(userId, 10)).toEqual([second, first]);
    expect(await storage.read.audit.latest(userId, 1)).toEqual([second]);
    expect(await storage.read.audit.latest(userId, 0)).toEqual([]);
    expect(await storage.read.audit.latest(userId, 1, ["sign-in", "register"])).toEqual([first]);
    expect(await storage.read.audit.latest(userId, 1, [])).toEqual([]);
  });

  it("keeps a line of the audit on one line, and short", async () => {
    const userId = nextUuid();
    const add = (text: string) =>
      oneByOne(storage).audit.add({ at: NOON, userId, action: "register", text });
    await add("x".repeat(2 * AUDIT_TEXT_MAX));
    await add("alice\r\n2026 sign-in\0");

    const [last, first] = await storage.read.audit.latest(userId, 10);
    expect(last?.text).toBe("alice\\r\\n2026 sign-in\\u0000");
    expect(first?.text).toBe("x".repeat(AUDIT_TEXT_MAX));
  });

  it("writes no line of the audit when the transaction it belongs to fails", async () => {
    const userId = nextUuid();
    const failing = storage.transact(async ({ audit }) => {
      await audit.add({ at: NOON, userId, action: "register" });
      throw new Error("nothing of it happened");
    });

    await expect(failing).rejects.toThrow("nothing of it");
    expect(await storage.read.audit.latest(userId, 10)).toEqual([]);
  });

  it("keeps the audit of a user who is gone", async () => {
    const { user } = await seed(storage);
    await oneByOne(storage).audit.add({ at: NOON, userId: user.id, action: "user-deleted" });
    await storage.transact(({ users }) => users.remove(user.id));

    expect(await storage.read.users.byId(user.id)).toBeUndefined();
    expect(await storage.read.audit.latest(user.id, 10)).toHaveLength(1);
    expect(await storage.read.audit.latest("another product's user", 10)).toEqual([]);
  });
}

export function describeSecondFactors(storage: Storage): void {
  it("keeps one second factor a user, and clears what a change leaves out", async () => {
    const { user } = await seed(storage);
    const begun: Totp = {
      userId: user.id,
      sealedSecret: "sealed",
      begunAt: NOON,
      recoveryHashes: [],
    };
    const whole = { ...begun, confirmedAt: after(1), lastStep: 59_000_000, recoveryHashes: ["a"] };
    const { totp } = oneByOne(storage);
    await totp.put(begun);
    expect(await totp.of(user.id)).toEqual(begun);

    expect(await totp.change(user.id, () => ok(whole))).toEqual(ok(whole));
    expect(await totp.of(user.id)).toEqual(whole);
    expect(await totp.change(user.id, () => refused({ kind: "no" }))).toEqual(
      refused({ kind: "no" }),
    );
    expect(await totp.of(user.id)).toEqual(whole);
    await totp.put(begun);
    expect(await totp.of(user.id)).toEqual(begun);

    await totp.remove(user.id);
    expect(await totp.of(user.id)).toBeUndefined();
    expect(await totp.change(user.id, ok)).toBeUndefined();
  });

  it("lets one of ten who change a second factor at the same time be the first", async () => {
    const { user } = await seed(storage);
    await oneByOne(storage).totp.put({
      userId: user.id,
      sealedSecret: "sealed",
      begunAt: NOON,
      recoveryHashes: [],
    });
    const tenTimes = <Value>(work: (tables: Tables) => Promise<Value>) =>
      Promise.all(Array.from({ length: 10 }, () => storage.transact(work)));
    // None of them waits for a connection afterwards.
    await tenTimes(({ totp }) => totp.of(user.id));
    const answers = await tenTimes(({ totp }) =>
      totp.change(user.id, (row) =>
        row.lastStep === undefined ? ok({ ...row, lastStep: 1 }) : refused({ kind: "used" }),
      ),
    );

    expect(answers.filter((answer) => answer?.ok)).toHaveLength(1);
  });
}

export function describeApiTokens(storage: Storage): void {
  it("finds a token by its hash, lists a user's and removes them for their owner only", async () => {
    const [owner, stranger] = [(await seed(storage)).user, (await seed(storage)).user];
    const first = someToken(owner.id);
    const second: ApiToken = {
      ...someToken(owner.id),
      scope: "manage",
      createdAt: after(1),
      lastUsedAt: after(2),
      expiresAt: after(3),
    };
    const { apiTokens } = oneByOne(storage);
    for (const token of [second, first]) await apiTokens.add(token);

    expect(await apiTokens.byHash(first.tokenHash)).toEqual(first);
    expect(await apiTokens.byHash("another")).toBeUndefined();
    expect(await apiTokens.ofUser(owner.id)).toEqual([first, second]);
    await apiTokens.noteUse(first.id, after(9));
    expect(await apiTokens.byHash(first.tokenHash)).toEqual({ ...first, lastUsedAt: after(9) });

    expect(await apiTokens.remove(stranger.id, first.id)).toBe(false);
    expect(await apiTokens.remove(owner.id, "no id")).toBe(false);
    expect(await apiTokens.remove(owner.id, first.id)).toBe(true);
    expect(await apiTokens.remove(owner.id, first.id)).toBe(false);
    expect(await apiTokens.ofUser(owner.id)).toEqual([second]);
  });

  it("removes all tokens of a user at once, and nobody else's", async () => {
    const [owner, stranger] = [(await seed(storage)).user, (await seed(storage)).user];
    const kept = { ...someToken(stranger.id), scope: "trade" as const };
    const { apiTokens } = oneByOne(storage);
    for (const token of [someToken(owner.id), someToken(owner.id), kept])
      await apiTokens.add(token);

    expect(await apiTokens.removeOfUser(owner.id)).toBe(2);
    expect(await apiTokens.removeOfUser(owner.id)).toBe(0);
    expect(await apiTokens.ofUser(owner.id)).toEqual([]);
    expect(await apiTokens.ofUser(stranger.id)).toEqual([kept]);
  });

  it("forgets second factor and tokens with their user", async () => {
    const { user } = await seed(storage);
    const token = someToken(user.id);
    const { apiTokens, totp, users } = oneByOne(storage);
    await apiTokens.add(token);
    await totp.put({ userId: user.id, sealedSecret: "s", begunAt: NOON, recoveryHashes: [] });

    await users.remove(user.id);

    expect(await apiTokens.byHash(token.tokenHash)).toBeUndefined();
    expect(await totp.of(user.id)).toBeUndefined();
  });
}

export function describeThrottles(storage: Storage): void {
  it("counts every one of ten tries at the same time", async () => {
    const key = nextUuid();
    const tried = (throttle: Throttle | undefined): Throttle => ({
      key,
      count: (throttle?.count ?? 0) + 1,
      since: NOON,
      forgetAt: after(10),
    });
    const { throttles } = oneByOne(storage);
    await Promise.all(Array.from({ length: 10 }, () => throttles.change(key, tried)));

    expect(await throttles.of(key)).toMatchObject({ count: 10 });
    await throttles.change(key, (throttle) => ({ ...throttle!, blockedUntil: after(5) }));
    expect(await throttles.of(key)).toEqual({
      key,
      count: 10,
      since: NOON,
      blockedUntil: after(5),
      forgetAt: after(10),
    });
    await throttles.change(key, tried);
    expect(await throttles.of(key)).not.toHaveProperty("blockedUntil");
    await throttles.remove(key);
    expect(await throttles.of(key)).toBeUndefined();
  });

  it("forgets throttles whose time is over", async () => {
    const at = instant(Date.UTC(2020, 0, 1));
    const { throttles } = oneByOne(storage);
    const [over, open] = [nextUuid(), nextUuid()];
    await throttles.change(over, () => ({ key: over, count: 1, since: at, forgetAt: at }));
    await throttles.change(open, () => ({
      key: open,
      count: 1,
      since: at,
      forgetAt: instant(at + 1),
    }));

    expect(await throttles.removeExpired(at)).toBe(1);
    expect(await throttles.of(over)).toBeUndefined();
    expect(await throttles.of(open)).toBeDefined();
  });
}

function someToken(userId: string): ApiToken {
  const id = nextUuid();
  return {
    id,
    userId,
    name: "My script",
    scope: "read",
    prefix: "sf_abcd",
    tokenHash: `hash of ${id}`,
    createdAt: NOON,
    expiresAt: after(90),
  };
}
