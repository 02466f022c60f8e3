import type { Clock } from "@sevenfold/application/ports/clock";
import type { Storage, Tables } from "@sevenfold/application/ports/storage";

import { keptTimes } from "./kept-times.ts";

interface Kept {
  readonly table: string;
  readonly answer: Promise<unknown>;
  readonly untilMs: number;
}

export interface KeptReads {
  /** The same tables to read from, for views alone: nothing is decided on what they say. */
  readonly read: Tables;
  /** What was read for a user or an account by its id: of these tables, or of all. */
  forget(ownerId: string, tables?: readonly (keyof Tables)[]): void;
  forgetAll(): void;
}

/** The reads that many views share. The first argument of each is whose rows they are; none, everybody's. */
const SHARED = {
  accounts: ["byId", "ofUser", "selectedOf"],
  decisions: ["taken"],
  fills: ["latest", "totalsSince", "countSince"],
  halts: ["current"],
  holdings: ["ofUser", "ofAccount"],
  orders: ["open", "latest", "byKeys"],
  portfolios: ["ofUser"],
  positions: ["of"],
  settings: ["of"],
  trails: ["of"],
  users: ["byId"],
  watchlist: ["of"],
  workers: ["about"],
} as const satisfies { readonly [Name in keyof Tables]?: readonly (keyof Tables[Name])[] };

/**
 * Kept so many times as long: a year's sums cost more than all else a view reads, and nothing but a
 * booked fill changes them, which is announced.
 */
const KEPT_LONGER: Readonly<Record<string, number>> = { "fills.totalsSince": 10 };

const OWNERS_MAX = 5_000;
const READS_MAX = 50;

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Reads the same rows once a moment, whichever of a user's views ask for them. */
export function keepReads(
  { read }: Pick<Storage, "read">,
  { clock, keptMs }: { readonly clock: Pick<Clock, "monotonicMs">; readonly keptMs: number },
): KeptReads {
  const owners = new Map<string, Map<string, Kept>>();
  const nextKeptMs = keptTimes(keptMs);
  const ofOwner = (ownerId: string) => {
    const known = owners.get(ownerId);
    if (known) return known;
    if (OWNERS_MAX <= owners.size) owners.clear();
    const fresh = new Map<string, Kept>();
    owners.set(ownerId, fresh);
    return fresh;
  };

  const kept =
    (table: string, method: string, look: Method): Method =>
    (...args) => {
      const own = ofOwner(String(args[0] ?? ""));
      const name = `${table}.${method}`;
      const key = `${name} ${JSON.stringify(args)}`;
      const known = own.get(key);
      const nowMs = clock.monotonicMs();
      if (known && nowMs < known.untilMs) return known.answer;
      const answer = look(...args);
      if (READS_MAX <= own.size) own.clear();
      own.set(key, { table, answer, untilMs: nowMs + nextKeptMs() * (KEPT_LONGER[name] ?? 1) });
      answer.catch(() => own.delete(key));
      return answer;
    };

  const stores = Object.entries(read).map(([table, store]) => {
    const shared: readonly string[] = SHARED[table as keyof typeof SHARED] ?? [];
    const methods = shared.map((method) => [
      method,
      kept(table, method, (store as unknown as Record<string, Method>)[method]!),
    ]);
    return [table, { ...store, ...Object.fromEntries(methods) }];
  });
  return {
    read: Object.fromEntries(stores) as Tables,
    forget(ownerId, tables) {
      if (tables === undefined) return void owners.delete(ownerId);
      const own = owners.get(ownerId);
      const changed: readonly string[] = tables;
      for (const [key, { table }] of own ?? []) if (changed.includes(table)) own?.delete(key);
    },
    forgetAll: () => owners.clear(),
  };
}
