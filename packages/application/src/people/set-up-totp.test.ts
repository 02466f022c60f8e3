import { describe, expect, it } from "vitest";

import { plainCodeAt } from "../testing/plain-codes.ts";
import { alice, openSignInWorld, PASSWORD } from "../testing/sign-in-world.ts";
import { deleteUser } from "./delete-user.ts";
import { removeTotp } from "./remove-totp.ts";
import { hasSecondFactor, takeCode } from "./second-factor.ts";
import { beginTotp, confirmTotp } from "./set-up-totp.ts";

const MINUTE_MS = 60_000;

async function begun() {
  const world = await openSignInWorld();
  const user = await alice(world);
  const answer = await beginTotp(world.needs)(user, PASSWORD);
  if (!answer.ok) throw new Error(answer.refusal.kind);
  const code = () => plainCodeAt(answer.value.secret, world.clock.now());
  const confirm = () => confirmTotp(world.needs)(user, { totpCode: code(), address: "::1" });
  return { world, user, secret: answer.value.secret, code, confirm };
}

describe("setting up a second factor", () => {
  it("is in force only once a code was confirmed", async () => {
    const { world, user, confirm } = await begun();
    const { read } = world.storage;

    expect(await hasSecondFactor(read, user.id)).toBe(false);
    expect((await confirm()).ok).toBe(true);
    expect(await hasSecondFactor(read, user.id)).toBe(true);
  });

  it("keeps the secret sealed and the recovery codes hashed", async () => {
    const { world, user, secret, confirm } = await begun();
    const confirmed = await confirm();
    const stored = await world.storage.read.totp.of(user.id);

    // The vault of the tests writes the place before the secret.
    expect(stored?.sealedSecret).toBe(`totp|${user.id}|${user.id}|secret ${secret}`);
    for (const code of confirmed.ok ? confirmed.value.recoveryCodes : [])
      expect(JSON.stringify(stored)).not.toContain(code);
  });

  it("refuses a wrong code, a second one and one that nobody began", async () => {
    const { world, user, confirm } = await begun();
    const wrong = { totpCode: "000000", address: "::1" };

    expect(await confirmTotp(world.needs)(user, wrong)).toMatchObject({
      refusal: { kind: "totp-wrong" },
    });
    await confirm();
    expect(await confirm()).toMatchObject({ refusal: { kind: "totp-already-on" } });
    expect(await beginTotp(world.needs)(user, PASSWORD)).toMatchObject({
      refusal: { kind: "totp-already-on" },
    });
    expect(await confirmTotp(world.needs)(world.stranger, wrong)).toMatchObject({
      refusal: { kind: "totp-not-begun" },
    });
  });

  it("begins anew with another secret, and the first one is worth nothing", async () => {
    const { world, user, code, confirm } = await begun();
    const before = (await world.storage.read.totp.of(user.id))!;
    await beginTotp(world.needs)(user, PASSWORD);

    const refusal = { kind: "totp-wrong" };
    expect(await confirm()).toMatchObject({ refusal });
    // Also for who read it before it was replaced.
    expect(await takeCode(world.needs)(before, code())).toMatchObject({ refusal });
  });

  it("needs the password, and is not for demo visitors", async () => {
    const world = await openSignInWorld();
    const user = await alice(world);

    expect(await beginTotp(world.needs)(user, "wrong")).toMatchObject({
      refusal: { kind: "password-wrong" },
    });
    expect(await beginTotp(world.needs)({ ...user, isDemo: true }, PASSWORD)).toMatchObject({
      refusal: { kind: "demo-account" },
    });
  });
});

describe("a second factor in force", () => {
  it("is removed by password and code, and the code of its confirming is used up", async () => {
    const { world, user, code, confirm } = await begun();
    await confirm();
    const how = () => ({ password: PASSWORD, totpCode: code(), address: "::1" });

    expect(await removeTotp(world.needs)(user, how())).toMatchObject({
      refusal: { kind: "totp-wrong" },
    });
    await world.clock.pass(MINUTE_MS);
    expect(await removeTotp(world.needs)(user, { ...how(), password: "wrong" })).toMatchObject({
      refusal: { kind: "password-wrong" },
    });
    expect((await removeTotp(world.needs)(user, how())).ok).toBe(true);
    expect(await removeTotp(world.needs)(user, how())).toMatchObject({
      refusal: { kind: "totp-off" },
    });
  });

  it("is asked for before the user is deleted", async () => {
    const { world, user, code, confirm } = await begun();
    await confirm();
    await world.clock.pass(MINUTE_MS);
    const how = { password: PASSWORD, address: "::1" };

    expect(await deleteUser(world.needs)(user, how)).toMatchObject({
      refusal: { kind: "totp-required" },
    });
    expect((await deleteUser(world.needs)(user, { ...how, totpCode: code() })).ok).toBe(true);
  });
});
