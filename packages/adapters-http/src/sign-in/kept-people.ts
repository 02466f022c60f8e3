import type { Announcement, Announcer } from "@sevenfold/application/ports/announcer";
import type { Clock } from "@sevenfold/application/ports/clock";
import type { SignIn, SignInStore } from "@sevenfold/application/ports/sign-in-store";
import type { User, UserStore } from "@sevenfold/application/ports/storage";

import { keptTimes } from "../kept-times.ts";

interface Kept<Thing> {
  /** Who asks while it is being looked up waits for the same answer. */
  readonly looking: Promise<Thing | undefined>;
  /** The answer, once it is there. */
  thing?: Thing | undefined;
  readonly untilMs: number;
}

export interface KeptPeople {
  /** The same store; a sign-in found a moment ago is not looked up again. */
  readonly signIns: SignInStore;
  userById(id: string): Promise<User | undefined>;
  close(): void;
}

/** What is announced about a user's accounts leaves the user's own row as it was. */
const OF_ACCOUNTS: ReadonlySet<Announcement["topic"]> = new Set([
  "orders",
  "settings",
  "watchlist",
]);

const KEPT_MAX = 5_000;

/**
 * Remembers for a moment who is signed in under which hash. What ends a sign-in in this process
 * forgets it at once; one that another process ended is believed until that is announced, and for
 * `keptMs` at most.
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
  const nextKeptMs = keptTimes(keptMs);

  const forgetSignIns = (userId: string) => {
    // Whose sign-in is being looked up is not known yet.
    for (const [sidHash, { thing }] of signIns)
      if (thing === undefined || thing.userId === userId) signIns.delete(sidHash);
  };
  const forgetHash = (sidHash: string) => void signIns.delete(sidHash);
  const found = async <Thing>(
    kept: Map<string, Kept<Thing>>,
    key: string,
    look: () => Promise<Thing | undefined>,
  ): Promise<Thing | undefined> => {
    const known = kept.get(key);
    if (known && clock.monotonicMs() < known.untilMs) return known.looking;
    if (KEPT_MAX <= kept.size) kept.clear();
    const fresh: Kept<Thing> = { looking: look(), untilMs: clock.monotonicMs() + nextKeptMs() };
    kept.set(key, fresh);
    try {
      fresh.thing = await fresh.looking;
    } finally {
      // Nobody and failures are looked up anew. Forgotten meanwhile, another may stand here.
      if (fresh.thing === undefined && kept.get(key) === fresh) kept.delete(key);
    }
    return fresh.thing;
  };

  const forget = ({ topic, userId }: Announcement) => {
    if (!OF_ACCOUNTS.has(topic)) people.delete(userId);
    if (topic === "sign-ins") forgetSignIns(userId);
  };
  const forgetAll = () => {
    people.clear();
    signIns.clear();
  };
  const deafen = announcer.listen(forget, forgetAll);
  return {
    userById: (id) => found(people, id, () => users.byId(id)),
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
        forgetSignIns(userId);
        return count;
      },
    },
  };
}
