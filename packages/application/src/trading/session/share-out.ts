import type { TradingNeeds } from "../account/trading-needs.ts";
import { WORKER_SEATS } from "../account/worker-ping.ts";
import { fairShareOf } from "./fair-share.ts";

/** What a worker does about the accounts of everybody, as they stand now. */
export interface Sharing {
  /** Whether it takes this account up now; asked of each that it does not follow, and counted. */
  mayTake(accountId: string): boolean;
  /** How many of its own it hands over. */
  readonly toHandOver: number;
  /** When something of others ends that they do not renew, at the latest. */
  readonly nextLookMs: number;
}

export interface OwnAccounts {
  /** Those it follows or is taking up. */
  readonly followed: ReadonlySet<string>;
  /** Those it is giving back. */
  readonly ending: ReadonlySet<string>;
}

/** An account that nobody has taken for so long is anybody's, whoever's part it would be. */
const ABANDONED_MS = 15_000;
/** What was just handed over is left to the others for so long. */
const GIVEN_UP_MS = 10_000;
const LOOK_MIN_MS = 1_000;

type Needs = Pick<TradingNeeds, "clock" | "storage">;

/**
 * Looks now and then at who follows which account, by the storage's clock, and says what this worker's
 * part is. Nobody is in charge: each worker sees the same rows and gives or takes by itself, and only a
 * lease makes an account its own.
 */
export function openShareOut(
  { clock, storage }: Needs,
  { isAlone = false, workerId }: { readonly isAlone?: boolean; readonly workerId: string },
) {
  const freeSinceMs = new Map<string, number>();
  const givenUpMs = new Map<string, number>();

  const isAbandoned = (accountId: string, nowMs: number): boolean =>
    ABANDONED_MS <= nowMs - (freeSinceMs.get(accountId) ?? nowMs);

  return {
    gaveUp(accountId: string): void {
      givenUpMs.set(accountId, clock.monotonicMs());
    },

    async look(accountIds: readonly string[], own: OwnAccounts): Promise<Sharing> {
      const leases = await storage.read.leases.running();
      // A seat that is found where nobody else can be is a dead one's, as a lease is.
      const seats = isAlone ? [] : await storage.read.seats.taken(WORKER_SEATS);
      const nowMs = clock.monotonicMs();
      const wanted = new Set(accountIds);
      const theirs = leases.filter(({ owner }) => owner !== workerId);
      const held = new Set(theirs.map(({ accountId }) => accountId));
      const followedBy = new Map(seats.map(({ owner }) => [owner, 0]));
      // Who holds a lease lives, or did a moment ago; a version before has no seat.
      for (const { accountId, owner } of theirs)
        if (wanted.has(accountId)) followedBy.set(owner, (followedBy.get(owner) ?? 0) + 1);
      followedBy.set(workerId, own.followed.size);
      const free = accountIds.filter((id) => !held.has(id) && !own.followed.has(id));
      keepOnly(freeSinceMs, new Set(free));
      for (const id of free) if (!freeSinceMs.has(id)) freeSinceMs.set(id, nowMs);
      for (const [id, atMs] of givenUpMs) if (GIVEN_UP_MS <= nowMs - atMs) givenUpMs.delete(id);

      const share = fairShareOf(workerId, {
        ...{ accounts: accountIds.length, free: free.length, followedBy },
      });
      let room = share.most - own.followed.size;
      return {
        mayTake(id) {
          if (held.has(id) || own.ending.has(id)) return false;
          if (isAbandoned(id, nowMs)) return true;
          if (room <= 0 || givenUpMs.has(id)) return false;
          room -= 1;
          return true;
        },
        toHandOver: share.toHandOver,
        nextLookMs: Math.max(LOOK_MIN_MS, soonestEnd([...theirs, ...othersOf(seats, workerId)])),
      };
    },
  };
}

const othersOf = <Of extends { readonly owner: string }>(all: readonly Of[], workerId: string) =>
  all.filter(({ owner }) => owner !== workerId);

/** A moment later, so that it is over by then. */
const soonestEnd = (ends: readonly { readonly endsInMs: number }[]): number =>
  ends.reduce(
    (soonest, { endsInMs }) => Math.min(soonest, endsInMs + 50),
    Number.POSITIVE_INFINITY,
  );

function keepOnly(known: Map<string, number>, kept: ReadonlySet<string>): void {
  for (const id of known.keys()) if (!kept.has(id)) known.delete(id);
}
