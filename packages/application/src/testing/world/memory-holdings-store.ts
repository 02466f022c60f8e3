import { isOpen } from "@sevenfold/domain/order";
import type { Account } from "../../ports/stores/account.ts";
import type {
  HoldingsReader,
  OrderFacts,
  StoredHoldings,
  WantedFacts,
} from "../../ports/stores/holdings-store.ts";
import { ONLY } from "./memory-account-stores.ts";
import { ALL, type MemoryBooks } from "./memory-books.ts";
import { ascending } from "./memory-order.ts";
import { sentAtOf } from "./memory-trading-stores.ts";

export function memoryHoldingsReader(books: MemoryBooks): HoldingsReader {
  const { accounts } = books;
  // Nothing is waited for in between, so that no transaction ends between two rows.
  const withHoldings = (account: Account | undefined): StoredHoldings | undefined =>
    account && {
      account,
      ...heldBy(books, account.id),
    };
  return {
    ofUser: async (userId) =>
      withHoldings(accounts.rows(ALL).find((row) => row.userId === userId && row.isSelected)),
    ofAccount: async (accountId) => withHoldings(accounts.find(ALL, accountId)),
    factsOf: async (asked) => new Map(asked.map((one) => [one.accountId, factsOf(books, one)])),
  };
}

const heldBy = ({ orders, positions }: MemoryBooks, accountId: string) => ({
  positions: positions
    .rows(accountId)
    .toSorted((one, other) => (one.ticker < other.ticker ? -1 : 1)),
  openOrders: ascending(orders.rows(accountId).filter(isOpen), ({ createdAt }) => createdAt),
});

function factsOf(books: MemoryBooks, asked: WantedFacts): OrderFacts {
  const { accountId, clientKey, sentSince, userId } = asked;
  const owner = books.orderKeys.find(ALL, clientKey);
  const known = owner && books.orders.find(owner.accountId, clientKey);
  const settings = books.settings.find(accountId, ONLY);
  const user = books.users.find(ALL, userId);
  return {
    sentAt: sentAtOf(books.orders.rows(accountId), sentSince),
    ...heldBy(books, accountId),
    ...(known && { known }),
    ...(settings && { settings }),
    ...(user && { user }),
  };
}
