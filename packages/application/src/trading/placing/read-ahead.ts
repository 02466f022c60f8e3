import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { Account } from "../../ports/stores/account.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import { countedFrom } from "../account/account-standing.ts";

/** What an automated order is checked by. */
type CheckedBy = Pick<Readers, "halts" | "orders" | "positions" | "settings" | "users">;

/**
 * Asks at once what an order's checks ask one after the other, so that the database is gone to once: on
 * the account's locked row the answers are the same. Each is given to who asks that of the account;
 * whoever asks anything else is answered by the tables themselves. To be used before anything is written.
 */
export function readAhead(
  tables: CheckedBy,
  account: Account,
  { at, clientKey, isEntry }: Asked,
): CheckedBy {
  const { halts, orders, positions, settings, users } = tables;
  const from = countedFrom(account, at);
  const all = instant(at - MINUTE_MS);
  const asked = {
    byKey: orders.byKey(clientKey),
    open: orders.open(account.id),
    positions: positions.of(account.id),
    halt: halts.current(),
    settings: settings.of(account.id),
    submitted: orders.submittedSince(account.id, from),
    user: isEntry ? users.byId(account.userId) : undefined,
    inAll: isEntry ? orders.countAllSubmittedSince(all) : undefined,
  };
  // Heard by whoever asks for it; a transaction that ends before then has failed anyway.
  for (const answer of Object.values(asked)) answer?.catch(() => undefined);
  const isOurs = (id: string) => id === account.id;
  return {
    ...tables,
    halts: { ...halts, current: () => asked.halt },
    orders: {
      ...orders,
      byKey: (key) => (key === clientKey ? asked.byKey : orders.byKey(key)),
      open: (id) => (isOurs(id) ? asked.open : orders.open(id)),
      submittedSince: (id, since) =>
        isOurs(id) && since === from ? asked.submitted : orders.submittedSince(id, since),
      countAllSubmittedSince: (since) =>
        (since === all ? asked.inAll : undefined) ?? orders.countAllSubmittedSince(since),
    },
    positions: { ...positions, of: (id) => (isOurs(id) ? asked.positions : positions.of(id)) },
    settings: { ...settings, of: (id) => (isOurs(id) ? asked.settings : settings.of(id)) },
    users: {
      ...users,
      byId: (id) => (id === account.userId ? asked.user : undefined) ?? users.byId(id),
    },
  };
}

interface Asked {
  readonly at: Instant;
  readonly clientKey: string;
  /** Only of an entry it is asked whose account it is, and what all have sent. */
  readonly isEntry: boolean;
}
