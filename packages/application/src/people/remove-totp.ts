import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { User } from "../ports/stores/user-store.ts";
import { endedText } from "./api-tokens.ts";
import { confirmPassword } from "./confirm-password.ts";
import { isInForce, takeCode } from "./second-factor.ts";
import type { TotpRefusal } from "./set-up-totp.ts";
import type { SignInNeeds } from "./sign-in-needs.ts";

/**
 * Signing in asks for a password alone again, and API tokens end. Live trading does not go on without
 * a second factor.
 */
export const removeTotp =
  (needs: SignInNeeds) =>
  async (
    user: User,
    how: { readonly password: string; readonly totpCode: string; readonly address: string },
  ): Promise<Result<{ readonly tokensEnded: number }, TotpRefusal>> => {
    const { announcer, clock, storage } = needs;
    const refusal = await confirmPassword(needs)(user, how.password);
    if (refusal) return refused(refusal);
    const known = await storage.read.totp.of(user.id);
    if (!isInForce(known)) return refused({ kind: "totp-off" });
    const taken = await takeCode(needs)(known, how.totpCode);
    if (!taken.ok) return taken;
    const tokensEnded = await storage.transact(async ({ apiTokens, audit, totp, users }) => {
      await users.change(user.id, (row) => row);
      await totp.remove(user.id);
      const ended = await apiTokens.removeOfUser(user.id);
      const line = { at: clock.now(), userId: user.id, address: how.address, ...endedText(ended) };
      await audit.add({ ...line, action: "totp-removed" });
      return ended;
    });
    announcer.announce({ accountId: "", userId: user.id, topic: "accounts-changed" });
    return ok({ tokensEnded });
  };
