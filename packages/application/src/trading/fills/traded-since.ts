import { type Instant, instant } from "@sevenfold/domain/market";
import type { BookedActivity } from "../../ports/stores/activity-store.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";

const ROWS_PER_PAGE = 500;
const DAY_MS = 86_400_000;

/**
 * What else was traded of the symbol since this fill, or this move of its shares, and not taken back, oldest first. Undefined where its
 * shares were also moved by something else, such as a split: what was sold since is then of other shares.
 */
export async function tradedSince(
  { activities, fills }: Pick<Readers, "activities" | "fills">,
  fact: Pick<BookedFill, "accountId" | "at" | "ticker"> & { readonly executionId?: string },
): Promise<readonly BookedFill[] | undefined> {
  const { accountId, at, executionId, ticker } = fact;
  const since = await activitiesSince(activities, accountId, at);
  const isMoved = since.some(
    (one) =>
      one.kind !== "bust" &&
      one.shares !== 0 &&
      at <= one.at &&
      [one.ticker, one.becomes].includes(ticker),
  );
  if (isMoved) return undefined;
  const gone = undoneBy(since);
  if (executionId !== undefined) gone.add(executionId);
  const told = await fills.since(accountId, at);
  return told.filter((one) => one.ticker === ticker && !gone.has(one.executionId));
}

/** Ids of executions that the market took back since, as far as the books have that. */
export const takenBackSince = async (
  { activities }: Pick<Readers, "activities">,
  accountId: string,
  since: Instant,
): Promise<ReadonlySet<string | undefined>> =>
  undoneBy(await activitiesSince(activities, accountId, since));

const undoneBy = (activities: readonly BookedActivity[]): Set<string | undefined> =>
  new Set(activities.flatMap(({ kind, undoes }) => (kind === "bust" ? [undoes] : [])));

/** Also those of the day before: a venue may date the taking back of a trade by its day. */
async function activitiesSince(
  activities: Readers["activities"],
  accountId: string,
  since: Instant,
): Promise<readonly BookedActivity[]> {
  const wish = { limit: ROWS_PER_PAGE, from: instant(since - DAY_MS) };
  const found: BookedActivity[] = [];
  let page = await activities.page(accountId, wish);
  for (;;) {
    found.push(...page.rows);
    if (!page.older) return found;
    page = await activities.page(accountId, { ...wish, before: page.older });
  }
}
