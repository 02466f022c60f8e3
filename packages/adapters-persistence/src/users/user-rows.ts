import {
  PAYMENT_MODES,
  PLANS,
  SUBSCRIPTION_STATUSES,
  type User,
} from "@sevenfold/application/ports/stores/user-store";
import { EntitySchema } from "typeorm";
import { flag, generatedUuid, HIDDEN, instantAt, now, OPTIONAL, oneOf, text } from "../columns.ts";

/** The specification's users; the names of two columns are its own, whoever takes the money. */
export interface UserRow extends User {
  readonly foldedUsername: string;
  readonly foldedEmail: string;
}

export const userSchema = new EntitySchema<UserRow>({
  name: "users",
  columns: {
    id: generatedUuid(),
    username: text(),
    passwordHash: text({ name: "password" }),
    email: text(),
    isDemo: flag({ default: false }),
    customerId: text({ ...OPTIONAL, name: "stripe_customer_id" }),
    subscriptionId: text({ ...OPTIONAL, name: "stripe_subscription_id" }),
    subscriptionStatus: text({ default: "trial" }),
    plan: text(OPTIONAL),
    trialEndsAt: instantAt(OPTIONAL),
    subscriptionEndsAt: instantAt(OPTIONAL),
    subscriptionCancelsAt: instantAt(OPTIONAL),
    billingMode: text(OPTIONAL),
    trialUsedAt: instantAt(OPTIONAL),
    billingReadAt: instantAt(OPTIONAL),
    createdAt: now(),
    expiresAt: instantAt(OPTIONAL),
    foldedUsername: text(HIDDEN),
    foldedEmail: text(HIDDEN),
  },
  uniques: [
    { name: "uq_users_folded_username", columns: ["foldedUsername"] },
    { name: "uq_users_folded_email", columns: ["foldedEmail"] },
    { name: "uq_users_stripe_customer_id", columns: ["customerId"] },
  ],
  indices: [{ name: "ix_users_expires_at", columns: ["expiresAt"] }],
  checks: [
    oneOf("users", "subscription_status", SUBSCRIPTION_STATUSES),
    oneOf("users", "plan", PLANS),
    oneOf("users", "billing_mode", PAYMENT_MODES),
  ],
});
