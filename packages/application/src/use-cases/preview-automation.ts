import { type CurrentBookNeeds, dueAtOnceIn, readCurrentBook } from "./current-book.ts";

/** How many symbols would trade at once if automation were on, as far as rows and prices tell. */
export const previewAutomation =
  (needs: CurrentBookNeeds) =>
  async (accountId: string): Promise<number> => {
    const current = await readCurrentBook(needs, accountId);
    return current ? dueAtOnceIn(current).length : 0;
  };
