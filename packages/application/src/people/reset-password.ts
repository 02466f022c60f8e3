import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { User } from "../ports/stores/user-store.ts";
import type { Ports } from "../ports.ts";
import { newPasswordRefusal } from "./check-new-password.ts";
import { type NamedRefusal, namedUser } from "./named-user.ts";
import type { SignInRefusal } from "./sign-in-refusal.ts";

export interface PasswordReset {
  /** The user's username or address. */
  readonly name: string;
  readonly newPassword: string;
  /** For who lost the second factor too: it is set up anew, and live trading waits for it. */
  readonly removesTotp: boolean;
}

export type ResetRefusal = NamedRefusal | Extract<SignInRefusal, { kind: "password-unfit" }>;

/**
 * Gives a user who forgot the password another one, by the operator's hand. Every sign-in and API
 * token of the user ends, also under open windows; a second factor stays unless it is to go too.
 */
export const resetPassword =
  (needs: Pick<Ports, "announcer" | "clock" | "commonPasswords" | "hasher" | "storage">) =>
  async ({
    name,
    newPassword,
    removesTotp,
  }: PasswordReset): Promise<Result<User, ResetRefusal>> => {
    const { announcer, clock, hasher, storage } = needs;
    const named = await namedUser(needs, name);
    if (!named.ok) return named;
    const user = named.value;
    const refusal = newPasswordRefusal(needs, newPassword, user);
    if (refusal) return refused(refusal);

    const passwordHash = await hasher.hash(newPassword);
    const changed = await storage.transact(async ({ apiTokens, audit, signIns, totp, users }) => {
      const row = await users.change(user.id, (current) => ({ ...current, passwordHash }));
      if (!row) return undefined;
      await signIns.removeOfUser(user.id);
      await apiTokens.removeOfUser(user.id);
      if (removesTotp) await totp.remove(user.id);
      const text = removesTotp ? "with the second factor" : "the second factor stays";
      const line = { at: clock.now(), userId: user.id, text };
      await audit.add({ ...line, action: "password-reset" });
      return row;
    });
    if (!changed) return refused({ kind: "user-not-found" });
    announcer.announce({ accountId: "", userId: changed.id, topic: "sign-ins" });
    return ok(changed);
  };
