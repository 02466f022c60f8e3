import { describe, expect, it } from "vitest";

import { alice, openSignInWorld, type SignInWorld } from "../testing/sign-in-world.ts";
import {
  createApiToken,
  revokeApiToken,
  TOKENS_MAX,
  type TokenToCreate,
  useApiToken,
} from "./api-tokens.ts";

const DAY_MS = 24 * 3_600_000;
const wish = (changes: Partial<TokenToCreate> = {}): TokenToCreate => ({
  name: "My script",
  scope: "read",
  prefix: "sf_abcd",
  tokenHash: "a hash",
  address: "::1",
  ...changes,
});

async function pro(world: SignInWorld) {
  const { id } = await alice(world);
  const { users } = world.storage.read;
  return (await users.change(id, (row) => ({
    ...row,
    subscriptionStatus: "active",
    plan: "pro",
  })))!;
}

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

  it("are not for a trial, other plans, a plan that is not paid, or the demo", async () => {
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

  it("stop with the plan, and go on with it", async () => {
    const world = await openSignInWorld();
    const { id } = await pro(world);
    await createApiToken(world.needs)((await world.storage.read.users.byId(id))!, wish());
    const standAs = (subscriptionStatus: "active" | "past_due") =>
      world.storage.read.users.change(id, (row) => ({ ...row, subscriptionStatus }));

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
    const world = await openSignInWorld();
    const user = await pro(world);
    const made = await Promise.all(
      Array.from({ length: TOKENS_MAX + 3 }, (_, count) =>
        createApiToken(world.needs)(user, wish({ tokenHash: `hash ${count}` })),
      ),
    );

    expect(made.filter(({ ok }) => ok)).toHaveLength(TOKENS_MAX);
    expect(await createApiToken(world.needs)(user, wish())).toEqual({
      ok: false,
      refusal: { kind: "too-many-tokens", max: TOKENS_MAX },
    });
  });
});
