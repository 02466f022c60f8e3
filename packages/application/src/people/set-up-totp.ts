import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { User } from "../ports/stores/user-store.ts";
import { endedText } from "./api-tokens.ts";
import { confirmPassword } from "./confirm-password.ts";
import { isInForce, placeOfTotp, takeCode } from "./second-factor.ts";
import type { SignInNeeds } from "./sign-in-needs.ts";
import type { SignInRefusal } from "./sign-in-refusal.ts";

export type TotpRefusal = SignInRefusal | { readonly kind: "demo-account" };

/** A secret for an authenticator. Nothing asks for its codes before one of them was confirmed. */
export const beginTotp =
  (needs: SignInNeeds) =>
  async (
    user: User,
    password: string,
  ): Promise<Result<{ readonly secret: string; readonly uri: string }, TotpRefusal>> => {
    const { clock, oneTimeCodes, storage, vault } = needs;
    const refusal = await confirmPassword(needs)(user, password);
    if (refusal) return refused(refusal);
    const secret = oneTimeCodes.newSecret();
    const begun = {
      userId: user.id,
      sealedSecret: await vault.seal(secret, placeOfTotp(user.id)),
      begunAt: clock.now(),
      recoveryHashes: [],
    };
    const isBegun = await storage.transact(async ({ totp, users }) => {
      // One at a time: the row that would be locked may not be there yet.
      await users.change(user.id, (row) => row);
      if (isInForce(await totp.of(user.id))) return false;
      await totp.put(begun);
      return true;
    });
    if (!isBegun) return refused({ kind: "totp-already-on" });
    return ok({ secret, uri: oneTimeCodes.uriOf(secret, user.username) });
  };

export interface Confirmation {
  readonly totpCode: string;
  readonly address: string;
}

export interface TotpConfirmed {
  /** Nobody can read them again. */
  readonly recoveryCodes: readonly string[];
  readonly tokensEnded: number;
}

/** From now on signing in asks for a code. API tokens were made without one, and end. */
export const confirmTotp =
  (needs: SignInNeeds) =>
  async (
    { id, isDemo }: User,
    { address, totpCode }: Confirmation,
  ): Promise<Result<TotpConfirmed, TotpRefusal>> => {
    const { announcer, clock, oneTimeCodes, storage, vault } = needs;
    if (isDemo) return refused({ kind: "demo-account" });
    const begun = await storage.read.totp.of(id);
    if (!begun) return refused({ kind: "totp-not-begun" });
    if (isInForce(begun)) return refused({ kind: "totp-already-on" });
    const taken = await takeCode(needs)(begun, totpCode);
    if (!taken.ok) return taken;

    const secret = await vault.open(begun.sealedSecret, placeOfTotp(id));
    const recoveryCodes = oneTimeCodes.newRecoveryCodes();
    const recoveryHashes = recoveryCodes.map((code) => oneTimeCodes.recoveryHashOf(secret, code));
    const at = clock.now();
    const set = await storage.transact(async ({ apiTokens, audit, totp, users }) => {
      // A token that is being made meanwhile comes before, and ends, or after, and asks for a code.
      await users.change(id, (row) => row);
      const confirmed = await totp.change(id, (current) =>
        isInForce(current) || current.sealedSecret !== begun.sealedSecret
          ? refused({ kind: "totp-not-begun" } as const)
          : ok({ ...current, confirmedAt: at, recoveryHashes }),
      );
      if (!confirmed?.ok) return refused({ kind: "totp-not-begun" } as const);
      const tokensEnded = await apiTokens.removeOfUser(id);
      const line = { at, userId: id, address, ...endedText(tokensEnded) };
      await audit.add({ ...line, action: "totp-enabled" });
      return ok({ recoveryCodes, tokensEnded });
    });
    // A second factor is what live accounts wait for.
    if (set.ok) announcer.announce({ accountId: "", userId: id, topic: "accounts-changed" });
    return set;
  };
