import type { User } from "../ports/stores/user-store.ts";
import { confirmPassword } from "./confirm-password.ts";
import { isInForce, takeCode } from "./second-factor.ts";
import type { SignInNeeds } from "./sign-in-needs.ts";

/** What somebody who is signed in shows again before a deed that outlives the window. */
export interface Confirmation {
  readonly password: string;
  readonly totpCode?: string | undefined;
}

/** Asks for the password, and for a code where signing in asks for one. Undefined when both are right. */
export const confirmPerson =
  (needs: SignInNeeds) =>
  async (user: User, { password, totpCode }: Confirmation) =>
    (await confirmPassword(needs)(user, password)) ?? (await codeRefusal(needs, user.id, totpCode));

async function codeRefusal(needs: SignInNeeds, userId: string, code: string | undefined) {
  const totp = await needs.storage.read.totp.of(userId);
  if (!isInForce(totp)) return undefined;
  if (code === undefined) return { kind: "totp-required" } as const;
  const taken = await takeCode(needs)(totp, code);
  return taken.ok ? undefined : taken.refusal;
}
