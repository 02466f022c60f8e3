import { isOpen } from "@sevenfold/domain/order";
import type { Account } from "../../ports/stores/account.ts";
import type { HoldingsReader, StoredHoldings } from "../../ports/stores/holdings-store.ts";
import { ALL, type MemoryBooks } from "./memory-books.ts";
import { ascending } from "./memory-order.ts";

export function memoryHoldingsReader(books: MemoryBooks): HoldingsReader {
  const { accounts, orders, positions } = books;
  // Nothing is waited for in between, so that no transaction ends between two rows.
  const withHoldings = (account: Account | undefined): StoredHoldings | undefined =>
    account && {
      account,
      positions: positions
        .rows(account.id)
        .toSorted((one, other) => (one.ticker < other.ticker ? -1 : 1)),
      openOrders: ascending(orders.rows(account.id).filter(isOpen), ({ createdAt }) => createdAt),
    };
  return {
    ofUser: async (userId) =>
      withHoldings(accounts.rows(ALL).find((row) => row.userId === userId && row.isSelected)),
    ofAccount: async (accountId) => withHoldings(accounts.find(ALL, accountId)),
  };
}
