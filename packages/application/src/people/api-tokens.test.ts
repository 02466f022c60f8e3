import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { User } from "../ports/stores/user-store.ts";
import { oneByOne } from "../testing/one-by-one.ts";
import { plainCodeAt } from "../testing/plain-codes.ts";
import { alice, openSignInWorld, PASSWORD, type SignInWorld } from "../testing/sign-in-world.ts";
import {
  createApiToken,
  revokeApiToken,
  TOKENS_MAX,
  type TokenToCreate,
  useApiToken,
} from "./api-tokens.ts";
import { changePassword } from "./change-password.ts";
import { removeTotp } from "./remove-totp.ts";
import { beginTotp, confirmTotp } from "./set-up-totp.ts";

const DAY_MS = 24 * 3_600_000;
const wish = (changes: Partial<TokenToCreate> = {}): TokenToCreate => ({
  name: "My script",
  scope: "read",
  prefix: "sf_abcd",
  tokenHash: "a hash",
  expiresInDays: 90,
  password: PASSWORD,
  address: "::1",
  ...changes,
});

async function pro(world: SignInWorld) {
  const { id } = await alice(world);
  const { users } = oneByOne(world.storage);
  return (await users.change(id, (row) => ({
    ...row,
    subscriptionStatus: "active",
    plan: "pro",
  })))!;
}

async function secondFactor({ clock, needs }: SignInWorld, user: User) {
  const begun = await beginTotp(needs)(user, PASSWORD);
  if (!begun.ok) throw new Error(begun.refusal.kind);
  const code = () => plainCodeAt(begun.value.secret, clock.now());
  const confirmed = await confirmTotp(needs)(user, { totpCode: code(), address: "::1" });
  return { code, confirmed };
}

const newPassword = ({ needs }: SignInWorld, user: User) =>
  changePassword(needs)(user, {
    currentPassword: PASSWORD,
    newPassword: "staple battery horse",
    sidHash: "a",
    address: "::1",
  });

describe("API tokens", () => {
  it("are made with the Pro plan, and act for their user", async () => {
    const world = await openSignInWorld();
    const user = await pro(world);
    const made = await createApiToken(world.needs)(user, wish());

    expect(made).toMatchObject({ ok: true, value: { scope: "read", prefix: "sf_abcd" } });
    expect(await useApiToken(world.needs)("a hash")).toMatchObject({
      ok: true,
      value: { user: { id: user.id }, token: { scope: "read" } },
    });
    expect(await useApiToken(world.needs)("another")).toMatchObject({
      refusal: { kind: "token-refused" },
    });
  });

  it("are not for the trial of a new account, other plans, a plan that is not paid, or the demo", async () => {
    const world = await openSignInWorld();
    const user = await pro(world);
    const { plan: _, ...trial } = user;
    for (const other of [
      trial,
      { ...user, plan: "premium" as const },
      { ...user, subscriptionStatus: "past_due" as const },
    ])
      expect(await createApiToken(world.needs)(other, wish())).toMatchObject({
        refusal: { kind: "plan-required", plan: "pro" },
      });
    expect(await createApiToken(world.needs)({ ...user, isDemo: true }, wish())).toMatchObject({
      refusal: { kind: "demo-account" },
    });
  });

  it("are made and used in the free days of the Pro plan, and no longer than they last", async () => {
    const world = await openSignInWorld();
    const { id } = await pro(world);
    const { users } = oneByOne(world.storage);
    const user = (await users.change(id, (row) => ({
      ...row,
      subscriptionStatus: "trialing",
      trialEndsAt: instant(world.clock.now() + 60_000),
    })))!;
    expect((await createApiToken(world.needs)(user, wish())).ok).toBe(true);
    expect((await useApiToken(world.needs)("a hash")).ok).toBe(true);

    await world.clock.pass(60_000);
    expect(await useApiToken(world.needs)("a hash")).toMatchObject({
      refusal: { kind: "plan-required" },
    });
  });

  it("are made by whoever shows the password again, and by nobody else", async () => {
    const world = await openSignInWorld();
    const user = await pro(world);

    expect(await createApiToken(world.needs)(user, wish({ password: "wrong" }))).toMatchObject({
      refusal: { kind: "password-wrong" },
    });
    expect(await world.storage.read.apiTokens.ofUser(user.id)).toEqual([]);
    expect((await createApiToken(world.needs)(user, wish())).ok).toBe(true);
  });

  it("are made with a code too, where signing in asks for one", async () => {
    const world = await openSignInWorld();
    const user = await pro(world);
    const { code } = await secondFactor(world, user);
    await world.clock.pass(60_000);

    expect(await createApiToken(world.needs)(user, wish())).toMatchObject({
      refusal: { kind: "totp-required" },
    });
    expect(await createApiToken(world.needs)(user, wish({ totpCode: "000000" }))).toMatchObject({
      refusal: { kind: "totp-wrong" },
    });
    expect((await createApiToken(world.needs)(user, wish({ totpCode: code() }))).ok).toBe(true);
  });

  it("end with the password, the user's only, and the audit says how many", async () => {
    const world = await openSignInWorld();
    const user = await pro(world);
    const created = [wish(), wish({ tokenHash: "second" })];
    for (const each of created) await createApiToken(world.needs)(user, each);

    expect(await newPassword(world, user)).toMatchObject({ ok: true, value: { tokensEnded: 2 } });
    expect((await useApiToken(world.needs)("a hash")).ok).toBe(false);
    expect((await useApiToken(world.needs)("second")).ok).toBe(false);
    expect((await world.storage.read.audit.latest(user.id, 1))[0]).toMatchObject({
      action: "password-changed",
      text: "2 API tokens ended",
    });
  });

  it("end when a second factor is put on, and when it is taken off", async () => {
    const world = await openSignInWorld();
    const user = await pro(world);
    await createApiToken(world.needs)(user, wish());
    const { code, confirmed } = await secondFactor(world, user);

    expect(confirmed).toMatchObject({ ok: true, value: { tokensEnded: 1 } });
    expect((await useApiToken(world.needs)("a hash")).ok).toBe(false);

    await world.clock.pass(60_000);
    await createApiToken(world.needs)(user, wish({ totpCode: code() }));
    await world.clock.pass(60_000);
    const how = { password: PASSWORD, totpCode: code(), address: "::1" };
    expect(await removeTotp(world.needs)(user, how)).toMatchObject({ value: { tokensEnded: 1 } });
    expect((await useApiToken(world.needs)("a hash")).ok).toBe(false);
  });

  it("are not made with a password or without a code that went out of date meanwhile", async () => {
    const world = await openSignInWorld();
    const user = await pro(world);
    const { passwordHash } = user;
    const hasher = {
      ...world.needs.hasher,
      // Another window changes what lets in, after this one has shown it.
      verify: async (hash: string | undefined, password: string) => {
        const verified = await world.needs.hasher.verify(hash, password);
        await meanwhile();
        return verified;
      },
    };
    let meanwhile = async (): Promise<unknown> =>
      oneByOne(world.storage).users.change(user.id, (row) => ({ ...row, passwordHash: "another" }));
    const create = () => createApiToken({ ...world.needs, hasher })(user, wish());

    expect(await create()).toMatchObject({ refusal: { kind: "password-wrong" } });
    await oneByOne(world.storage).users.change(user.id, (row) => ({ ...row, passwordHash }));
    meanwhile = async () => {
      meanwhile = async () => undefined;
      await secondFactor(world, user);
    };
    expect(await create()).toMatchObject({ refusal: { kind: "totp-required" } });
    expect(await world.storage.read.apiTokens.ofUser(user.id)).toEqual([]);
  });

  it("are not made without a code where a second factor was put on as they were being written", async () => {
    const world = await openSignInWorld();
    const user = await pro(world);
    const { transact } = world.storage;
    let times = 0;
    const storage: typeof world.storage = {
      ...world.storage,
      // A guess is counted, and was none; the third writes the token.
      async transact(...asked) {
        times += 1;
        if (times === 3) await secondFactor(world, user);
        return transact(...asked);
      },
    };
    const made = await createApiToken({ ...world.needs, storage })(user, wish());

    expect(made).toMatchObject({ ok: false, refusal: { kind: "totp-required" } });
    expect(await world.storage.read.apiTokens.ofUser(user.id)).toEqual([]);
  });

  it("stop with the plan, and go on with it", async () => {
    const world = await openSignInWorld();
    const { id } = await pro(world);
    await createApiToken(world.needs)((await world.storage.read.users.byId(id))!, wish());
    const standAs = (subscriptionStatus: "active" | "past_due") =>
      oneByOne(world.storage).users.change(id, (row) => ({ ...row, subscriptionStatus }));

    await standAs("past_due");
    expect(await useApiToken(world.needs)("a hash")).toMatchObject({
      refusal: { kind: "plan-required" },
    });
    await standAs("active");
    expect((await useApiToken(world.needs)("a hash")).ok).toBe(true);
  });

  it("end when their time is over, or when they are revoked by their owner", async () => {
    const world = await openSignInWorld();
    const user = await pro(world);
    await createApiToken(world.needs)(user, wish({ expiresInDays: 1 }));
    const second = await createApiToken(world.needs)(user, wish({ tokenHash: "second" }));
    const id = second.ok ? second.value.id : "";
    const from = { id, address: "::1" };

    expect(await revokeApiToken(world.needs)(world.stranger, from)).toMatchObject({
      refusal: { kind: "token-not-found" },
    });
    expect((await useApiToken(world.needs)("second")).ok).toBe(true);
    expect((await revokeApiToken(world.needs)(user, from)).ok).toBe(true);
    expect((await useApiToken(world.needs)("second")).ok).toBe(false);

    await world.clock.pass(DAY_MS - 1);
    expect((await useApiToken(world.needs)("a hash")).ok).toBe(true);
    await world.clock.pass(1);
    expect((await useApiToken(world.needs)("a hash")).ok).toBe(false);
  });

  it("note their use once a minute at most", async () => {
    const world = await openSignInWorld();
    const user = await pro(world);
    await createApiToken(world.needs)(user, wish());
    const usedAt = async () => (await world.storage.read.apiTokens.ofUser(user.id))[0]?.lastUsedAt;

    await useApiToken(world.needs)("a hash");
    const first = await usedAt();
    expect(first).toBe(world.clock.now());
    await world.clock.pass(59_999);
    await useApiToken(world.needs)("a hash");
    expect(await usedAt()).toBe(first);
    await world.clock.pass(1);
    await useApiToken(world.needs)("a hash");
    expect(await usedAt()).toBe(world.clock.now());
  });

  it("are twenty at most, also when they are made at the same moment", async () => {
    const { needs, ...world } = await openSignInWorld();
    const user = await pro({ needs, ...world });
    // More right passwords at once than may be guessed.
    const confirmation = { ...needs.throttleRules.confirmation, triesMax: 100 };
    const create = createApiToken({
      ...needs,
      throttleRules: { ...needs.throttleRules, confirmation },
    });
    const made = await Promise.all(
      Array.from({ length: TOKENS_MAX + 3 }, (_, count) =>
        create(user, wish({ tokenHash: `hash ${count}` })),
      ),
    );

    expect(made.filter(({ ok }) => ok)).toHaveLength(TOKENS_MAX);
    expect(await create(user, wish())).toEqual({
      ok: false,
      refusal: { kind: "too-many-tokens", max: TOKENS_MAX },
    });
  });
});
