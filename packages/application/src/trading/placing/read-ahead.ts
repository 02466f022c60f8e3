import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { Account } from "../../ports/stores/account.ts";
import type { WantedFacts } from "../../ports/stores/holdings-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import { countedFrom } from "../account/account-standing.ts";

/** What an automated order is checked by. */
type CheckedBy = Pick<
  Readers,
  "halts" | "holdings" | "orders" | "positions" | "settings" | "users"
>;

/**
 * Asks at once what an order's checks ask one after the other, so that the database is gone to once: on
 * the account's locked row the answers are the same. Each is given to who asks that of the account;
 * whoever asks anything else is answered by the tables themselves. To be used before anything is written.
 */
export function readAhead(tables: CheckedBy, account: Account, asked: Asked): CheckedBy {
  const { halts, orders, positions, settings, users } = tables;
  const wanted = wantedFacts(account, asked);
  const { clientKey, sentSince } = wanted;
  const all = countedInAllFrom(asked.at);
  const facts = tables.holdings.factsOf([wanted]).then((found) => found.get(account.id)!);
  const halt = halts.current();
  // Only of an entry it is asked what all have sent.
  const inAll = asked.isEntry ? orders.countAllSubmittedSince(all) : undefined;
  // Heard by whoever asks for it; a transaction that ends before then has failed anyway.
  for (const answer of [facts, halt, inAll]) answer?.catch(() => undefined);
  const isOurs = (id: string) => id === account.id;
  return {
    ...tables,
    halts: { ...halts, current: () => halt },
    orders: {
      ...orders,
      byKey: async (key) => (key === clientKey ? (await facts).known : orders.byKey(key)),
      open: async (id) => (isOurs(id) ? (await facts).openOrders : orders.open(id)),
      submittedSince: async (id, since) =>
        isOurs(id) && since === sentSince ? (await facts).sentAt : orders.submittedSince(id, since),
      countAllSubmittedSince: (since) =>
        (since === all ? inAll : undefined) ?? orders.countAllSubmittedSince(since),
    },
    positions: {
      ...positions,
      of: async (id) => (isOurs(id) ? (await facts).positions : positions.of(id)),
    },
    settings: {
      ...settings,
      of: async (id) => (isOurs(id) ? (await facts).settings : settings.of(id)),
    },
    users: {
      ...users,
      byId: async (id) => (id === account.userId ? (await facts).user : users.byId(id)),
    },
  };
}

/** What is asked of the account of an order that has this key. */
export const wantedFacts = (
  account: Pick<Account, "breakersFrom" | "id" | "userId">,
  { at, clientKey }: Pick<Asked, "at" | "clientKey">,
): WantedFacts => ({
  accountId: account.id,
  userId: account.userId,
  clientKey,
  sentSince: countedFrom(account, at),
});

/** From when the orders of all accounts are counted. */
export const countedInAllFrom = (at: Instant): Instant => instant(at - MINUTE_MS);

interface Asked {
  readonly at: Instant;
  readonly clientKey: string;
  readonly isEntry: boolean;
}
