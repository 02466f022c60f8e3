/** How the accounts of one storage stand among the workers that live on it. */
export interface SharedAccounts {
  /** Accounts that are to be followed. */
  readonly accounts: number;
  /** Those that nobody follows now, or that are being given back. */
  readonly free: number;
  /** How many each living worker follows, this one among them. */
  readonly followedBy: ReadonlyMap<string, number>;
}

export interface FairShare {
  /** Accounts this worker may follow at most, while nobody leaves any alone. */
  readonly most: number;
  /** How many it hands over now, so that each other worker gets its part. */
  readonly toHandOver: number;
}

/**
 * What a worker keeps and gives: accounts divided by workers, a remainder being whoever's comes first.
 * All workers that see the same come to the same answer, so that no more is given up than is missing:
 * whoever has most gives first, and of two who have as much, the one whose name comes first.
 */
export function fairShareOf(me: string, { accounts, followedBy, free }: SharedAccounts): FairShare {
  const workers = new Map(followedBy).set(me, followedBy.get(me) ?? 0);
  const least = Math.floor(accounts / workers.size);
  const most = Math.ceil(accounts / workers.size);
  const counts = [...workers.entries()];
  const missing = counts.reduce((sum, [, count]) => sum + Math.max(0, least - count), 0) - free;
  const givers = counts
    .filter(([, count]) => least < count)
    .sort(([one, has], [other, had]) => had - has || (one < other ? -1 : 1));
  let wanted = Math.max(0, missing);
  for (const [worker, count] of givers) {
    const given = Math.min(count - least, wanted);
    if (worker === me) return { most, toHandOver: Math.max(given, count - most) };
    wanted -= given;
  }
  return { most, toHandOver: 0 };
}
