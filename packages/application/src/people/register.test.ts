import { DEFAULT_WATCHLIST } from "@sevenfold/domain/stocks";
import { describe, expect, it } from "vitest";

import { oneByOne } from "../testing/one-by-one.ts";
import { alice, elsewhere, openSignInWorld, registration } from "../testing/sign-in-world.ts";
import { NOON } from "../testing/storage-rows.ts";
import { register } from "./register.ts";

const DAY_MS = 24 * 3_600_000;

describe("register", () => {
  it("makes a user with a trial of seven days, a portfolio, a watchlist and the broker's account", async () => {
    const world = await openSignInWorld();
    const user = await alice(world);

    expect(user).toMatchObject({
      username: "Alice",
      isDemo: false,
      subscriptionStatus: "trial",
      trialEndsAt: world.clock.now() + 7 * DAY_MS,
    });
    const { read } = world.storage;
    expect(await read.users.byId(user.id)).toEqual(user);
    expect(await read.portfolios.ofUser(user.id)).toMatchObject({ name: "Default" });
    expect(await read.watchlist.of(user.id)).toEqual(DEFAULT_WATCHLIST);
    const account = await read.accounts.selectedOf(user.id);
    expect(account).toMatchObject({ status: "active", label: "Primary Account" });
    expect(await read.settings.of(account!.id)).toMatchObject({ automationEnabled: false });
    expect((await read.audit.latest(user.id, 10)).map(({ action }) => action)).toEqual([
      "broker-connected",
      "register",
    ]);
  });

  it("keeps no password as it was typed", async () => {
    const { passwordHash } = await alice(await openSignInWorld());
    expect(passwordHash).not.toContain(registration().password);
  });

  it("writes nothing when the broker refuses the keys", async () => {
    const world = await openSignInWorld();
    world.shown("AK-0123456789").failure = "credentials";

    expect(await register(world.needs)(registration())).toMatchObject({
      ok: false,
      refusal: { kind: "broker-keys-refused" },
    });
    expect(await world.storage.read.users.bySignIn(registration())).toBeUndefined();

    world.shown("AK-0123456789").failure = undefined;
    expect((await register(world.needs)(registration())).ok).toBe(true);
  });

  it("writes nothing when the broker's account is another user's", async () => {
    const world = await openSignInWorld();
    await alice(world);
    const second = registration({ username: "Bob", email: "bob@example.com" });

    expect(await register(world.needs)(second)).toMatchObject({
      refusal: { kind: "broker-already-connected" },
    });
    expect(await world.storage.read.users.bySignIn(second)).toBeUndefined();
  });

  it("makes the account pending while the broker does not answer", async () => {
    const world = await openSignInWorld();
    world.shown("AK-0123456789").failure = "network";
    const user = await alice(world);

    expect(await world.storage.read.accounts.selectedOf(user.id)).toMatchObject({
      status: "pending",
    });
  });

  it.each([
    ["the name in other letters", { username: "ALICE", email: "other@example.com" }],
    ["the name in wide letters", { username: "ａｌｉｃｅ", email: "other@example.com" }],
    ["the address in other letters", { username: "Bob", email: "Alice@Example.COM" }],
    ["both", {}],
  ])("refuses what is taken, %s, always in the same words", async (_, names) => {
    const world = await openSignInWorld();
    await alice(world);

    expect(await register(world.needs)(registration(names))).toEqual({
      ok: false,
      refusal: { kind: "name-taken" },
    });
  });

  it("refuses a name that imitates another by a letter of another alphabet", async () => {
    const { needs } = await openSignInWorld();
    expect(await register(needs)(registration({ username: "\u0410lice" }))).toMatchObject({
      refusal: { kind: "name-unfit", field: "username", fault: "mixed-alphabets" },
    });
    expect(await register(needs)(registration({ username: "Ali\u200bce" }))).toMatchObject({
      refusal: { kind: "name-unfit", field: "username", fault: "invisible-characters" },
    });
  });

  it.each([
    ["short", "short one"],
    ["common", "p@ssword-1234"],
    ["personal", "Sevenfold2024"],
    ["personal", "alice-2024-x"],
    ["predictable", "123456789012"],
  ])("refuses a password that is %s before anybody is asked", async (fault, password) => {
    const world = await openSignInWorld();
    expect(await register(world.needs)(registration({ password }))).toEqual({
      ok: false,
      refusal: { kind: "password-unfit", fault },
    });
    expect(world.tried).toEqual([]);
  });

  it("answers a repeated request with the same user, also when both come at once", async () => {
    const world = await openSignInWorld();
    const wanted = registration({ idempotencyKey: "once" });

    const both = await Promise.all([register(world.needs)(wanted), register(world.needs)(wanted)]);
    const later = await register(world.needs)(wanted);

    const ids = [...both, later].map((each) => (each.ok ? each.value.id : each.refusal.kind));
    expect(new Set(ids).size).toBe(1);
    expect(await world.storage.read.accounts.ofUser(ids[0]!)).toHaveLength(1);
  });

  it("repeats no answer for another key, another password, or long after", async () => {
    const world = await openSignInWorld();
    await register(world.needs)(registration({ idempotencyKey: "once" }));
    const outcome = async (changes: object) => {
      const again = registration({ idempotencyKey: "once", isCounted: false, ...changes });
      const answer = await register(world.needs)(again);
      return answer.ok ? "ok" : answer.refusal.kind;
    };

    expect(await outcome({})).toBe("ok");
    expect(await outcome({ idempotencyKey: "twice" })).not.toBe("ok");
    expect(await outcome({ password: "another correct horse" })).not.toBe("ok");
    await world.clock.pass(2 * 3_600_000);
    expect(await outcome({})).not.toBe("ok");
  });

  it("repeats no answer once signing in asks for a code", async () => {
    const world = await openSignInWorld();
    const wanted = registration({ idempotencyKey: "once", isCounted: false });
    const made = await register(world.needs)(wanted);
    const userId = made.ok ? made.value.id : "";
    const begun = { userId, sealedSecret: "sealed", begunAt: NOON, recoveryHashes: [] };
    await oneByOne(world.storage).totp.put(begun);
    expect(await register(world.needs)(wanted)).toMatchObject({ ok: true });

    await oneByOne(world.storage).totp.put({ ...begun, confirmedAt: NOON });
    expect(await register(world.needs)(wanted)).toMatchObject({ ok: false });
  });

  it("lets one network register five times an hour, and another one all the same", async () => {
    const world = await openSignInWorld();
    const outcome = async (count: number, origin = registration().origin) => {
      const answer = await register(world.needs)(
        registration({
          username: `user ${count}`,
          email: `user${count}@example.com`,
          broker: { ...registration().broker, apiKey: `AK-${count}` },
          origin,
        }),
      );
      return answer.ok ? "ok" : answer.refusal;
    };

    for (const count of [1, 2, 3, 4, 5]) expect(await outcome(count)).toBe("ok");
    expect(await outcome(6)).toEqual({ kind: "too-many-tries", retryAfterSec: 3_600 });
    expect(await outcome(6, elsewhere(1))).toBe("ok");
    await world.clock.pass(3_600_000);
    expect(await outcome(7)).toBe("ok");
  });
});
