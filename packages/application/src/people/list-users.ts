import type { Instant } from "@sevenfold/domain/market";

import type { SignIn } from "../ports/stores/sign-in-store.ts";
import type { User } from "../ports/stores/user-store.ts";
import { readSubscription, type Subscription } from "./read-subscription.ts";
import { hasSecondFactor } from "./second-factor.ts";
import { type SignInWait, signInWaitsOf, type WaitNeeds } from "./sign-in-waits.ts";

/** What an operator sees of a user. */
export interface UserSummary {
  readonly user: User;
  readonly subscription: Subscription;
  /** Broker accounts that were not removed. */
  readonly accounts: number;
  readonly hasSecondFactor: boolean;
  /** The last use of an open sign-in or a token, else when the user last entered or left. */
  readonly lastSeenAt: Instant | undefined;
  readonly waits: readonly SignInWait[];
}

export type ListNeeds = WaitNeeds & {
  /** When an open sign-in was last used, by what its adapter keeps of it. */
  readonly lastUseOf: (signIn: SignIn) => Instant | undefined;
};

/** Who registered, in the order of their usernames: so many at most, 500 at the most, from behind `after`. */
export const listUsers =
  (needs: ListNeeds) =>
  async (how: {
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly UserSummary[]> => {
    const summaries: UserSummary[] = [];
    // One after the other: the database may be at work for others.
    for (const user of await needs.storage.read.users.page(how))
      summaries.push(await summaryOf(needs, user));
    return summaries;
  };

async function summaryOf(needs: ListNeeds, user: User): Promise<UserSummary> {
  const { clock, storage } = needs;
  const { read } = storage;
  return {
    user,
    subscription: readSubscription(user, clock.now()),
    accounts: (await read.accounts.ofUser(user.id)).length,
    hasSecondFactor: await hasSecondFactor(read, user.id),
    lastSeenAt: await lastSeenAt(needs, user.id),
    waits: await signInWaitsOf(needs, user),
  };
}

const COMINGS = ["register", "sign-in", "sign-out"] as const;

async function lastSeenAt(
  { clock, lastUseOf, storage: { read } }: ListNeeds,
  userId: string,
): Promise<Instant | undefined> {
  const signIns = await read.signIns.ofUser(userId, clock.now());
  const apiTokens = await read.apiTokens.ofUser(userId);
  const [line] = await read.audit.latest(userId, 1, COMINGS);
  const seen = [...signIns.map(lastUseOf), ...apiTokens.map((token) => token.lastUsedAt), line?.at];
  return seen
    .filter((at) => at !== undefined)
    .toSorted((one, other) => one - other)
    .at(-1);
}
