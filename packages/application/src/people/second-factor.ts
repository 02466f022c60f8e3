import type { Instant } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Identifiers } from "../ports/identifiers.ts";
import { contextOf } from "../ports/secret-vault.ts";
import type { Readers } from "../ports/stores/readers.ts";
import type { Totp } from "../ports/stores/totp-store.ts";
import type { SignInNeeds } from "./sign-in-needs.ts";
import { countTry, type TooManyTries } from "./throttling.ts";

/** Whether signing in asks for a code of it. One that was never confirmed asks for nothing. */
export const isInForce = (totp: Totp | undefined): totp is ConfirmedTotp =>
  totp?.confirmedAt !== undefined;

export type ConfirmedTotp = Totp & { readonly confirmedAt: Instant };

/** Whether the user has a second factor in force: live trading asks for one. */
export const hasSecondFactor = async (
  { totp }: Pick<Readers, "totp">,
  userId: string,
): Promise<boolean> => isInForce(await totp.of(userId));

/** Where the secret stands: it opens nowhere else. */
export const placeOfTotp = (userId: string): string =>
  contextOf({ table: "totp", rowId: userId, userId, field: "secret" });

export type CodeRefusal = { readonly kind: "totp-wrong" } | TooManyTries;

/**
 * Takes a code of the user's authenticator, or one of the recovery codes, each of them once.
 * Also of a factor that is not in force yet.
 */
export const takeCode =
  ({ clock, identifiers, oneTimeCodes, storage, throttleRules, vault }: SignInNeeds) =>
  async (known: Totp, code: string): Promise<Result<Totp, CodeRefusal>> => {
    const { sealedSecret, userId } = known;
    const at = clock.now();
    // Whoever comes this far knows the password: codes are guessed from anywhere, and counted so.
    const key = codeKeyOf(identifiers, userId);
    const refusal = await countTry(storage, key, { rule: throttleRules.codes, at });
    if (refusal) return refused(refusal);

    const secret = await vault.open(sealedSecret, placeOfTotp(userId));
    const step = oneTimeCodes.stepOf(secret, code, at);
    const recoveryHash = oneTimeCodes.recoveryHashOf(secret, code);
    return storage.transact(async ({ throttles, totp }) => {
      const taken = await totp.change<CodeRefusal>(userId, (current) =>
        current.sealedSecret === sealedSecret ? used(current, step, recoveryHash) : WRONG,
      );
      if (taken?.ok) await throttles.remove(key);
      return taken ?? WRONG;
    });
  };

/** Under which the user's wrong codes are counted. */
export const codeKeyOf = (
  { clientKeyOf }: Pick<Identifiers, "clientKeyOf">,
  userId: string,
): string => `code ${clientKeyOf(`code|${userId}`)}`;

function used(
  totp: Totp,
  step: number | undefined,
  recoveryHash: string,
): Result<Totp, CodeRefusal> {
  // A code that was seen over a shoulder is worth nothing once it was used.
  if (step !== undefined && (totp.lastStep ?? -1) < step) return ok({ ...totp, lastStep: step });
  const left = totp.recoveryHashes.filter((hash) => hash !== recoveryHash);
  if (left.length < totp.recoveryHashes.length) return ok({ ...totp, recoveryHashes: left });
  return WRONG;
}

const WRONG = refused({ kind: "totp-wrong" } as const);

/** Whether taking the code used up one of the recovery codes. */
export const wasRecovery = (before: Totp, after: Totp): boolean =>
  after.recoveryHashes.length < before.recoveryHashes.length;
