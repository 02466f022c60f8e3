import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { oneByOne } from "../testing/one-by-one.ts";
import { alice, attempt, elsewhere, openSignInWorld, PASSWORD } from "../testing/sign-in-world.ts";
import { someUser } from "../testing/storage-rows.ts";
import { confirmPassword } from "./confirm-password.ts";
import { signIn } from "./sign-in.ts";
import { liftSignInWaits, signInWaitsOf } from "./sign-in-waits.ts";

const TRIES = 5;

async function locked(addresses = 1) {
  const world = await openSignInWorld();
  const user = await alice(world);
  const needs = { ...world.needs, networkOf: (address: string) => address };
  const wrong = (index: number) =>
    signIn(world.needs)(attempt({ password: "wrong", origin: elsewhere(index) }));
  for (let index = 0; index < addresses; index += 1)
    for (let tries = 0; tries < TRIES; tries += 1) await wrong(index);
  const enter = (index: number) => signIn(world.needs)(attempt({ origin: elsewhere(index) }));
  return { ...world, needs, user, enter };
}

describe("signInWaitsOf", () => {
  it("tells of each network the user failed from until when the next try waits", async () => {
    const { clock, needs, user } = await locked(2);

    const until = instant(clock.now() + MINUTE_MS);
    expect(await signInWaitsOf(needs, user)).toEqual([
      { network: elsewhere(1).network, until },
      { network: elsewhere(0).network, until },
    ]);
  });

  it("tells nothing of waits that are over, and nothing of anybody else", async () => {
    const { clock, needs, user } = await locked();
    expect(await signInWaitsOf(needs, someUser())).toEqual([]);

    await clock.pass(MINUTE_MS);
    expect(await signInWaitsOf(needs, user)).toEqual([]);
  });
});

describe("liftSignInWaits", () => {
  it("lets the user in at once, and notes it", async () => {
    const { enter, needs, storage, user } = await locked(2);
    expect((await enter(0)).ok).toBe(false);

    const lifted = await liftSignInWaits(needs)("ALICE@example.com", []);

    expect(lifted).toMatchObject({ ok: true, value: { user: { id: user.id } } });
    expect(lifted.ok && lifted.value.lifted).toHaveLength(2);
    expect((await enter(0)).ok).toBe(true);
    expect((await enter(1)).ok).toBe(true);
    expect(await storage.read.audit.latest(user.id, 1, ["sign-in-waits-lifted"])).toMatchObject([
      { text: "by the operator: 2 in force" },
    ]);
  });

  it("lifts what waits under a name with another's address where the network is named", async () => {
    const { needs, user } = await locked(0);
    const here = { origin: elsewhere(3) };
    for (let tries = 0; tries < TRIES; tries += 1)
      await signIn(needs)(attempt({ ...here, email: "alcie@example.com" }));
    const enter = () => signIn(needs)(attempt(here));

    await liftSignInWaits(needs)(user.username, []);
    expect((await enter()).ok).toBe(false);
    await liftSignInWaits(needs)(user.username, [here.origin.address]);
    expect((await enter()).ok).toBe(true);
  });

  it("forgets wrong passwords of who is signed in, and nobody else's tries", async () => {
    const { needs, user, storage } = await locked(0);
    const other = someUser({ passwordHash: user.passwordHash });
    await oneByOne(storage).users.add(other);
    const both = [user, other];
    for (const each of both)
      for (let tries = 0; tries < TRIES; tries += 1) await confirmPassword(needs)(each, "wrong");

    await liftSignInWaits(needs)(user.username, []);

    expect(await confirmPassword(needs)(user, PASSWORD)).toBeUndefined();
    expect(await confirmPassword(needs)(other, PASSWORD)).toMatchObject({ kind: "too-many-tries" });
  });

  it("refuses a name nobody has", async () => {
    const { needs } = await locked(0);
    expect(await liftSignInWaits(needs)("bob", [])).toMatchObject({
      refusal: { kind: "user-not-found" },
    });
  });
});
