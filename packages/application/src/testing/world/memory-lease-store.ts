import { type Instant, instant } from "@sevenfold/domain/market";

import type { Clock } from "../../ports/clock.ts";
import type { LeaseStore } from "../../ports/stores/lease-store.ts";
import { ONLY, requireAccount } from "./memory-account-stores.ts";
import { ALL, type LeaseRow, type MemoryBooks } from "./memory-books.ts";

/** Leases that end by the storage's own clock. */
export function memoryLeaseStore(books: MemoryBooks, clock: Pick<Clock, "now">): LeaseStore {
  const { leases } = books;
  const isRunning = ({ expiresAt }: LeaseRow): boolean => clock.now() < expiresAt;
  // Epochs never start again, and the next one is already nobody's.
  const giveBack = (lease: LeaseRow) =>
    leases.put(lease.accountId, ONLY, {
      ...lease,
      epoch: lease.epoch + 1,
      expiresAt: Number.NEGATIVE_INFINITY as Instant,
    });
  const known = () =>
    books.accounts.rows(ALL).flatMap(({ id }) => {
      const lease = leases.find(id, ONLY);
      return lease ? [lease] : [];
    });

  return {
    async acquire({ accountId, owner, durationMs }) {
      requireAccount(books, accountId);
      const before = leases.find(accountId, ONLY);
      const isHeld = before !== undefined && isRunning(before);
      if (isHeld && before.owner !== owner) return undefined;
      const epoch = isHeld ? before.epoch : (before?.epoch ?? 0) + 1;
      const lease = { accountId, owner, epoch };
      leases.put(accountId, ONLY, { ...lease, expiresAt: instant(clock.now() + durationMs) });
      return lease;
    },
    async renew(held, { durationMs, owner }) {
      const renewed = new Set<string>();
      for (const { accountId, epoch } of held) {
        const lease = leases.find(accountId, ONLY);
        if (lease?.epoch !== epoch || lease.owner !== owner) continue;
        leases.put(accountId, ONLY, { ...lease, expiresAt: instant(clock.now() + durationMs) });
        renewed.add(accountId);
      }
      return { renewed, lost: idsOf(held.filter(({ accountId }) => !renewed.has(accountId))) };
    },
    async holds(accountId, epoch) {
      return leases.find(accountId, ONLY)?.epoch === epoch;
    },
    async hold(asked) {
      const isHeld = ({ accountId, epoch }: (typeof asked)[number]) =>
        leases.find(accountId, ONLY)?.epoch === epoch;
      return {
        held: idsOf(asked.filter(isHeld)),
        lost: idsOf(asked.filter((one) => !isHeld(one))),
      };
    },
    async release(accountId, owner) {
      const lease = leases.find(accountId, ONLY);
      if (lease?.owner === owner) giveBack(lease);
    },
    async isHeld(accountId) {
      const lease = leases.find(accountId, ONLY);
      return lease !== undefined && isRunning(lease);
    },
    async running() {
      return known()
        .filter(isRunning)
        .map(({ accountId, expiresAt, owner }) => ({
          ...{ accountId, owner, endsInMs: expiresAt - clock.now() },
        }));
    },
    async now() {
      return clock.now();
    },
    async releaseAll() {
      known().forEach(giveBack);
    },
  };
}

const idsOf = (leases: readonly { readonly accountId: string }[]): ReadonlySet<string> =>
  new Set(leases.map(({ accountId }) => accountId));
