import type { Instant } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import type { OrderReport } from "../../ports/broker.ts";
import type { Account } from "../../ports/stores/account.ts";
import { isOpenReport } from "../account/broker-snapshot.ts";
import { isTakenOver } from "../fills/taken-over.ts";
import { asksForTheSame, isUntimed, mayBe } from "../orders/order-match.ts";
import { mayBeAnswered } from "../safeguards/unanswered-orders.ts";

export type IsLike = (report: OrderReport, order: Order) => boolean;

/**
 * Which of the broker's orders that nobody knows may be which of ours without an answer: those that ask
 * for the same and came in time. An order that was left while it was being sent may also be one that
 * came at any other time, as long as neither of them has another that came in time: its writer may have
 * had a clock that is wrong, or may have been stopped for hours before it went on and sent it. What came
 * to nothing, or is of the time before the books, is never taken so.
 */
export function likenessOf({
  account,
  at,
  nobodys,
  waiting,
}: {
  readonly account: Account | undefined;
  readonly at: Instant;
  readonly nobodys: readonly OrderReport[];
  readonly waiting: readonly Order[];
}): IsLike {
  const came = new Set(nobodys.filter((report) => waiting.some((order) => mayBe(report, order))));
  const found = new Set(waiting.filter((order) => nobodys.some((report) => mayBe(report, order))));
  // While its answer may still come, only that says which one it is.
  const left = new Set(
    waiting.filter((order) => isUntimed(order) && !mayBeAnswered(order, at) && !found.has(order)),
  );
  const isThere = (report: OrderReport): boolean =>
    isOpenReport(report) ||
    (0 < report.filled && !(account && isTakenOver(account, report.submittedAt)));
  return (report, order) =>
    mayBe(report, order) ||
    (left.has(order) && !came.has(report) && isThere(report) && asksForTheSame(report, order));
}
