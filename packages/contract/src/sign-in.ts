import { z } from "zod";
import { Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";

export const UserView = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  isDemo: z.boolean(),
  createdAt: Timestamp,
});
export type UserView = z.infer<typeof UserView>;

export const demoSignIn = endpoint({
  method: "post",
  path: "/api/demo-login",
  input: z.strictObject({}),
  output: UserView,
  access: "anyone",
});

export const signOut = endpoint({
  method: "post",
  path: "/api/logout",
  input: z.strictObject({}),
  output: z.object({ message: z.string() }),
  access: "anyone",
});

/** 401 while signed out; the browser reads that as "nobody". */
export const readUser = endpoint({
  method: "get",
  path: "/api/user",
  input: z.strictObject({}),
  output: UserView,
  access: "signed-in",
});

export const SubscriptionView = z.object({
  hasActiveSubscription: z.boolean(),
  isInTrial: z.boolean(),
  trialEndsAt: Timestamp.nullable(),
  daysRemaining: z.int().nonnegative(),
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

export const readSubscription = endpoint({
  method: "get",
  path: "/api/subscription/status",
  input: z.strictObject({}),
  output: SubscriptionView,
  access: "signed-in",
});
