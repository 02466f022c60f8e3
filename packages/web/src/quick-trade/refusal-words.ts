import type { OrderCheckView } from "@sevenfold/contract/orders";
import { isRefusedAs, wordsOf } from "../api/problem-error.ts";
import { areValuesHidden } from "../ui/appearance.ts";

const NAMES_FREE_CASH = "insufficient-buying-power";

type Problem = NonNullable<OrderCheckView["problem"]>;

/** What the check says against an order; in short where it would name the free cash, and values are hidden. */
export const checkWords = ({ code, details, error }: Problem, isHidden: boolean): string =>
  isHidden && code === NAMES_FREE_CASH ? error : (details ?? error);

/** The same of an order that was sent and failed. */
export function failureWords(thrown: unknown): string {
  const isCovered = areValuesHidden() && isRefusedAs(thrown, NAMES_FREE_CASH);
  return (isCovered ? thrown.brief : undefined) ?? wordsOf(thrown, "Failed to place order");
}
