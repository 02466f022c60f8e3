import type { MutantGroup } from "./mutant.ts";

export const EDGES: MutantGroup = {
  breaks: "What happens seldom: at the ends of a range, a day, an order and an account",
  mutants: [
    {
      name: "A book takes no more symbols than it was opened for",
      file: "packages/domain/src/book.ts",
      replace: "if (slot === book.high.length) growColumns(book);",
      by: "if (slot < 0) growColumns(book);",
      foundBy: {
        "packages/domain/src/book.test.ts": [
          "keeps what every other symbol has when there are more than the book was opened for",
        ],
      },
    },
    {
      name: "Bars from before the first price begin a trail",
      file: "packages/domain/src/book.ts",
      replace: "if (book.high[slot] === 0) return;\n  book.high[slot] = Math.max",
      by: "if (book.high[slot] === -1) return;\n  book.high[slot] = Math.max",
      foundBy: {
        "packages/domain/src/book.test.ts": [
          "begins no trail: bars from before the first price say nothing of one",
        ],
      },
    },
    {
      name: "A restart forgets the low that the bars since have shown",
      file: "packages/domain/src/book.ts",
      replace:
        "book.low[slot] = Math.min(book.low[slot]!, seen.low);\n  book.last[slot] = seen.last;",
      by: "book.last[slot] = seen.last;",
      foundBy: {
        "packages/domain/src/book.test.ts": ["takes in what happened meanwhile, on either side"],
      },
    },
    {
      name: "A book goes below no shares when more is sold than it holds",
      file: "packages/domain/src/book.ts",
      replace: "if (!after.ok)",
      by: "if (!after.ok) return money(0);\n  if (!after.ok)",
      foundBy: {
        "packages/domain/src/book.test.ts": [
          "never sells more than is held, and leaves the book as it was",
        ],
      },
    },
    {
      name: "No more than 128 prices of one instant are acted on",
      file: "packages/domain/src/decide.ts",
      replace: "if (exits.length < batch.count) {",
      by: "if (batch.count < 0) {",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "leaves every one of three hundred holdings whose exits come due in one instant",
        ],
      },
    },
    {
      name: "A venue without real prices is traded by rule",
      file: "packages/domain/src/gate.ts",
      replace: 'if (book.automation === "no-real-prices") return "no-real-prices";\n',
      by: "",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "neither enters nor leaves where the venue has no real prices; trails follow all the same",
        ],
      },
    },
    {
      name: "A rate of an amount too large is a wrong number",
      file: "packages/domain/src/money.ts",
      replace: "if (!Number.isSafeInteger(result)) throw",
      by: "if (Number.isNaN(result)) throw",
      foundBy: {
        "packages/domain/src/money.test.ts": ["never answers what leaves the safe integers"],
      },
    },
    {
      name: "A tie of large products is always rounded up",
      file: "packages/domain/src/money.ts",
      replace: "(twice === BigInt(c) && down % 2 !== 0);",
      by: "twice === BigInt(c);",
      foundBy: {
        "packages/domain/src/money.test.ts": [
          "rounds ties to the even one where the product leaves the safe integers",
        ],
      },
    },
    {
      name: "A tie of large products is always rounded down",
      file: "packages/domain/src/money.ts",
      replace: "BigInt(c) < twice || (twice === BigInt(c) && down % 2 !== 0);",
      by: "BigInt(c) < twice;",
      foundBy: {
        "packages/domain/src/money.test.ts": [
          "rounds ties to the even one where the product leaves the safe integers",
        ],
      },
    },
    {
      name: "The average price of an order is what was ordered, not filled",
      file: "packages/domain/src/order.ts",
      replace: "(mulDivHalfEven(filledNotional, 1, filled) as Price);",
      by: "(mulDivHalfEven(filledNotional, 1, filled + 1) as Price);",
      foundBy: {
        "packages/domain/src/order.test.ts": [
          "tells what a share cost so far to the nearest, and nothing before its first fill",
        ],
      },
    },
    {
      name: "The way to the trigger has no sign once it is passed",
      file: "packages/domain/src/verdict.ts",
      replace: "away === 0 || 0 < distanceBps ? away : -away;",
      by: "away === 0 || 0 <= distanceBps ? away : -away;",
      foundBy: {
        "packages/domain/src/verdict.test.ts": [
          "is the way that is left in percent of the price, negative by how far it went beyond",
        ],
      },
    },
    {
      name: "A sell that failed is told as a buy",
      file: "packages/domain/src/reason.ts",
      replace: 'facts.reason === "trail-drop"\n    ? `Not bought',
      by: "facts.reason !== undefined\n    ? `Not bought",
      foundBy: {
        "packages/domain/src/reason.test.ts": [
          "says what blocks: Not sold although the price reached its trigger: the order ended unfilled.",
        ],
      },
    },
    {
      name: "The broker's words are left out of what it refused",
      file: "packages/domain/src/reason.ts",
      replace: '(said === undefined ? "" :',
      by: '(said !== undefined ? "" :',
      foundBy: {
        "packages/domain/src/reason.test.ts": [
          "says what blocks: Not bought although $95.50 is 4.5% below the high of $100.00 (trigger $96.00): the broker refused the order. “Day trading is not allowed.”",
        ],
      },
    },
    {
      name: "A buy at market goes out although no provider has a price",
      file: "packages/application/src/use-cases/write-manual-order.ts",
      replace:
        'return side === "sell" || limit !== undefined ? undefined : { kind: "no-price", ticker };',
      by: "return undefined;",
      foundBy: {
        "packages/application/src/use-cases/write-manual-order.test.ts": [
          "is no buy at market; what is held can be sold, and a limit says the price itself",
        ],
      },
    },
    {
      name: "What is held cannot be sold while no provider has a price",
      file: "packages/application/src/use-cases/write-manual-order.ts",
      replace: 'return side === "sell" || limit !== undefined ?',
      by: "return limit !== undefined ?",
      foundBy: {
        "packages/application/src/use-cases/write-manual-order.test.ts": [
          "is no buy at market; what is held can be sold, and a limit says the price itself",
        ],
      },
    },
    {
      name: "An order worth more than an account may be is taken",
      file: "packages/application/src/use-cases/check-order.ts",
      replace:
        'if (ACCOUNT_VALUE_MAX < notional) return refused({ kind: "order-too-large", notional });',
      by: "",
      foundBy: {
        "packages/application/src/use-cases/write-manual-order.test.ts": [
          "is refused where it is worth more than an account may be",
        ],
      },
    },
    {
      name: "A paused account trades by hand",
      file: "packages/application/src/use-cases/write-manual-order.ts",
      replace: 'if (account.status !== "active")\n    return',
      by: 'if (account.status === "error")\n    return',
      foundBy: {
        "packages/application/src/use-cases/write-manual-order.test.ts": [
          "is refused while its account is paused",
        ],
      },
    },
    {
      name: "A ticket sent again is told that its refused order is fine",
      file: "packages/application/src/use-cases/write-manual-order.ts",
      replace: 'if (status !== "denied" && status !== "rejected") return ok',
      by: 'if (status !== "denied") return ok',
      foundBy: {
        "packages/application/src/use-cases/write-manual-order.test.ts": [
          "is told once more that the broker refused its order, in the broker's words",
        ],
      },
    },
    {
      name: "A ticket sent again is told that an order that never left is fine",
      file: "packages/application/src/use-cases/write-manual-order.ts",
      replace: 'if (status !== "denied" && status !== "rejected") return ok',
      by: 'if (status !== "rejected") return ok',
      foundBy: {
        "packages/application/src/use-cases/write-manual-order.test.ts": [
          "is told once more that its order never left, and why",
        ],
      },
    },
    {
      name: "A paused account trades by rule",
      file: "packages/application/src/use-cases/write-automated-order.ts",
      replace:
        'if (account.status !== "active") return { kind: "account-not-active", status: account.status };\n',
      by: "",
      foundBy: {
        "packages/application/src/use-cases/write-automated-order.test.ts": [
          "is not written while its account is paused",
        ],
      },
    },
    {
      name: "What was decided in the session is sent after its close",
      file: "packages/application/src/use-cases/write-automated-order.ts",
      replace:
        'if (!session && !isForAfterHours(draft, settings)) return { kind: "market-closed", opensAt: at };\n',
      by: "",
      foundBy: {
        "packages/application/src/use-cases/write-automated-order.test.ts": [
          "is not written once the session it was decided in has closed, but for after hours",
        ],
      },
    },
    {
      name: "An order is written though nothing leads to the broker",
      file: "packages/application/src/use-cases/place-order.ts",
      replace:
        'if (!broker) return settled(refused({ kind: "broker-unavailable", message: UNREACHABLE }));\n    const options =',
      by: 'if (!broker) await writeManualOrder(needs)(draft as ManualDraft);\n    if (!broker) return settled(refused({ kind: "broker-unavailable", message: UNREACHABLE }));\n    const options =',
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
          "writes nothing down where there is no connection to the broker",
        ],
      },
    },
    {
      name: "Keys refused at an order leave the account active",
      file: "packages/application/src/use-cases/send-order.ts",
      replace: "if (reason !== undefined)\n      await",
      by: 'if (reason === "account-suspended")\n      await',
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "stops the account, and its user is told (credentials)",
          "stops the account, and its user is told (authorisation)",
        ],
      },
    },
    {
      name: "Nobody is told that an order's refusal stopped the account",
      file: "packages/application/src/use-cases/send-order.ts",
      replace: 'announce(needs, sending, "accounts-changed");',
      by: "",
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "stops the account, and its user is told (credentials)",
          "stops the account, and its user is told (authorisation)",
        ],
      },
    },
    {
      name: "An answer later than a fill stops the account",
      file: "packages/application/src/use-cases/send-order.ts",
      replace: 'if (answer.kind === "accepted" && isAnother(known, answer.brokerOrderId)) {',
      by: "if (known) {",
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "is not believed when it refuses an order that has a fill",
        ],
      },
    },
    {
      name: "An order that was canceled unsent is said to be sent",
      file: "packages/application/src/use-cases/send-order.ts",
      replace: 'if (answer.kind === "not-sent" && status === "denied")\n    return refused',
      by: 'if (answer.kind === "not-sent" && status === "expired")\n    return refused',
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "is over at once where its cancel was wished before that was known",
        ],
      },
    },
    {
      name: "An order is sent again for an account that was paused meanwhile",
      file: "packages/application/src/use-cases/send-again.ts",
      replace:
        'if (account.status !== "active") return { kind: "account-not-active", status: account.status };\n',
      by: "",
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "is not sent once its account was paused while it waited",
        ],
      },
    },
    {
      name: "Shares are sold again that were sold while the order waited",
      file: "packages/application/src/use-cases/send-again.ts",
      replace: "? unsoldRefusal(others, order)",
      by: "? undefined",
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "is not sent once the shares it sells were sold while it waited",
        ],
      },
    },
    {
      name: "A fill from before the account was taken over is booked once more",
      file: "packages/application/src/use-cases/record-execution.ts",
      replace: 'if (isTakenOver(account, execution.at)) return ok({ kind: "known" as const });\n',
      by: "",
      foundBy: {
        "packages/application/src/use-cases/record-execution.test.ts": [
          "books no fill from before the account was taken over: it is in its cash and holdings",
        ],
      },
    },
    {
      name: "Nobody is told that the cash went below zero",
      file: "packages/application/src/use-cases/record-execution.ts",
      replace: 'if (cash < 0) log.error("cash-below-zero", { accountId, cash });\n',
      by: "",
      foundBy: {
        "packages/application/src/use-cases/record-execution.test.ts": [
          "says so where what was bought elsewhere leaves less than no cash, and books it",
        ],
      },
    },
    {
      name: "A fill under somebody else's key waits for an order of ours",
      file: "packages/application/src/use-cases/record-execution.ts",
      replace: "if (clientKey !== undefined) return false;\n  const unanswered",
      by: "const unanswered",
      foundBy: {
        "packages/application/src/use-cases/record-execution.test.ts": [
          "takes what is named by a key that is not ours for somebody else's, whatever waits of ours",
        ],
      },
    },
    {
      name: "An enlarged order of others is taken for a contradiction",
      file: "packages/application/src/use-cases/external-order.ts",
      replace: 'if (order.origin !== "external" || filled <= order.quantity) return order;',
      by: "return order;",
      foundBy: {
        "packages/application/src/use-cases/record-execution.test.ts": [
          "widens an order of others that fills beyond what the broker said of it, open or canceled",
        ],
      },
    },
    {
      name: "An order that expired at the broker stays open",
      file: "packages/application/src/use-cases/record-order-report.ts",
      replace: 'return [accepted, { type: "expired" }];',
      by: "return [accepted];",
      foundBy: {
        "packages/application/src/use-cases/record-execution.test.ts": [
          "ends an order that expired or was refused, and says what the broker says of it",
        ],
      },
    },
    {
      name: "The broker's reason for a refusal is dropped",
      file: "packages/application/src/use-cases/record-order-report.ts",
      replace: 'message: message ?? "The broker refused the order."',
      by: 'message: "The broker refused the order."',
      foundBy: {
        "packages/application/src/use-cases/record-execution.test.ts": [
          "ends an order that expired or was refused, and says what the broker says of it",
        ],
      },
    },
    {
      name: "A stop learned later wipes out how long its order is good for",
      file: "packages/application/src/use-cases/record-order-report.ts",
      replace: "...(timeInForce === undefined ? {} : { timeInForce }),",
      by: "timeInForce: undefined as never,",
      foundBy: {
        "packages/application/src/use-cases/record-execution.test.ts": [
          "learns of an order of others what its executions do not tell, one thing after the other",
        ],
      },
    },
    {
      name: "A fill that the book cannot hold ends the account",
      file: "packages/application/src/use-cases/absorb-fill.ts",
      replace: 'if (fill.side === "sell" && book.held[slot]! < fill.quantity) return false;\n',
      by: "",
      foundBy: {
        "packages/application/src/use-cases/absorb-fill.test.ts": [
          "leaves the book as it is, and says that it has to be made anew of the rows",
        ],
      },
    },
    {
      name: "What the broker finds under our key is thrown away",
      file: "packages/application/src/use-cases/settle-unanswered.ts",
      replace: "await recordOrderReport(needs)(read.accountId, report);",
      by: "",
      foundBy: {
        "packages/application/src/use-cases/settle-unanswered.test.ts": [
          "goes on as what the broker finds under its key or its number",
        ],
      },
    },
    {
      name: "An order is taken for another of ours that looks the same",
      file: "packages/application/src/use-cases/settle-unanswered.ts",
      replace: "return known && known.clientKey !== order.clientKey ? undefined : report;",
      by: "return report;",
      foundBy: {
        "packages/application/src/use-cases/settle-unanswered.test.ts": [
          "is not taken for another of ours that the broker finds in its place",
        ],
      },
    },
    {
      name: "An order is ended on what was known before its answer",
      file: "packages/application/src/use-cases/settle-unanswered.ts",
      replace: "current.status === order.status\n",
      by: 'current.status !== "intent"\n',
      foundBy: {
        "packages/application/src/use-cases/settle-unanswered.test.ts": [
          "is left as what was learned of it while it was about to be ended",
        ],
      },
    },
    {
      name: "A missing order whose cancel was wished is said to have expired",
      file: "packages/application/src/use-cases/settle-unanswered.ts",
      replace: 'status === "cancel-pending" ? "canceled" : "expired"',
      by: '"expired"',
      foundBy: {
        "packages/application/src/use-cases/settle-unanswered.test.ts": [
          "is canceled at the end of its day where its cancel was wished",
        ],
      },
    },
    {
      name: "An order for all hours ends with its session",
      file: "packages/application/src/use-cases/settle-unanswered.ts",
      replace: "extendedHours ? undefined : NYSE_CALENDAR.sessionAt(good)",
      by: "NYSE_CALENDAR.sessionAt(good)",
      foundBy: {
        "packages/application/src/use-cases/settle-unanswered.test.ts": [
          "ends with the day it was good for: in a session for all hours, of the next",
        ],
      },
    },
    {
      name: "An order that was sent meanwhile is on the audit as denied",
      file: "packages/application/src/use-cases/written-order.ts",
      replace:
        'if (denied.ok) await auditOrder(tables, owner, { action: "order-denied", order: denied.value });',
      by: 'await auditOrder(tables, owner, { action: "order-denied", order: { clientKey } as Order });',
      foundBy: {
        "packages/application/src/use-cases/settle-unanswered.test.ts": [
          "is what became of it while it was about to be given up",
        ],
      },
    },
    {
      name: "A fault of ours is taken for a broker that does not answer",
      file: "packages/application/src/use-cases/reconcile-account.ts",
      replace:
        'if (!(error instanceof BrokerUnavailable)) throw error;\n      log.warn("reconciliation-put-off", { accountId, reason: error.reason, error: error.message });',
      by: 'if (!(error instanceof BrokerUnavailable)) return refused({ kind: "broker-unavailable", message: "" });\n      log.warn("reconciliation-put-off", { accountId, reason: error.reason, error: error.message });',
      foundBy: {
        "packages/application/src/use-cases/reconcile-account.test.ts": [
          "is no answer of the broker's: it is told as what it is, and writes nothing",
        ],
      },
    },
    {
      name: "What was read on by another process is read again",
      file: "packages/application/src/use-cases/reconcile-account.ts",
      replace:
        "account.executionsReadTo < readTo ? { ...account, executionsReadTo: readTo } : account,",
      by: "({ ...account, executionsReadTo: readTo }),",
      foundBy: {
        "packages/application/src/use-cases/reconcile-account.test.ts": [
          "never make us read again what another process has read on from meanwhile",
        ],
      },
    },
    {
      name: "A question is put to the user though its answer has come",
      file: "packages/application/src/use-cases/match-unanswered.ts",
      replace: "isUnanswered(order)\n      ? applyOrderEvent",
      by: "isUnanswered({ ...order, brokerOrderId: undefined as never })\n      ? applyOrderEvent",
      foundBy: {
        "packages/application/src/use-cases/match-unanswered.test.ts": [
          "is asked about no more where its answer comes while the question is put",
        ],
      },
    },
    {
      name: "An account deleted while it is reconciled agrees with its broker",
      file: "packages/application/src/use-cases/reconcile-account.ts",
      replace: '    if (!now) return refused({ kind: "account-not-found" });\n    return ok({',
      by: "    if (!now) return ok({ at: clock.now() } as never);\n    return ok({",
      foundBy: {
        "packages/application/src/use-cases/deleted-account.test.ts": [
          "is never said to agree with its broker, wherever reconciliation was as that happened",
        ],
      },
    },
  ],
};
