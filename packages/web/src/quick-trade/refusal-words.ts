import type { OrderCheckView } from "@sevenfold/contract/orders";
import { isRefusedAs, wordsOf } from "../api/problem-error.ts";
import { tellError } from "../ui/notices.ts";

const NAMES_FREE_CASH = "insufficient-buying-power";

type Problem = NonNullable<OrderCheckView["problem"]>;

/** What the check says against an order; in short where it would name the free cash, and values are hidden. */
export const checkWords = ({ code, details, error }: Problem, isHidden: boolean): string =>
  isHidden && code === NAMES_FREE_CASH ? error : (details ?? error);

/** Tells the same of an order that was sent and failed. */
export function tellFailure(thrown: unknown): void {
  const covered = isRefusedAs(thrown, NAMES_FREE_CASH) ? thrown.brief : undefined;
  tellError("Order Failed", wordsOf(thrown, "Failed to place order"), covered);
}
