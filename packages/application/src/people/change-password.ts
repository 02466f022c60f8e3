import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { User } from "../ports/stores/user-store.ts";
import { endedText } from "./api-tokens.ts";
import { newPasswordRefusal } from "./check-new-password.ts";
import { confirmPassword } from "./confirm-password.ts";
import type { SignInNeeds } from "./sign-in-needs.ts";
import type { SignInRefusal } from "./sign-in-refusal.ts";

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** The sign-in that asks. */
  readonly sidHash: string;
  readonly address: string;
}

export type PasswordRefusal = SignInRefusal | { readonly kind: "demo-account" };

export interface PasswordChanged {
  readonly user: User;
  readonly tokensEnded: number;
}

/** Gives the user another password, and ends every API token and every sign-in but the one that asks. */
export const changePassword =
  (needs: SignInNeeds) =>
  async (
    user: User,
    { address, currentPassword, newPassword, sidHash }: PasswordChange,
  ): Promise<Result<PasswordChanged, PasswordRefusal>> => {
    const { announcer, clock, hasher, storage } = needs;
    const refusal =
      (await confirmPassword(needs)(user, currentPassword)) ??
      newPasswordRefusal(needs, newPassword, user);
    if (refusal) return refused(refusal);
    if (newPassword === currentPassword) return refused({ kind: "password-unchanged" });

    const passwordHash = await hasher.hash(newPassword);
    const changed = await storage.transact(async ({ apiTokens, audit, signIns, users }) => {
      // Of two changes at the same time, the one that knew the latest password counts.
      let isLatest = false;
      const row = await users.change(user.id, (current) => {
        isLatest = current.passwordHash === user.passwordHash;
        return isLatest ? { ...current, passwordHash } : current;
      });
      if (!row || !isLatest) return undefined;
      await signIns.removeOfUser(user.id, sidHash);
      const tokensEnded = await apiTokens.removeOfUser(user.id);
      const line = { at: clock.now(), userId: user.id, address, ...endedText(tokensEnded) };
      await audit.add({ ...line, action: "password-changed" });
      return { user: row, tokensEnded };
    });
    if (!changed) return refused({ kind: "password-wrong" });
    announcer.announce({ accountId: "", userId: user.id, topic: "sign-ins" });
    return ok(changed);
  };
