import type { Money } from "@sevenfold/domain/money";
import type { ActivityStore } from "../../ports/stores/activity-store.ts";
import { requireAccount } from "./memory-account-stores.ts";
import type { MemoryBooks } from "./memory-books.ts";
import { memoryPage } from "./memory-page.ts";

/** What is booked without a trade. Its postings follow from it, and nobody here asks for them. */
export function memoryActivityStore(books: MemoryBooks): ActivityStore {
  const { activities } = books;
  return {
    async add(activity) {
      const { accountId, activityId } = activity;
      requireAccount(books, accountId);
      if (activities.find(accountId, activityId)) return false;
      activities.add(accountId, activityId, activity);
      return true;
    },
    async find(accountId, activityId) {
      return activities.find(accountId, activityId);
    },
    async knownAmong(accountId, activityIds) {
      return new Set(activityIds.filter((id) => activities.find(accountId, id) !== undefined));
    },
    async page(accountId, wish) {
      const booked = activities.numbered(accountId).filter(({ row }) => !row.isTakenOver);
      return memoryPage(booked, wish, ({ at }) => at);
    },
  };
}

const CAPITAL: ReadonlySet<string> = new Set(["deposit", "withdrawal", "journal"]);

/** What activities moved that were no capital. */
export const incomesIn = ({ activities }: MemoryBooks, accountId: string): readonly Money[] =>
  activities
    .rows(accountId)
    .flatMap(({ amount, isTakenOver, kind }) => (isTakenOver || CAPITAL.has(kind) ? [] : amount));

/** The executions that the market took back. */
export const bustedIn = ({ activities }: MemoryBooks, accountId: string): ReadonlySet<string> =>
  new Set(
    activities
      .rows(accountId)
      .flatMap(({ kind, undoes }) => (kind === "bust" && undoes !== undefined ? [undoes] : [])),
  );
