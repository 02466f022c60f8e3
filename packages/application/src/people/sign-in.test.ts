import { describe, expect, it } from "vitest";
import { oneByOne } from "../testing/one-by-one.ts";

import { plainCodeAt } from "../testing/plain-codes.ts";
import { weakPlainHash } from "../testing/plain-hasher.ts";
import {
  alice,
  attempt,
  elsewhere,
  HOME,
  openSignInWorld,
  PASSWORD,
  type SignInWorld,
} from "../testing/sign-in-world.ts";
import { beginTotp, confirmTotp } from "./set-up-totp.ts";
import { signIn } from "./sign-in.ts";

const MINUTE_MS = 60_000;

const outcomeOf = async ({ needs }: SignInWorld, changes: Parameters<typeof attempt>[0] = {}) => {
  const answer = await signIn(needs)(attempt(changes));
  return answer.ok ? "ok" : answer.refusal.kind;
};

describe("signIn", () => {
  it("lets in who knows name, address and password, however the names are written", async () => {
    const world = await openSignInWorld();
    const user = await alice(world);

    expect(await signIn(world.needs)(attempt())).toEqual({ ok: true, value: user });
    expect(await outcomeOf(world, { username: "alice", email: "ALICE@example.com" })).toBe("ok");
  });

  it("answers the same whatever is wrong", async () => {
    const world = await openSignInWorld();
    await alice(world);
    for (const wrong of [
      { username: "Bob" },
      { email: "bob@example.com" },
      { password: "wrong" },
      { password: `${PASSWORD} ` },
      { password: PASSWORD.toUpperCase() },
    ])
      expect(await signIn(world.needs)(attempt({ ...wrong, origin: elsewhere(1) }))).toEqual({
        ok: false,
        refusal: { kind: "sign-in-failed" },
      });
  });

  it("hashes a password again that was hashed at less cost", async () => {
    const world = await openSignInWorld();
    const { id } = await alice(world);
    const { users } = oneByOne(world.storage);
    await users.change(id, (row) => ({ ...row, passwordHash: weakPlainHash(PASSWORD) }));

    expect(await outcomeOf(world, { password: "wrong" })).toBe("sign-in-failed");
    expect((await users.byId(id))?.passwordHash).toBe(weakPlainHash(PASSWORD));
    expect(await outcomeOf(world)).toBe("ok");
    expect((await users.byId(id))?.passwordHash).toMatch(/^plain/);
    expect(await outcomeOf(world)).toBe("ok");
  });

  it("lets a thousand guesses from one place through five at first, then ever fewer", async () => {
    const world = await openSignInWorld();
    await alice(world);
    const outcomes: string[] = [];
    for (let guess = 0; guess < 1_000; guess += 1) {
      outcomes.push(await outcomeOf(world, { password: `guess ${guess}` }));
      await world.clock.pass(1_000);
    }

    const tried = outcomes.filter((outcome) => outcome === "sign-in-failed");
    expect(tried.length).toBeLessThanOrEqual(10);
    expect(await outcomeOf(world)).toBe("too-many-tries");
    // A clean place, the right password: nobody is locked out by somebody else's guesses.
    expect(await outcomeOf(world, { origin: elsewhere(1) })).toBe("ok");
  });

  it("counts guesses that come at the same moment one by one", async () => {
    const world = await openSignInWorld();
    await alice(world);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, guess) => outcomeOf(world, { password: `guess ${guess}` })),
    );

    expect(outcomes.filter((outcome) => outcome === "sign-in-failed")).toHaveLength(5);
  });

  it("lets one network guess thirty times over all accounts in a quarter of an hour", async () => {
    const world = await openSignInWorld();
    const outcomes: string[] = [];
    for (let guess = 0; guess < 100; guess += 1)
      outcomes.push(await outcomeOf(world, { username: `user ${guess}` }));

    expect(outcomes.filter((outcome) => outcome === "sign-in-failed")).toHaveLength(30);
  });

  it("lets fifty places guess, and the owner in from a fifty-first", async () => {
    const world = await openSignInWorld();
    await alice(world);
    let tried = 0;
    for (let guess = 0; guess < 1_000; guess += 1) {
      const origin = elsewhere(guess % 50);
      const outcome = await outcomeOf(world, { password: `guess ${guess}`, origin });
      if (outcome === "sign-in-failed") tried += 1;
    }

    expect(tried).toBe(250);
    expect(await outcomeOf(world, { origin: elsewhere(51) })).toBe("ok");
  });

  it("lets no network keep others out of comparing passwords", async () => {
    const world = await openSignInWorld();
    await alice(world);
    const compared: string[] = [];
    const hasher = {
      ...world.hasher,
      verify: async (hash: string | undefined, password: string) => {
        compared.push(password);
        // Long enough for all to come.
        for (let ticks = 0; ticks < 2_000; ticks += 1) await Promise.resolve();
        return world.hasher.verify(hash, password);
      },
    };
    const enter = signIn({ ...world.needs, hasher });
    const flood = Array.from({ length: 30 }, (_, count) =>
      enter(attempt({ username: `nobody ${count}`, password: "guess", origin: elsewhere(1) })),
    );
    const owner = enter(attempt());
    const ends = await Promise.allSettled(flood);

    expect((await owner).ok).toBe(true);
    // Behind those that were at work when it came, and one of the flood's.
    expect(compared.indexOf(PASSWORD)).toBeLessThan(4);
    expect(ends.filter(({ status }) => status === "rejected").length).toBeGreaterThan(10);
  });

  it("forgets wrong guesses once the right password came", async () => {
    const world = await openSignInWorld();
    await alice(world);
    for (let round = 0; round < 20; round += 1) {
      expect(await outcomeOf(world, { password: "wrong" })).toBe("sign-in-failed");
      expect(await outcomeOf(world)).toBe("ok");
      await world.clock.pass(MINUTE_MS);
    }
  });

  it("never lets a demo account in by a password", async () => {
    const world = await openSignInWorld();
    const { id } = await alice(world);
    await oneByOne(world.storage).users.change(id, (row) => ({ ...row, isDemo: true }));

    expect(await outcomeOf(world)).toBe("sign-in-failed");
  });

  it("writes down who came in and who did not", async () => {
    const world = await openSignInWorld();
    const { id } = await alice(world);
    await outcomeOf(world, { password: "wrong" });
    await outcomeOf(world);

    const [last, before] = await world.storage.read.audit.latest(id, 2);
    expect(last).toMatchObject({ action: "sign-in", address: HOME.address });
    expect(before).toMatchObject({ action: "sign-in-failed", address: HOME.address });
  });
});

describe("signIn with a second factor", () => {
  async function guarded() {
    const world = await openSignInWorld();
    const user = await alice(world);
    const begun = await beginTotp(world.needs)(user, PASSWORD);
    if (!begun.ok) throw new Error(begun.refusal.kind);
    const { secret } = begun.value;
    const code = () => plainCodeAt(secret, world.clock.now());
    const confirmed = await confirmTotp(world.needs)(user, { totpCode: code(), address: "::1" });
    if (!confirmed.ok) throw new Error(confirmed.refusal.kind);
    await world.clock.pass(MINUTE_MS);
    return { world, user, code, recoveryCodes: confirmed.value.recoveryCodes };
  }

  it("asks for a code after the right password, and only then", async () => {
    const { world, code } = await guarded();

    expect(await outcomeOf(world)).toBe("totp-required");
    expect(await outcomeOf(world, { password: "wrong" })).toBe("sign-in-failed");
    expect(await outcomeOf(world, { password: "wrong", totpCode: code() })).toBe("sign-in-failed");
    expect(await outcomeOf(world, { totpCode: "000000" })).toBe("totp-wrong");
    expect(await outcomeOf(world, { totpCode: code() })).toBe("ok");
  });

  it("takes a code once, also when it comes twice at the same moment", async () => {
    const { world, code } = await guarded();
    const both = await Promise.all([
      outcomeOf(world, { totpCode: code() }),
      outcomeOf(world, { totpCode: code() }),
    ]);

    expect(both.sort()).toEqual(["ok", "totp-wrong"]);
    expect(await outcomeOf(world, { totpCode: code() })).toBe("totp-wrong");
    await world.clock.pass(MINUTE_MS);
    expect(await outcomeOf(world, { totpCode: code() })).toBe("ok");
  });

  it("takes each recovery code once, and says so in the audit", async () => {
    const { world, user, recoveryCodes } = await guarded();
    expect(recoveryCodes).toHaveLength(10);
    const [first, second] = recoveryCodes as [string, string];

    expect(await outcomeOf(world, { totpCode: first })).toBe("ok");
    expect(await outcomeOf(world, { totpCode: first })).toBe("totp-wrong");
    expect(await outcomeOf(world, { totpCode: second.replace("-", "") })).toBe("ok");
    const actions = (await world.storage.read.audit.latest(user.id, 50)).map(
      ({ action }) => action,
    );
    expect(actions.filter((action) => action === "recovery-code-used")).toHaveLength(2);
  });

  it("lets nobody who knows the password guess codes from many places", async () => {
    const { world } = await guarded();
    const outcomes: string[] = [];
    for (let guess = 0; guess < 100; guess += 1) {
      const totpCode = String(guess).padStart(6, "0");
      outcomes.push(await outcomeOf(world, { totpCode, origin: elsewhere(guess) }));
    }

    expect(outcomes.filter((outcome) => outcome === "totp-wrong").length).toBeLessThanOrEqual(10);
    expect(outcomes).toContain("too-many-tries");
  });

  it("frees no guesses by asking for the code in between", async () => {
    const { world } = await guarded();
    let tried = 0;
    for (let guess = 0; guess < 50; guess += 1) {
      if ((await outcomeOf(world, { totpCode: String(guess).padStart(6, "0") })) === "totp-wrong")
        tried += 1;
      await outcomeOf(world);
    }

    expect(tried).toBe(5);
  });
});
