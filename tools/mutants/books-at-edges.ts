import type { MutantGroup } from "./mutant.ts";

export const BOOKS_AT_EDGES: MutantGroup = {
  breaks: "What the books make of news that comes late, in part or from others",
  mutants: [
    {
      name: "A fill from before the account was taken over is booked once more",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: 'if (isTakenOver(account, execution.at)) return ok({ kind: "known" as const });\n',
      by: "",
      foundBy: {
        "packages/application/src/trading/fills/record-execution.test.ts": [
          "books no fill from before the account was taken over: it is in its cash and holdings",
        ],
      },
    },
    {
      name: "Nobody is told that the cash went below zero",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: 'if (cash < 0) log.error("cash-below-zero", { accountId, cash });\n',
      by: "",
      foundBy: {
        "packages/application/src/trading/fills/record-execution.test.ts": [
          "says so where what was bought elsewhere leaves less than no cash, and books it",
        ],
      },
    },
    {
      name: "A fill under somebody else's key waits for an order of ours",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: "if (clientKey !== undefined) return false;\n  const unanswered",
      by: "const unanswered",
      foundBy: {
        "packages/application/src/trading/fills/record-execution.test.ts": [
          "takes what is named by a key that is not ours for somebody else's, whatever waits of ours",
        ],
      },
    },
    {
      name: "A sum that is more than its order is booked of an order of others",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: "if (told.asSum && told.asSum.ordered < told.quantity)",
      by: "if (told.asSum && told.asSum.ordered > told.quantity * 2_000_000)",
      foundBy: {
        "packages/application/src/trading/fills/record-sums.test.ts": [
          "never books of an order of others more than the sum says was ordered, known by then or not",
        ],
      },
    },
    {
      name: "An enlarged order of others is taken for a contradiction",
      file: "packages/application/src/trading/account/external-order.ts",
      replace: 'if (order.origin !== "external" || filled <= order.quantity) return order;',
      by: "return order;",
      foundBy: {
        "packages/application/src/trading/fills/record-execution.test.ts": [
          "widens an order of others that fills beyond what the broker said of it, open or canceled",
        ],
      },
    },
    {
      name: "A second order of one key is taken for said before",
      file: "packages/application/src/trading/fills/record-order-report.ts",
      replace: "if (order.brokerOrderId !== report.brokerOrderId) return false;",
      by: "",
      foundBy: {
        "packages/application/src/trading/fills/record-order-report.test.ts": [
          "takes nothing for said before of a second order of one key, whatever it says",
        ],
      },
    },
    {
      name: "An order that expired at the broker stays open",
      file: "packages/application/src/trading/fills/record-order-report.ts",
      replace: 'return [accepted, { type: "expired" }];',
      by: "return [accepted];",
      foundBy: {
        "packages/application/src/trading/fills/record-order-report.test.ts": [
          "ends an order that expired or was refused, and says what the broker says of it",
        ],
      },
    },
    {
      name: "The broker's reason for a refusal is dropped",
      file: "packages/application/src/trading/fills/record-order-report.ts",
      replace: 'const { filled, message = "The broker refused the order." } = report;',
      by: 'const { filled } = report;\n      const message = "The broker refused the order.";',
      foundBy: {
        "packages/application/src/trading/fills/record-order-report.test.ts": [
          "ends an order that expired or was refused, and says what the broker says of it",
        ],
      },
    },
    {
      name: "A stop learned later wipes out how long its order is good for",
      file: "packages/application/src/trading/fills/changed-at-broker.ts",
      replace: "...(timeInForce === undefined ? {} : { timeInForce }),",
      by: "timeInForce: undefined as never,",
      foundBy: {
        "packages/application/src/trading/fills/record-order-report.test.ts": [
          "learns of an order of others what its executions do not tell, one thing after the other",
        ],
      },
    },
    {
      name: "A fill that the book cannot hold ends the account",
      file: "packages/application/src/trading/fills/absorb-fill.ts",
      replace: 'if (fill.side === "sell" && book.held[slot]! < fill.quantity) return false;\n',
      by: "",
      foundBy: {
        "packages/application/src/trading/fills/absorb-fill.test.ts": [
          "leaves the book as it is, and says that it has to be made anew of the rows",
        ],
      },
    },
    {
      name: "What the broker finds under our key is thrown away",
      file: "packages/application/src/trading/reconciliation/resolve-unanswered.ts",
      replace: "await recordOrderReport(needs)(read.accountId, report);",
      by: "",
      foundBy: {
        "packages/application/src/trading/reconciliation/resolve-unanswered.test.ts": [
          "goes on as what the broker finds under its key or its number",
        ],
      },
    },
    {
      name: "An order is taken for another of ours that looks the same",
      file: "packages/application/src/trading/reconciliation/resolve-unanswered.ts",
      replace: "return known && known.clientKey !== order.clientKey ? undefined : report;",
      by: "return report;",
      foundBy: {
        "packages/application/src/trading/reconciliation/resolve-unanswered.test.ts": [
          "is not taken for another of ours that the broker finds in its place",
        ],
      },
    },
    {
      name: "An order is ended on what was known before its answer",
      file: "packages/application/src/trading/reconciliation/resolve-unanswered.ts",
      replace: "current.status === order.status\n",
      by: 'current.status !== "intent"\n',
      foundBy: {
        "packages/application/src/trading/reconciliation/resolve-unanswered.test.ts": [
          "is left as what was learned of it while it was about to be ended",
        ],
      },
    },
    {
      name: "A missing order whose cancel was wished is said to have expired",
      file: "packages/application/src/trading/reconciliation/resolve-unanswered.ts",
      replace: 'status === "cancel-pending" ? "canceled" : "expired"',
      by: '"expired"',
      foundBy: {
        "packages/application/src/trading/reconciliation/resolve-unanswered.test.ts": [
          "is canceled at the end of its day where its cancel was wished",
        ],
      },
    },
    {
      name: "An order for all hours ends with its session",
      file: "packages/application/src/trading/orders/last-day.ts",
      replace: "extendedHours ? undefined : NYSE_CALENDAR.sessionAt(good)",
      by: "NYSE_CALENDAR.sessionAt(good)",
      foundBy: {
        "packages/application/src/trading/reconciliation/resolve-unanswered.test.ts": [
          "ends with the day it was good for: in a session for all hours, of the next",
        ],
      },
    },
    {
      name: "An order that was sent meanwhile is on the audit as denied",
      file: "packages/application/src/trading/orders/written-order.ts",
      replace:
        'if (denied.ok) await auditOrder(tables, owner, { action: "order-denied", order: denied.value });',
      by: 'await auditOrder(tables, owner, { action: "order-denied", order: { clientKey } as Order });',
      foundBy: {
        "packages/application/src/trading/reconciliation/resolve-unanswered.test.ts": [
          "is what became of it while it was about to be given up",
        ],
      },
    },
    {
      name: "A fault of ours is taken for a broker that does not answer",
      file: "packages/application/src/trading/reconciliation/read-broker.ts",
      replace:
        'if (!(error instanceof BrokerUnavailable)) throw error;\n      log.warn("reconciliation-put-off", { accountId, reason: error.reason, error: error.message });',
      by: 'if (!(error instanceof BrokerUnavailable)) return refused({ kind: "broker-unavailable", message: "" });\n      log.warn("reconciliation-put-off", { accountId, reason: error.reason, error: error.message });',
      foundBy: {
        "packages/application/src/trading/reconciliation/reconcile-account.test.ts": [
          "is no answer of the broker's: it is told as what it is, and writes nothing",
        ],
      },
    },
    {
      name: "What was read on by another process is read again",
      file: "packages/application/src/trading/reconciliation/adopt-news.ts",
      replace: "...(row.executionsReadTo < readTo ? { executionsReadTo: readTo } : {}),",
      by: "executionsReadTo: readTo,",
      foundBy: {
        "packages/application/src/trading/reconciliation/reconcile-account.test.ts": [
          "never make us read again what another process has read on from meanwhile",
        ],
      },
    },
    {
      name: "A question is put to the user though its answer has come",
      file: "packages/application/src/trading/reconciliation/match-unanswered.ts",
      replace: "isUnanswered(order)\n      ? applyOrderEvent",
      by: "isUnanswered({ ...order, brokerOrderId: undefined as never })\n      ? applyOrderEvent",
      foundBy: {
        "packages/application/src/trading/reconciliation/match-unanswered.test.ts": [
          "is asked about no more where its answer comes while the question is put",
        ],
      },
    },
    {
      name: "An account deleted while it is reconciled agrees with its broker",
      file: "packages/application/src/trading/reconciliation/reconcile-account.ts",
      replace: '    if (!now) return refused({ kind: "account-not-found" });\n    const cashDrift',
      by: "    if (!now) return ok({ at: clock.now() } as never);\n    const cashDrift",
      foundBy: {
        "packages/application/src/trading/reconciliation/deleted-account.test.ts": [
          "is never said to agree with its broker, wherever reconciliation was as that happened",
        ],
      },
    },
    {
      name: "The ledger misses what a late fill changes of later gains",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: "await tables.fills.addNew(fill, gain);",
      by: "await tables.fills.addNew(fill);",
      foundBy: {
        "packages/application/src/trading/fills/apply-late-fill.test.ts": [
          "gives sales since then the gain they have with it, in the books and in its own entry",
        ],
      },
    },
    {
      name: "A late fill has trades of shares that were split since traded once more",
      file: "packages/application/src/trading/fills/traded-around.ts",
      replace: "const since = await tradedSince(tables, fill);",
      by: "const since = await tables.fills.since(fill.accountId, fill.at);",
      foundBy: {
        "packages/application/src/trading/fills/apply-late-fill.test.ts": [
          "leaves sales alone where the shares were split since",
        ],
      },
    },
    {
      name: "What was booked while a fill was missing keeps its cost once that is told",
      file: "packages/application/src/trading/fills/traded-around.ts",
      replace: "lately?.filter(({ at }) => at <= fill.at) ?? []",
      by: "lately?.slice(0, 0) ?? []",
      foundBy: {
        "packages/application/src/trading/reconciliation/told-in-batches.test.ts": [
          "end with the cost of what is held, though a sale was booked before what it left was bought",
        ],
      },
    },
    {
      name: "What cannot be booked is said each time it is told",
      file: "packages/application/src/trading/activities/record-activity.ts",
      replace: 'if (isNews) log.error("activity-refused"',
      by: 'log.error("activity-refused"',
      foundBy: {
        "packages/application/src/trading/session/correction-unbooked.test.ts": [
          "is said once, holds the account back, and lets it go on once books and broker agree",
        ],
      },
    },
    {
      name: "A correction that cannot be booked switches automation off for good",
      file: "packages/application/src/trading/activities/record-activity.ts",
      replace: "if (isForAgreement(activity, refusal))\n    await reduceAccount",
      by: "if (!isForAgreement(activity, refusal))\n    await reduceAccount",
      foundBy: {
        "packages/application/src/trading/session/correction-unbooked.test.ts": [
          "is said once, holds the account back, and lets it go on once books and broker agree",
        ],
      },
    },
    {
      name: "An account is held back for a correction after books and broker agree",
      file: "packages/application/src/trading/session/note-drift.ts",
      replace: "isOver: found.unbooked.length === 0 ||",
      by: "isOver: found.unbooked.length === 0 && 0 < found.unbooked.length &&",
      foundBy: {
        "packages/application/src/trading/session/correction-unbooked.test.ts": [
          "is said once, holds the account back, and lets it go on once books and broker agree",
        ],
      },
    },
  ],
};
