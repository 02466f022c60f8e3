import type { Ticker } from "@sevenfold/domain/market";
import { isOpen } from "@sevenfold/domain/order";

import type { WrittenRow } from "../told-storage.ts";
import type { AccountHistory, BrokerBook } from "./account-history.ts";
import type { Invariant } from "./invariant.ts";

/** A cent. */
const CENT = 100;

export const bookInvariants = {
  I2: {
    holds: "at-rest",
    says: "Holdings, their cost and cash are the broker's, and every execution of the broker is booked once.",
    begin() {
      const booked = new Set<string>();
      return {
        looks: {
          committed({ written }, { of }) {
            for (const { row, table } of written) {
              if (table !== "fills" || row.accountId !== of.accountId) continue;
              if (booked.has(row.executionId)) return `${row.executionId} is booked twice`;
              booked.add(row.executionId);
            }
            return undefined;
          },
          "at-rest": ({ book }, history) => book && differenceOf(book, history, booked),
        },
      };
    },
  },
  I3: {
    holds: "always",
    says: "What is kept aside is there, an automated buy leaves the cash reserve, and cash is never below zero, but by what came in at the broker and is not told.",
    begin: () => ({
      ordered({ isSubmission, order }, { reserved, rows }) {
        if (!isSubmission || order.side === "sell" || order.origin === "external") return undefined;
        const free = rows.account.cash - reserved;
        const least = order.origin === "automated" ? rows.settings.strategy.minCashReserve : 0;
        return free < least
          ? `${order.clientKey} leaves ${free} of ${least} to be kept`
          : undefined;
      },
      looks: {
        committed(_, history) {
          const { rows } = history;
          if (!rows.hasAccount || 0 <= rows.account.cash) return undefined;
          // An order that came to nothing as far as anybody knew was executed late, and took it.
          const there = rows.account.cash + history.unbookedCash;
          return there < 0 ? `cash is ${rows.account.cash}` : undefined;
        },
      },
    }),
  },
  I12: {
    holds: "always",
    says: "A fill is committed with its order, holding and cash, and an order that has ended keeps nothing aside.",
    begin: () => ({
      ordered: ({ order }) =>
        !isOpen(order) && order.reservedCash !== 0
          ? `${order.clientKey} has ended and keeps ${order.reservedCash}`
          : undefined,
      looks: {
        committed({ written }, { of }) {
          const fill = written.find(
            ({ of: owner, table }) => table === "fills" && owner === of.accountId,
          );
          if (fill === undefined) return undefined;
          const missing = WITH_A_FILL.filter(
            (wanted) =>
              !written.some(({ of: owner, table }) => table === wanted && owner === fill.of),
          );
          return missing.length === 0
            ? undefined
            : `a fill was committed without ${missing.join()}`;
        },
      },
    }),
  },
  I19: {
    holds: "always",
    says: "The day's baseline, once it is known, only moves with money that comes or goes.",
    begin: () => ({
      looks: {
        committed({ written }, { accountBefore, of, rows }) {
          if (accountBefore?.baseline === undefined || !rows.hasAccount) return undefined;
          const { baseline, baselineDay } = rows.account;
          if (baselineDay !== accountBefore.baselineDay) return undefined;
          const flow = written.reduce(
            (sum, one) =>
              one.table === "capital" && one.of === of.accountId ? sum + one.row.amount : sum,
            0,
          );
          const expected = accountBefore.baseline + flow;
          return baseline === expected ? undefined : `the baseline is ${baseline}, not ${expected}`;
        },
      },
    }),
  },
} as const satisfies Record<string, Invariant>;

/**
 * Parts of shares that were bought and sold, and told together, may be booked by another turn, so also with
 * whole shares sold between them, and those of shares that became others since by other parts at first: what
 * of their cost is that of whole shares is not one number then.
 */
function isCostLoose(
  { of: { happened, tradedThere }, soldThere }: AccountHistory,
  ticker: Ticker,
): boolean {
  const moved = (happened?.() ?? []).filter((one) => "after" in one);
  const names = new Set([ticker]);
  for (const one of moved.toReversed())
    if (one.kind === "name-change" && names.has(one.becomes)) names.add(one.ticker);
  const parts = (tradedThere?.() ?? []).filter((one) => one.ticker && names.has(one.ticker));
  const wereOthers = moved.some((one) => names.has(one.ticker));
  if (parts.length < 2) return false;
  const isSoldBetween = soldThere.some(
    ({ at, ticker: of }) => names.has(of) && parts[0]!.at <= at && at <= parts.at(-1)!.at,
  );
  return wereOthers || isSoldBetween || parts.some((one) => 0 < one.amount);
}

const WITH_A_FILL: readonly WrittenRow["table"][] = ["orders", "positions", "accounts"];

function differenceOf(
  book: BrokerBook,
  history: AccountHistory,
  booked: ReadonlySet<string>,
): string | undefined {
  const { of, rows } = history;
  // Fees are in no sum, and an average rounds away ten-thousandths of each.
  const cashAside = Math.abs(rows.account.cash - book.cash);
  if (!of.isKeyless && CENT <= cashAside)
    return `cash is ${rows.account.cash} here, ${book.cash} there`;
  for (const ticker of new Set([...rows.positions.keys(), ...book.positions.keys()])) {
    const here = rows.positions.get(ticker);
    const there = book.positions.get(ticker);
    const [held, holds] = [here?.quantity ?? 0, there?.quantity ?? 0];
    if (held !== holds) return `${held} ${ticker} are held here, ${holds} there`;
    const costAside = Math.abs((here?.costBasis ?? 0) - (there?.costBasis ?? 0));
    if (!of.isKeyless && !isCostLoose(history, ticker) && held < costAside)
      return `${ticker} cost ${costAside} more or less there`;
  }
  const lost = of.isKeyless
    ? undefined
    : book.executions.find(({ executionId }) => !booked.has(executionId));
  return lost && `${lost.executionId} is not booked`;
}
