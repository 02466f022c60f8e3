import { describe, expect, it } from "vitest";
import type { Announcement } from "../ports/announcer.ts";
import { oneByOne } from "../testing/one-by-one.ts";
import {
  alice,
  attempt,
  openSignInWorld,
  PASSWORD,
  type SignInWorld,
} from "../testing/sign-in-world.ts";
import { after, nextUuid, someUser } from "../testing/storage-rows.ts";
import { resetPassword } from "./reset-password.ts";
import { signIn } from "./sign-in.ts";

const NEW = "staple battery horse";
const wish = (changes: object = {}) => ({
  name: "alice",
  newPassword: NEW,
  removesTotp: false,
  ...changes,
});

const signingIn = ({ needs }: SignInWorld, password: string) =>
  signIn(needs)(attempt({ password }));

async function withSecondFactor(): Promise<SignInWorld & { readonly userId: string }> {
  const world = await openSignInWorld();
  const { id: userId } = await alice(world);
  const at = world.clock.now();
  await oneByOne(world.storage).totp.put({
    userId,
    sealedSecret: "sealed",
    begunAt: at,
    confirmedAt: at,
    recoveryHashes: [],
  });
  return { ...world, userId };
}

describe("resetPassword", () => {
  it.each(["Alice", "ALICE@example.com"])("lets %s in with the new one alone", async (name) => {
    const world = await openSignInWorld();
    const user = await alice(world);

    expect(await resetPassword(world.needs)(wish({ name }))).toMatchObject({
      ok: true,
      value: { id: user.id, username: "Alice" },
    });
    expect((await signingIn(world, PASSWORD)).ok).toBe(false);
    expect((await signingIn(world, NEW)).ok).toBe(true);
  });

  it("ends every sign-in and token of the user, and nobody else's", async () => {
    const world = await openSignInWorld();
    const { id: userId } = await alice(world);
    const { apiTokens, signIns, users } = oneByOne(world.storage);
    const other = someUser();
    await users.add(other);
    for (const owner of [userId, other.id]) {
      await signIns.put({ sidHash: owner, userId: owner, content: {}, expiresAt: after(1e12) });
      await apiTokens.add(someToken(owner));
    }

    await resetPassword(world.needs)(wish());

    const { read } = world.storage;
    const now = world.clock.now();
    expect(await signIns.ofUser(userId, now)).toEqual([]);
    expect(await signIns.ofUser(other.id, now)).toHaveLength(1);
    expect(await read.apiTokens.ofUser(userId)).toEqual([]);
    expect(await read.apiTokens.ofUser(other.id)).toHaveLength(1);
    expect((await read.audit.latest(userId, 1))[0]).toMatchObject({ action: "password-reset" });
  });

  it("says so to the user's open windows, and nothing where nobody is found", async () => {
    const world = await openSignInWorld();
    const { id: userId } = await alice(world);
    const heard: Announcement[] = [];
    world.needs.announcer.listen((announcement) => heard.push(announcement));

    await resetPassword(world.needs)(wish({ name: "bob" }));
    expect(heard).toEqual([]);
    await resetPassword(world.needs)(wish());
    expect(heard).toEqual([{ accountId: "", userId, topic: "sign-ins" }]);
  });

  it("keeps the second factor, unless that is lost too", async () => {
    const world = await withSecondFactor();

    await resetPassword(world.needs)(wish());
    expect(await signingIn(world, NEW)).toMatchObject({ refusal: { kind: "totp-required" } });

    await resetPassword(world.needs)(wish({ removesTotp: true }));
    expect((await signingIn(world, NEW)).ok).toBe(true);
    expect(await world.storage.read.totp.of(world.userId)).toBeUndefined();
  });

  it.each([
    [{ name: "nobody" }, { kind: "user-not-found" }],
    [{ name: "visitor" }, { kind: "demo-account" }],
    [{ newPassword: "short" }, { kind: "password-unfit", fault: "short" }],
    [{ newPassword: "alice-2024-x" }, { kind: "password-unfit", fault: "personal" }],
  ])("refuses %o and changes nothing", async (changes, refusal) => {
    const world = await openSignInWorld();
    await alice(world);
    const visitor = someUser({ username: "visitor", isDemo: true });
    await oneByOne(world.storage).users.add(visitor);

    expect(await resetPassword(world.needs)(wish(changes))).toEqual({ ok: false, refusal });
    expect((await signingIn(world, PASSWORD)).ok).toBe(true);
    expect(await world.storage.read.users.byId(visitor.id)).toEqual(visitor);
  });

  it("is nothing for who is being deleted, and is let in no more", async () => {
    const world = await openSignInWorld();
    const user = await alice(world);
    const expiresAt = world.clock.now();
    await world.storage.transact(({ users }) =>
      users.change(user.id, (row) => ({ ...row, expiresAt })),
    );

    expect(await resetPassword(world.needs)(wish())).toEqual({
      ok: false,
      refusal: { kind: "user-leaves" },
    });
    expect((await world.storage.read.users.byId(user.id))?.passwordHash).toBe(user.passwordHash);
  });

  it("does not choose between two whom the name is of", async () => {
    const world = await openSignInWorld();
    await alice(world);
    await oneByOne(world.storage).users.add(someUser({ username: "alice@example.com" }));

    expect(await resetPassword(world.needs)(wish({ name: "alice@example.com" }))).toEqual({
      ok: false,
      refusal: { kind: "name-of-two" },
    });
    expect((await signingIn(world, PASSWORD)).ok).toBe(true);
  });
});

const someToken = (userId: string) => ({
  id: nextUuid(),
  userId,
  name: "a program",
  scope: "read" as const,
  prefix: "p",
  tokenHash: userId,
  createdAt: after(0),
  expiresAt: after(1e12),
});
