import { PLANS, SUBSCRIPTION_STATUSES } from "@sevenfold/application/ports/stores/user-store";
import { z } from "zod";
import { listOf, Time } from "./document-parts.ts";

/** What `sevenfold user list --json` prints. */
export const UserListDocument = z.strictObject({
  schemaVersion: z.literal(1),
  /** In the order of their usernames. */
  users: listOf(
    z.strictObject({
      id: z.string(),
      username: z.string(),
      email: z.string(),
      createdAt: Time,
      /** What is paid for. */
      plan: z.enum(PLANS).nullable(),
      subscriptionStatus: z.enum(SUBSCRIPTION_STATUSES),
      /** Broker accounts that were not removed. */
      accounts: z.number(),
      lastSeenAt: Time.nullable(),
      hasSecondFactor: z.boolean(),
      /** Asked to be deleted and is let in no more. */
      isLeaving: z.boolean(),
      /** Tries to sign in wait; network null: for the next code, from wherever it comes. */
      waits: listOf(z.strictObject({ network: z.string().nullable(), until: Time })),
    }),
  ),
  /** The username to give to --after for those that follow; null: there are none. */
  next: z.string().nullable(),
});
export type UserListDocument = z.infer<typeof UserListDocument>;
