import type { Storage } from "../../ports/stores/storage.ts";

/**
 * The storage for one turn of an account: what was read of it is read again only after something was
 * written through this very storage. What others write meanwhile they announce, and the turn that
 * follows then reads it.
 */
export function readingOnce(storage: Storage): Storage {
  const { accounts, orders, positions } = storage.read;
  let known = new Map<string, Promise<unknown>>();
  const once =
    <Value>(name: string, ask: (accountId: string) => Promise<Value>) =>
    (accountId: string): Promise<Value> => {
      const key = `${name} ${accountId}`;
      const answer = known.get(key) ?? ask(accountId);
      known.set(key, answer);
      return answer as Promise<Value>;
    };
  const forget = () => {
    known = new Map();
  };
  return {
    read: {
      ...storage.read,
      accounts: { ...accounts, byId: once("account", accounts.byId) },
      orders: { ...orders, open: once("open orders", orders.open) },
      positions: { ...positions, of: once("positions", positions.of) },
    },
    async transact(work, options) {
      try {
        return await storage.transact(work, options);
      } finally {
        // Also one that failed may have been committed.
        forget();
      }
    },
  };
}
