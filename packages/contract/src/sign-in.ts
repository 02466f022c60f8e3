import { z } from "zod";
import { BrokerKeys, KEY_LETTERS, KEY_UNSENDABLE, NO_KEYS } from "./brokers.ts";
import { count } from "./counts.ts";
import { Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { Password, TotpCode } from "./person-fields.ts";

const NoInput = z.strictObject({});

const Username = z
  .string("Username is required")
  .trim()
  .min(1, "Username is required")
  .max(64, "Username must have at most 64 characters");
const Email = z
  .string("Email is required")
  .trim()
  .min(1, { error: "Email is required", abort: true })
  .max(254, "Email must have at most 254 characters")
  .pipe(z.email("Please enter a valid email address"));

export const UserView = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  isDemo: z.boolean(),
  /** When a demo account is gone with all that is in it; null: it stays. */
  endsAt: Timestamp.nullable(),
  /** Signing in asks for a code of an authenticator too. */
  hasTotp: z.boolean(),
  createdAt: Timestamp,
});
export type UserView = z.infer<typeof UserView>;

export const demoSignIn = endpoint("demoSignIn", {
  input: z.strictObject({}),
  output: UserView,
});

export const signOut = endpoint("signOut", {
  input: z.strictObject({}),
  output: z.object({ message: z.string() }),
});

/** 401 while signed out; the browser reads that as "nobody". */
export const readUser = endpoint("readUser", {
  input: z.strictObject({}),
  output: UserView,
});

export const SubscriptionView = z.object({
  hasActiveSubscription: z.boolean(),
  isInTrial: z.boolean(),
  trialEndsAt: Timestamp.nullable(),
  daysRemaining: count("days"),
  status: z.enum([
    "active",
    "trialing",
    "past_due",
    "canceled",
    "unpaid",
    "none",
    "trial",
    "trial_expired",
    "no_subscription",
  ]),
  planType: z.enum(["basic", "premium", "pro"]).nullable(),
  requiresPayment: z.boolean(),
});
export type SubscriptionView = z.infer<typeof SubscriptionView>;

export const readSubscription = endpoint("readSubscription", {
  input: z.strictObject({}),
  output: SubscriptionView,
});

/** Username, email and password must all match one account. 403 `totp-required` asks for the code. */
export const signIn = endpoint("signIn", {
  input: z.strictObject({
    username: Username,
    email: Email,
    password: Password,
    totpCode: TotpCode.optional(),
  }),
  output: UserView,
});

/** The first step of signing up, which the browser checks by itself. */
export const AccountDetails = z.strictObject({
  username: Username,
  email: Email,
  password: Password,
});
export type AccountDetails = z.infer<typeof AccountDetails>;

/** Both steps in one call; signs in at once. */
export const register = endpoint("register", {
  input: AccountDetails.extend({
    brokerProvider: BrokerKeys.shape.provider,
    brokerApiKey: z
      .string(NO_KEYS)
      .trim()
      .min(1, NO_KEYS)
      .max(256, "The API key is too long")
      .regex(KEY_LETTERS, KEY_UNSENDABLE),
    brokerSecretKey: z
      .string(NO_KEYS)
      .trim()
      .min(1, NO_KEYS)
      .max(256, "The secret key is too long")
      .regex(KEY_LETTERS, KEY_UNSENDABLE),
    brokerAccountLabel: BrokerKeys.shape.accountLabel,
  }),
  output: UserView,
});

/** Every other sign-in and every API token end with it; this sign-in gets a new id. */
export const changePassword = endpoint("changePassword", {
  input: z.strictObject({ currentPassword: Password, newPassword: Password }),
  output: z.object({ message: z.string() }),
});

/** Refused with 409 while orders are open. A subscription ends at once, automation stops, keys and rows are gone for good. */
export const deleteUser = endpoint("deleteUser", {
  input: z.strictObject({ password: Password, totpCode: TotpCode.optional() }),
  output: z.object({ message: z.string() }),
});

export const SignInView = z.object({
  id: z.string(),
  signedInAt: Timestamp,
  lastSeenAt: Timestamp,
  expiresAt: Timestamp,
  /** Browser and system in words, as its request headers told: "Firefox on Linux". */
  device: z.string(),
  isCurrent: z.boolean(),
});
export type SignInView = z.infer<typeof SignInView>;

export const listSignIns = endpoint("listSignIns", {
  input: NoInput,
  output: z.array(SignInView),
});

export const revokeSignIn = endpoint("revokeSignIn", {
  input: z.strictObject({ id: z.string().regex(/^[\w-]{8,64}$/) }),
  output: z.array(SignInView),
});

/** All but the one that asks. */
export const revokeOtherSignIns = endpoint("revokeOtherSignIns", {
  input: NoInput,
  output: z.array(SignInView),
});

/** A secret for an authenticator, not in force before a code of it is confirmed. */
export const beginTotp = endpoint("beginTotp", {
  input: z.strictObject({ password: Password }),
  output: z.object({ secret: z.string(), uri: z.string() }),
});

/** API tokens end with it. Recovery codes are shown this once. */
export const confirmTotp = endpoint("confirmTotp", {
  input: z.strictObject({ totpCode: TotpCode }),
  output: z.object({ message: z.string(), recoveryCodes: z.array(z.string()).max(10) }),
});

/** API tokens end with it. */
export const removeTotp = endpoint("removeTotp", {
  input: z.strictObject({ password: Password, totpCode: TotpCode }),
  output: z.object({ message: z.string() }),
});
