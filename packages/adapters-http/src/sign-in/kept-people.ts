import type { Announcer } from "@sevenfold/application/ports/announcer";
import type { Clock } from "@sevenfold/application/ports/clock";
import type { SignIn, SignInStore } from "@sevenfold/application/ports/sign-in-store";
import type { User, UserStore } from "@sevenfold/application/ports/storage";

interface Kept<Thing> {
  readonly thing: Thing;
  readonly untilMs: number;
}

export interface KeptPeople {
  /** The same store; a sign-in found a moment ago is not looked up again. */
  readonly signIns: SignInStore;
  userById(id: string): Promise<User | undefined>;
  /** Whatever changes a user or their sign-ins calls it, before and after. */
  forget(userId: string): void;
  close(): void;
}

const KEPT_MAX = 5_000;

/**
 * Remembers for a moment who is signed in under which hash. What ends a sign-in in this process
 * forgets it at once; one that another process ended is believed for `keptMs` at most.
 */
export function openKeptPeople(needs: {
  readonly announcer: Announcer;
  readonly clock: Clock;
  readonly signIns: SignInStore;
  readonly users: Pick<UserStore, "byId">;
  readonly keptMs: number;
}): KeptPeople {
  const { announcer, clock, keptMs, signIns: store, users } = needs;
  const signIns = new Map<string, Kept<SignIn>>();
  const people = new Map<string, Kept<User>>();
  let forgotten = 0;

  const forget = (userId: string) => {
    forgotten += 1;
    people.delete(userId);
    for (const [sidHash, { thing }] of signIns)
      if (thing.userId === userId) signIns.delete(sidHash);
  };
  const forgetHash = (sidHash: string) => {
    forgotten += 1;
    signIns.delete(sidHash);
  };
  const found = async <Thing>(
    kept: Map<string, Kept<Thing>>,
    key: string,
    look: () => Promise<Thing | undefined>,
  ): Promise<Thing | undefined> => {
    const known = kept.get(key);
    if (known && clock.monotonicMs() < known.untilMs) return known.thing;
    const [before, untilMs] = [forgotten, clock.monotonicMs() + keptMs];
    const thing = await look();
    // What was forgotten while we looked may be what we found.
    if (thing === undefined || before !== forgotten) kept.delete(key);
    else {
      if (KEPT_MAX <= kept.size) kept.clear();
      kept.set(key, { thing, untilMs });
    }
    return thing;
  };

  const deafen = announcer.listen(({ userId }) => forget(userId));
  return {
    userById: (id) => found(people, id, () => users.byId(id)),
    forget,
    close: deafen,
    signIns: {
      ...store,
      async get(sidHash, at) {
        const signIn = await found(signIns, sidHash, () => store.get(sidHash, at));
        return signIn && at < signIn.expiresAt ? signIn : undefined;
      },
      async put(signIn) {
        await store.put(signIn);
        forgetHash(signIn.sidHash);
      },
      async change(sidHash, change) {
        const changed = await store.change(sidHash, change);
        forgetHash(sidHash);
        return changed;
      },
      async remove(sidHash) {
        forgetHash(sidHash);
        await store.remove(sidHash);
        forgetHash(sidHash);
      },
      async removeOfUser(userId, keepSidHash) {
        const count = await store.removeOfUser(userId, keepSidHash);
        forget(userId);
        return count;
      },
    },
  };
}
