import { type CurrentBookNeeds, dueAtOnceIn, readCurrentBook } from "./current-book.ts";

/** How many symbols would trade at once if automation were on, as far as rows and prices tell. */
export const previewAutomation =
  (needs: CurrentBookNeeds) =>
  async (accountId: string): Promise<number> => {
    const current = await readCurrentBook(needs, accountId);
    // What a strategy of the owner's will want, nobody knows before it is asked.
    if (current === undefined || current.rows.account.own !== undefined) return 0;
    return dueAtOnceIn(current).length;
  };
