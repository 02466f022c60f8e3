import { describe, expect, it } from "vitest";
import { oneByOne } from "../testing/one-by-one.ts";
import {
  alice,
  attempt,
  openSignInWorld,
  PASSWORD,
  type SignInWorld,
} from "../testing/sign-in-world.ts";
import { after } from "../testing/storage-rows.ts";
import { changePassword } from "./change-password.ts";
import { signIn } from "./sign-in.ts";

const NEW = "staple battery horse";
const wish = (changes: object = {}) => ({
  currentPassword: PASSWORD,
  newPassword: NEW,
  sidHash: "a",
  address: "::1",
  ...changes,
});

const signedIn = async ({ needs }: SignInWorld, password: string) =>
  (await signIn(needs)(attempt({ password }))).ok;

describe("changePassword", () => {
  it("lets in with the new password, and with the old one no more", async () => {
    const world = await openSignInWorld();
    const user = await alice(world);

    expect((await changePassword(world.needs)(user, wish())).ok).toBe(true);
    expect(await signedIn(world, PASSWORD)).toBe(false);
    expect(await signedIn(world, NEW)).toBe(true);
  });

  it("ends every other sign-in of the user, and says so to open windows", async () => {
    const world = await openSignInWorld();
    const user = await alice(world);
    const { signIns } = oneByOne(world.storage);
    const topics: string[] = [];
    world.needs.announcer.listen(({ topic }) => topics.push(topic));
    for (const sidHash of ["a", "b"])
      await signIns.put({ sidHash, userId: user.id, content: {}, expiresAt: after(1e12) });

    await changePassword(world.needs)(user, wish());

    const left = await signIns.ofUser(user.id, world.clock.now());
    expect(left.map(({ sidHash }) => sidHash)).toEqual(["a"]);
    expect(topics).toContain("sign-ins");
  });

  it.each([
    [{ currentPassword: "wrong" }, { kind: "password-wrong" }],
    [{ newPassword: "short" }, { kind: "password-unfit", fault: "short" }],
    [{ newPassword: "alice-2024-x" }, { kind: "password-unfit", fault: "personal" }],
    [{ newPassword: PASSWORD }, { kind: "password-unchanged" }],
  ])("refuses %o", async (changes, refusal) => {
    const world = await openSignInWorld();
    const user = await alice(world);

    expect(await changePassword(world.needs)(user, wish(changes))).toEqual({ ok: false, refusal });
    expect(await signedIn(world, PASSWORD)).toBe(true);
  });

  it("is no way to guess the password", async () => {
    const world = await openSignInWorld();
    const user = await alice(world);
    const kinds: string[] = [];
    for (let guess = 0; guess < 50; guess += 1) {
      const answer = await changePassword(world.needs)(
        user,
        wish({ currentPassword: `guess ${guess}` }),
      );
      kinds.push(answer.ok ? "ok" : answer.refusal.kind);
    }

    expect(kinds.filter((kind) => kind === "password-wrong")).toHaveLength(5);
    expect(kinds.at(-1)).toBe("too-many-tries");
  });

  it("lets one of two changes at the same time be the one", async () => {
    const world = await openSignInWorld();
    const user = await alice(world);
    const both = await Promise.all([
      changePassword(world.needs)(user, wish()),
      changePassword(world.needs)(user, wish({ newPassword: "another new horse" })),
    ]);

    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("is not for demo visitors", async () => {
    const world = await openSignInWorld();
    const user = { ...(await alice(world)), isDemo: true };

    expect(await changePassword(world.needs)(user, wish())).toMatchObject({
      refusal: { kind: "demo-account" },
    });
  });
});
