import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { ok, type Result } from "@sevenfold/domain/result";

import type { User } from "../ports/stores/user-store.ts";
import type { Ports } from "../ports.ts";
import { confirmationKeyOf } from "./confirm-password.ts";
import { type NamedRefusal, namedUser } from "./named-user.ts";
import type { RequestOrigin } from "./request-origin.ts";
import { codeKeyOf } from "./second-factor.ts";
import { tryKeysOf } from "./sign-in.ts";
import { waitOf } from "./throttling.ts";

/** A user's next try has to wait so long. */
export interface SignInWait {
  /** The network its wrong tries came from; absent: they are counted from wherever they come. */
  readonly network?: string;
  readonly until: Instant;
}

export type WaitNeeds = Pick<Ports, "clock" | "identifiers" | "storage"> & {
  /** What of an address is counted as one guesser. */
  readonly networkOf: (address: string) => string;
};

/** A wrong try counts for an hour of waiting and a quiet quarter of an hour. */
const COUNTED_MS = 75 * MINUTE_MS;

/**
 * How long the user waits before signing in from each network they are known to have failed from within
 * the last 500 failures, and before the next code. What waits besides: a network that failed too often
 * under many names, and who typed another's address beside the username.
 */
export async function signInWaitsOf(needs: WaitNeeds, user: User): Promise<readonly SignInWait[]> {
  const at = needs.clock.now();
  const waits: SignInWait[] = [];
  for (const { key, network } of await guessesOf(needs, user)) {
    const until = waitOf(await needs.storage.read.throttles.of(key), at);
    if (until !== undefined) waits.push({ ...(network !== undefined && { network }), until });
  }
  return waits;
}

/**
 * Lets the user try again at once: what is counted of their wrong sign-ins, codes and passwords is
 * forgotten. Of the addresses that are named also what is counted of their networks under any name.
 * Returns what waited.
 */
export const liftSignInWaits =
  (needs: WaitNeeds) =>
  async (
    name: string,
    addresses: readonly RequestOrigin["address"][],
  ): Promise<
    Result<{ readonly user: User; readonly lifted: readonly SignInWait[] }, NamedRefusal>
  > => {
    const { clock, identifiers, storage } = needs;
    const named = await namedUser(needs, name);
    if (!named.ok) return named;
    const user = named.value;
    const at = clock.now();
    const guesses = await guessesOf(needs, user);
    for (const network of new Set(addresses.map(needs.networkOf))) {
      const { ofAccount, ofNetwork } = tryKeysOf(needs, { network, username: user.username });
      guesses.push({ key: ofAccount, network }, { key: ofNetwork, network });
    }
    guesses.push({ key: confirmationKeyOf(identifiers, user.id) });

    const lifted: SignInWait[] = [];
    for (const [key, network] of new Map(guesses.map((guess) => [guess.key, guess.network]))) {
      // One at a time: whoever signs in meanwhile locks them in another order.
      const until = await storage.transact(async ({ throttles }) => {
        const wait = waitOf(await throttles.of(key), at);
        await throttles.remove(key);
        return wait;
      });
      if (until !== undefined) lifted.push({ ...(network !== undefined && { network }), until });
    }
    const text = `by the operator: ${lifted.length} in force`;
    const line = { at, userId: user.id, action: "sign-in-waits-lifted", text } as const;
    await storage.transact(({ audit }) => audit.add(line));
    return ok({ user, lifted });
  };

interface Guess {
  readonly key: string;
  readonly network?: string | undefined;
}

/** What may keep the user from signing in, by the addresses on record. */
async function guessesOf(
  { clock, identifiers, networkOf, storage }: WaitNeeds,
  { id, username }: User,
): Promise<Guess[]> {
  const failures = await storage.read.audit.latest(id, FAILURES_MAX, ["sign-in-failed"]);
  const since = instant(clock.now() - COUNTED_MS);
  const networks = new Set(
    failures.flatMap(({ address, at }) =>
      address === undefined || at < since ? [] : networkOf(address),
    ),
  );
  return [
    ...[...networks].map((network) => {
      return { key: tryKeysOf({ identifiers }, { network, username }).ofAccount, network };
    }),
    { key: codeKeyOf(identifiers, id) },
  ];
}

const FAILURES_MAX = 500;
