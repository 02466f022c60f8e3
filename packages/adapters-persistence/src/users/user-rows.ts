import { PLANS, SUBSCRIPTION_STATUSES, type User } from "@sevenfold/application/ports/storage";
import { EntitySchema } from "typeorm";
import { flag, generatedUuid, HIDDEN, instantAt, now, OPTIONAL, oneOf, text } from "../columns.ts";

/** The specification's users, with what billing will fill. */
export interface UserRow extends User {
  readonly stripeCustomerId?: string;
  readonly stripeSubscriptionId?: string;
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
    stripeCustomerId: text({ ...OPTIONAL, ...HIDDEN }),
    stripeSubscriptionId: text({ ...OPTIONAL, ...HIDDEN }),
    subscriptionStatus: text({ default: "trial" }),
    plan: text(OPTIONAL),
    trialEndsAt: instantAt(OPTIONAL),
    subscriptionEndsAt: instantAt(OPTIONAL),
    createdAt: now(),
    expiresAt: instantAt(OPTIONAL),
    foldedUsername: text(HIDDEN),
    foldedEmail: text(HIDDEN),
  },
  uniques: [
    { name: "uq_users_folded_username", columns: ["foldedUsername"] },
    { name: "uq_users_folded_email", columns: ["foldedEmail"] },
  ],
  indices: [{ name: "ix_users_expires_at", columns: ["expiresAt"] }],
  checks: [
    oneOf("users", "subscription_status", SUBSCRIPTION_STATUSES),
    oneOf("users", "plan", PLANS),
  ],
});
