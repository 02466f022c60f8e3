import { foldedName } from "@sevenfold/domain/person-name";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import { isOver, type User } from "../ports/stores/user-store.ts";
import type { RequestOrigin } from "./request-origin.ts";
import { isInForce, takeCode, wasRecovery } from "./second-factor.ts";
import type { EnteringNeeds, SignInNeeds } from "./sign-in-needs.ts";
import type { SignInRefusal } from "./sign-in-refusal.ts";
import { countTry, takeBackIn, takeBackTry } from "./throttling.ts";

export interface SignInAttempt {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** Of an authenticator, or a recovery code. */
  readonly totpCode?: string | undefined;
  readonly origin: RequestOrigin;
}

export type SignIn = (attempt: SignInAttempt) => Promise<Result<User, SignInRefusal>>;

/**
 * Finds out whether somebody is who they say. Username, address and password must belong to one
 * account, and nothing tells which of them does not: neither the answer nor the time it takes.
 * Each try is counted before it is known to be right; no account is ever locked for everybody, and
 * no network keeps others out: each has its turn where passwords are compared.
 */
export const signIn =
  (needs: EnteringNeeds): SignIn =>
  async (attempt) => {
    const { clock, hasher, places, storage } = needs;
    const { network } = attempt.origin;
    const keys = tryKeysOf(needs, { network, username: attempt.username });
    const tooMany = await countTries(needs, keys);
    if (tooMany) return refused(tooMany);

    const user = await storage.read.users.bySignIn(attempt);
    const { isRight, isWeak } = await places.take(network, () =>
      hasher.verify(user?.passwordHash, attempt.password),
    );
    if (!user || !isRight || user.isDemo || isOver(user, clock.now()))
      return fail(needs, user, attempt);

    const second = await passSecond(needs, user, attempt);
    if (!second.ok) {
      if (second.refusal.kind === "totp-required") await takeBack(needs, keys);
      else await fail(needs, user, attempt);
      return second;
    }
    places.know(network);
    const passwordHash = isWeak ? await hasher.hash(attempt.password) : user.passwordHash;
    await storage.transact(async (tables) => {
      if (isWeak)
        await tables.users.change(user.id, (row) =>
          row.passwordHash === user.passwordHash ? { ...row, passwordHash } : row,
        );
      await tables.throttles.remove(keys.ofAccount);
      await takeBackIn(tables, keys.ofNetwork);
      const entry = { at: clock.now(), userId: user.id, address: attempt.origin.address };
      if (second.value === "recovery")
        await tables.audit.add({ ...entry, action: "recovery-code-used" });
      await tables.audit.add({ ...entry, action: "sign-in" });
    });
    return ok({ ...user, passwordHash });
  };

/**
 * Whether the user's password is still the one that was compared: to be asked once the sign-in is on
 * record. A change and a reset end every sign-in on record; with the user's row locked this one is
 * either among them, or finds another hash. Also where the password was reset to the same one: what
 * began before a reset ends with it.
 */
export const opensStill =
  ({ storage }: Pick<SignInNeeds, "storage">) =>
  async ({ id, passwordHash }: User): Promise<boolean> => {
    const row = await storage.transact(({ users }) => users.change(id, (current) => current));
    return row?.passwordHash === passwordHash;
  };

interface TryKeys {
  readonly ofAccount: string;
  readonly ofNetwork: string;
}

/** Under which wrong sign-ins are counted. Digests: what was typed may be anything, also a password in the wrong field. */
export function tryKeysOf(
  { identifiers }: Pick<SignInNeeds, "identifiers">,
  { network, username }: { readonly network: string; readonly username: string },
): TryKeys {
  const name = foldedName(username);
  return {
    ofAccount: `sign-in ${identifiers.clientKeyOf(`account|${name}|${network}`)}`,
    ofNetwork: `sign-in ${identifiers.clientKeyOf(`network|${network}`)}`,
  };
}

/** Always in this order, so that no two wait for each other. */
async function countTries(
  { clock, storage, throttleRules }: SignInNeeds,
  { ofAccount, ofNetwork }: TryKeys,
) {
  const at = clock.now();
  return (
    (await countTry(storage, ofAccount, { rule: throttleRules.signInPerAccount, at })) ??
    (await countTry(storage, ofNetwork, { rule: throttleRules.signInPerNetwork, at }))
  );
}

async function takeBack({ storage }: SignInNeeds, { ofAccount, ofNetwork }: TryKeys) {
  await takeBackTry(storage, ofAccount);
  await takeBackTry(storage, ofNetwork);
}

async function fail(
  { clock, storage }: SignInNeeds,
  user: User | undefined,
  { origin: { address } }: SignInAttempt,
): Promise<Result<never, SignInRefusal>> {
  const userId = user === undefined ? {} : { userId: user.id };
  await storage.transact(({ audit }) =>
    audit.add({ at: clock.now(), ...userId, action: "sign-in-failed", address }),
  );
  return refused({ kind: "sign-in-failed" });
}

async function passSecond(
  needs: SignInNeeds,
  { id }: User,
  { totpCode }: SignInAttempt,
): Promise<Result<"none" | "code" | "recovery", SignInRefusal>> {
  const totp = await needs.storage.read.totp.of(id);
  if (!isInForce(totp)) return ok("none");
  if (totpCode === undefined) return refused({ kind: "totp-required" });
  const taken = await takeCode(needs)(totp, totpCode);
  if (!taken.ok) return taken;
  return ok(wasRecovery(totp, taken.value) ? "recovery" : "code");
}
