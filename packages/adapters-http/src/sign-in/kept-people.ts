import type { SignIn, SignInStore } from "@sevenfold/application/ports/stores/sign-in-store";
import type { User, UserStore } from "@sevenfold/application/ports/stores/user-store";

import type { Kept, TableName } from "../memory/kept.ts";
import { weightOf } from "../memory/weight-of.ts";

const SIGN_INS: ReadonlySet<TableName> = new Set(["signIns"]);
const ownerIn = (found: SignIn | undefined): string | undefined => found?.userId;

export interface KeptPeople {
  /** The same store; a sign-in found a moment ago is not looked up again. */
  readonly signIns: SignInStore;
  userById(id: string): Promise<User | undefined>;
}

/**
 * Remembers for a moment who is signed in under which hash. What ends a sign-in in this process
 * forgets it at once; one that another process ended is believed until that is announced, and for
 * as long as things are kept at most.
 */
export function keepPeople({
  kept,
  signIns: store,
  users,
}: {
  readonly kept: Kept;
  readonly signIns: SignInStore;
  /** As the views read them: one look serves both. */
  readonly users: Pick<UserStore, "byId">;
}): KeptPeople {
  const textOf = (sidHash: string) => `sign-in ${sidHash}`;
  const forget = (sidHash: string) => kept.forgetAnswer({ text: textOf(sidHash) });
  return {
    userById: users.byId,
    signIns: {
      ...store,
      get: (sidHash, at) =>
        kept
          .find({ text: textOf(sidHash), tables: SIGN_INS, weightOf, ownerIn }, () =>
            store.get(sidHash, at),
          )
          .then((signIn) => (signIn && at < signIn.expiresAt ? signIn : undefined)),
      async put(signIn) {
        await store.put(signIn);
        forget(signIn.sidHash);
      },
      async change(sidHash, change) {
        const changed = await store.change(sidHash, change);
        forget(sidHash);
        return changed;
      },
      async remove(sidHash) {
        forget(sidHash);
        await store.remove(sidHash);
        forget(sidHash);
      },
      async removeOfUser(userId, keepSidHash) {
        const count = await store.removeOfUser(userId, keepSidHash);
        kept.forget(userId);
        return count;
      },
    },
  };
}
