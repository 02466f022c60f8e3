import * as tokens from "@sevenfold/contract/api-tokens";
import * as signIn from "@sevenfold/contract/sign-in";
import { type Answer, answer, Refusal } from "./answer.ts";
import { RIGHT_CODE, TRADER } from "./invented-account.ts";
import { BILLING_ANSWERS, subscriptionOf } from "./invented-billing-answers.ts";
import type { InventedWorld } from "./invented-world.ts";

/** Signing in and up, and what belongs to whoever did. */
export const ACCOUNT_ANSWERS: readonly Answer[] = [
  answer(signIn.demoSignIn, (world) => {
    world.signedIn = true;
    return world.user;
  }),
  answer(signIn.signIn, (world, { username, email, password, totpCode }) => {
    if (username !== TRADER.username || email !== TRADER.email || password !== world.password)
      throw new Refusal(401, {
        code: "sign-in-failed",
        error: "Login failed",
        details: "Username, email and password do not match an account.",
      });
    if (world.user.hasTotp) checkCode(totpCode);
    world.signedIn = true;
    world.user = { ...TRADER, hasTotp: world.user.hasTotp };
    return world.user;
  }),
  answer(signIn.register, (world, { username, email, password }) => {
    if (username === TRADER.username)
      throw new Refusal(409, {
        code: "name-taken",
        error: "Registration failed",
        details: "This username or email is already in use.",
      });
    world.signedIn = true;
    world.password = password;
    world.user = { ...TRADER, username, email };
    return world.user;
  }),
  answer(signIn.signOut, (world) => {
    world.signedIn = false;
    return { message: "Signed out" };
  }),
  answer(signIn.readUser, ({ user }) => user),
  answer(signIn.readSubscription, subscriptionOf),
  ...BILLING_ANSWERS,
  answer(signIn.changePassword, (world, { currentPassword, newPassword }) => {
    checkPassword(world, currentPassword);
    world.password = newPassword;
    world.signIns = world.signIns.filter(({ isCurrent }) => isCurrent);
    return { message: "Your password is changed. Every other sign-in has ended." };
  }),
  answer(signIn.deleteUser, (world, { password, totpCode }) => {
    checkPassword(world, password);
    if (world.user.hasTotp) checkCode(totpCode);
    world.signedIn = false;
    return { message: "Your account is deleted." };
  }),
  answer(signIn.listSignIns, ({ signIns }) => signIns),
  answer(signIn.revokeSignIn, (world, { id }) => {
    world.signIns = world.signIns.filter((each) => each.id !== id);
    return world.signIns;
  }),
  answer(signIn.revokeOtherSignIns, (world) => {
    world.signIns = world.signIns.filter(({ isCurrent }) => isCurrent);
    return world.signIns;
  }),
  answer(signIn.beginTotp, (world, { password }) => {
    checkPassword(world, password);
    const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    return { secret, uri: `otpauth://totp/Sevenfold:trader?secret=${secret}&issuer=Sevenfold` };
  }),
  answer(signIn.confirmTotp, (world, { totpCode }) => {
    checkCode(totpCode);
    world.user = { ...world.user, hasTotp: true };
    world.tokens = [];
    return {
      message: "Two-step sign-in is on.",
      recoveryCodes: Array.from({ length: 8 }, (_, index) => `AB${index + 2}D-EFGH`),
    };
  }),
  answer(signIn.removeTotp, (world, { password, totpCode }) => {
    checkPassword(world, password);
    checkCode(totpCode);
    world.user = { ...world.user, hasTotp: false };
    world.tokens = [];
    return { message: "Two-step sign-in is off." };
  }),
  answer(tokens.listApiTokens, ({ tokens: listed }) => listed),
  answer(tokens.createApiToken, (world, { name, scope, expiresInDays, password, totpCode }) => {
    if (world.plan !== "pro")
      throw new Refusal(402, {
        code: "plan-required",
        error: "API tokens are part of the Pro plan.",
      });
    checkPassword(world, password);
    if (world.user?.hasTotp) checkCode(totpCode ?? "");
    const token = {
      id: `0e8b1c1a-2f5e-4d5b-9b60-${String(world.tokens.length).padStart(12, "0")}`,
      name,
      scope,
      prefix: "svf_4kq2",
      createdAt: new Date(world.now()).toISOString(),
      lastUsedAt: null,
      expiresAt: new Date(world.now() + expiresInDays * 86_400_000).toISOString(),
    };
    world.tokens = [token, ...world.tokens];
    return { ...token, token: "svf_4kq2nXb0uYw7" };
  }),
  answer(tokens.revokeApiToken, (world, { id }) => {
    world.tokens = world.tokens.filter((each) => each.id !== id);
    return world.tokens;
  }),
];

function checkPassword(world: InventedWorld, password: string): void {
  if (password !== world.password)
    throw new Refusal(403, {
      code: "password-wrong",
      error: "Wrong password",
      details: "The current password is not right.",
    });
}

function checkCode(code: string | undefined): void {
  if (code === undefined)
    throw new Refusal(401, {
      code: "totp-required",
      error: "Code needed",
      details: "Enter the code of your authenticator.",
    });
  if (code !== RIGHT_CODE)
    throw new Refusal(401, {
      code: "totp-wrong",
      error: "Wrong code",
      details: "This code is not right or was used already.",
    });
}
