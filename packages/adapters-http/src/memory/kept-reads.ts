import type { Readers } from "@sevenfold/application/ports/stores/readers";
import type { Storage } from "@sevenfold/application/ports/stores/storage";

import type { Kept, TableName } from "./kept.ts";
import { weightOf } from "./weight-of.ts";

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
  watchlist: ["of", "listedSince", "chosen"],
  workers: ["about"],
} as const satisfies { readonly [Name in keyof Readers]?: readonly (keyof Readers[Name])[] };

/**
 * Kept so many times as long: a year's sums cost more than all else a view reads, and nothing but a
 * booked fill changes them, which is announced.
 */
const KEPT_LONGER: Readonly<Record<string, number>> = { "fills.totalsSince": 10 };

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * The same tables, whose rows are read once a moment whichever of a user's views ask for them. For
 * views alone: nothing is decided on what they say.
 */
export function keepReads({ read }: Pick<Storage, "read">, kept: Kept): Readers {
  const keptMethod = (table: TableName, method: string, look: Method): Method => {
    const name = `${table}.${method}`;
    const tables: ReadonlySet<TableName> = new Set([table]);
    const times = KEPT_LONGER[name] ?? 1;
    return (...args) => {
      const ownerId = String(args[0] ?? "");
      // Mostly the owner is all that is said.
      const text = args.length <= 1 ? name : `${name} ${JSON.stringify(args)}`;
      return kept.find({ ownerId, text, tables, times, weightOf }, () => look(...args));
    };
  };
  const stores = Object.entries(read).map(([table, store]) => {
    const shared: readonly string[] = SHARED[table as keyof typeof SHARED] ?? [];
    const methods = shared.map((method) => [
      method,
      keptMethod(table as TableName, method, (store as unknown as Record<string, Method>)[method]!),
    ]);
    return [table, { ...store, ...Object.fromEntries(methods) }];
  });
  return Object.fromEntries(stores) as Readers;
}
