import type { EquityPoint, Instant } from "@sevenfold/domain/market";
import { type Money, money } from "@sevenfold/domain/money";
import type { Account } from "../../ports/stores/account.ts";
import type { CapitalFlow } from "../../ports/stores/capital-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import { isTakeOver } from "./take-over-account.ts";

/** When the account was last taken over; 0: never. */
export const takenOverAt = (flows: readonly CapitalFlow[]): number =>
  flows.reduce((latest, flow) => (isTakeOver(flow) ? Math.max(latest, flow.at) : latest), 0);

/** What came in after the instant, less what left: that is no gain and no loss. */
export const movedSince = (flows: readonly CapitalFlow[], at: Instant): Money =>
  money(flows.reduce((sum, flow) => (at < flow.at ? sum + flow.amount : sum), 0));

/**
 * What to compare equity of now with: that of the point, and what came in and left since. Undefined where
 * the account was taken over since: its books are about other money now.
 */
export const comparable = (
  flows: readonly CapitalFlow[],
  { at, equity }: EquityPoint,
): Money | undefined =>
  takenOverAt(flows) <= at ? money(equity + movedSince(flows, at)) : undefined;

/** The same of the last equity on record at or before the instant; undefined also where there is none. */
export async function equityFrom(
  { capital, equity }: Pick<Readers, "capital" | "equity">,
  { id }: Pick<Account, "id">,
  at: Instant,
): Promise<Money | undefined> {
  const [point, flows] = await Promise.all([equity.at(id, at), capital.of(id)]);
  return point && comparable(flows, point);
}
