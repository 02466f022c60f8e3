import type { MutantGroup } from "./mutant.ts";

export const RECONCILIATION: MutantGroup = {
  breaks: "How books and broker come to agree",
  mutants: [
    {
      name: "A sale that was taken back is refused once others have sold its shares",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: "if (!moved.ok && !takeBack) return moved;",
      by: "if (!moved.ok) return moved;",
      foundBy: {
        "packages/application/src/trading/reconciliation/sold-once-more.test.ts": [
          "is booked with its being taken back, and stops nobody",
        ],
      },
    },
    {
      name: "A page that is missing is taken for the end of the list",
      file: "packages/adapters-broker/src/alpaca/alpaca-rows.ts",
      replace: "    if (rows.length < limit) return [...seen.values()];",
      by: "    if (0 <= page || rows.length < limit) return [...seen.values()];",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-misbehaving-venue.test.ts": [
          "reads every page of orders, also when one on it is not ours to read",
        ],
      },
    },
    {
      name: "A read that fails is taken for an empty answer",
      file: "packages/application/src/trading/reconciliation/read-broker.ts",
      replace: "        broker.positions(),",
      by: "        broker.positions().catch(() => []),",
      foundBy: {
        "packages/application/src/trading/reconciliation/reconcile-account.test.ts": [
          "leaves everything as it is",
        ],
      },
    },
    {
      name: "Executions are not read again from before the last known one",
      file: "packages/application/src/trading/reconciliation/read-broker.ts",
      replace: "readToOf(account, now) - OVERLAP_MS,",
      by: "readToOf(account, now),",
      foundBy: {
        "packages/application/src/trading/reconciliation/reconcile-account.test.ts": [
          "are booked up to two minutes before the last one known",
        ],
      },
    },
    {
      name: "The read mark passes an execution that is unclear",
      file: "packages/application/src/trading/reconciliation/adopt-news.ts",
      replace: "if (unclear.has(execution)) break;\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/reconciliation/reconcile-account.test.ts": [
          "are read again for as long as it is unclear what one of them is of",
        ],
      },
    },
    {
      name: "What a later sale has sold contradicts the books",
      file: "packages/application/src/trading/reconciliation/book-news.ts",
      replace: "if (isLeft) early = [...early, execution];",
      by: 'if (isLeft) await recordFill(needs, accountId, execution, { hear, source: "list" });',
      foundBy: {
        "packages/application/src/trading/reconciliation/told-in-batches.test.ts": [
          "stop no account where a later sale was heard before those that it followed",
        ],
      },
    },
    {
      name: "The dedupe by execution id is skipped in the list",
      file: "packages/application/src/trading/reconciliation/adopt-news.ts",
      replace: "!booked.has(executionId) && !isTakenOver(account, at)",
      by: "!isTakenOver(account, at)",
      foundBy: {
        "packages/application/src/trading/session/run-worker.test.ts": [
          "costs an idle account few transactions, however many fills the day has",
        ],
      },
    },
    {
      name: "An order ends although fills of it are still to be told",
      file: "packages/application/src/trading/fills/record-order-report.ts",
      replace: "  if (isOwedFills(report, order)) return [accepted];\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/fills/record-order-report.test.ts": [
          "keeps an order open that ended with fills which are still to be told",
        ],
      },
    },
    {
      name: "Only a canceled order is owed its fills, an expired one is not",
      file: "packages/application/src/trading/fills/record-order-report.ts",
      replace: '(state === "canceled" || state === "expired" || state === "rejected") &&',
      by: '(state === "canceled" || state === "rejected") &&',
      foundBy: {
        "packages/application/src/trading/fills/record-order-report.test.ts": [
          "keeps an order open that expired with fills which are still to be told",
        ],
      },
    },
    {
      name: "A report's filled quantity ends an order as filled",
      file: "packages/application/src/trading/fills/record-order-report.ts",
      replace: '    case "filled":\n      return [accepted];',
      by: '    case "filled":\n      return [accepted, { type: "canceled" }];',
      foundBy: {
        "packages/application/src/trading/fills/record-order-report.test.ts": [
          "takes no fill from a report: executions tell those",
        ],
      },
    },
    {
      name: "An order that arrives after it was given up goes on",
      file: "packages/application/src/trading/orders/given-up-order.ts",
      replace: 'before.status !== "rejected" || !isOpen(after)',
      by: 'before.status !== "denied" || !isOpen(after)',
      foundBy: {
        "packages/application/src/trading/fills/record-order-report.test.ts": [
          "wants no more of an order that arrives after it was given up",
        ],
      },
    },
    {
      name: "A fill that may be of an unanswered order is taken for somebody else's",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: "if (!known && (await mayBeOfUnanswered(tables, account.id, told, at)))",
      by: "if (!known && at < 0 && (await mayBeOfUnanswered(tables, account.id, told, at)))",
      foundBy: {
        "packages/application/src/trading/fills/record-execution.test.ts": [
          "leaves what may be of an order without an answer until that is known",
        ],
      },
    },
    {
      name: "Two orders alike are told apart by guessing",
      file: "packages/application/src/trading/reconciliation/match-unanswered.ts",
      replace: "const isClear = candidates.length === 1 && rivals.length === 1;",
      by: "const isClear = 0 < candidates.length;",
      foundBy: {
        "packages/application/src/trading/reconciliation/match-unanswered.test.ts": [
          "freezes the account when two may be it, and books neither",
        ],
      },
    },
    {
      name: "As many alike of ours as of theirs are a question",
      file: "packages/application/src/trading/reconciliation/match-unanswered.ts",
      replace: "    if (!isEven) continue;",
      by: "    if (!isEven || 1 < ours.length) continue;",
      foundBy: {
        "packages/application/src/trading/reconciliation/match-unanswered.test.ts": [
          "is paired with one of two alike where two alike of ours wait, and nobody is asked",
        ],
      },
    },
    {
      name: "Another account at the venue is taken for ours",
      file: "packages/application/src/trading/reconciliation/venue-reset.ts",
      replace: "if (account.venueAccountNumber !== undefined) {",
      by: 'if (account.venueAccountNumber === "") {',
      foundBy: {
        "packages/application/src/trading/reconciliation/venue-reset.test.ts": [
          "stops automation and books nothing",
        ],
      },
    },
    {
      name: "A difference seen once stops the account",
      file: "packages/application/src/trading/session/note-drift.ts",
      replace: "const standing = found.drift.filter((drift) => seen.has(textOf(drift)));",
      by: "const standing = found.drift.filter((drift) => seen.has(textOf(drift)) || 0 <= seen.size);",
      foundBy: {
        "packages/application/src/trading/session/note-drift.test.ts": [
          "are no difference while they are seen once",
        ],
      },
    },
    {
      name: "Holdings that differ are held against nobody",
      file: "packages/application/src/trading/session/note-difference.ts",
      replace: "      : reduceAccount(tables, locked, { because, at, about: about! }));",
      by: "      : Promise.resolve());",
      foundBy: {
        "packages/application/src/trading/session/note-drift.test.ts": [
          "hold the account back and are told of, until both agree again",
        ],
      },
    },
    {
      name: "A slow answer of the broker is taken for a wrong clock",
      file: "packages/application/src/trading/account/venue-time.ts",
      replace: "  return most < 0 ? most : 0;",
      by: "  return most;",
      foundBy: {
        "packages/application/src/trading/session/note-venue-time.test.ts": [
          "is no other clock because its answer was long on its way",
        ],
      },
    },
    {
      name: "A cancel whose answer was lost is not asked for again",
      file: "packages/application/src/trading/reconciliation/reconcile-account.ts",
      replace: "    await repeatCancels(needs, word.value);\n    return done;",
      by: "    return done;",
      foundBy: {
        "packages/application/src/trading/reconciliation/reconcile-account.test.ts": [
          "is asked for again, also where no worker hears the broker",
        ],
      },
    },
    {
      name: "The worker asks for no cancel a second time",
      file: "packages/application/src/trading/session/hear-broker.ts",
      replace: "  });\n  await repeatCancels(unread, word.value);\n}",
      by: "  });\n}",
      foundBy: {
        "packages/application/src/trading/orders/cancel-order.test.ts": [
          "is asked for again until the broker has heard it",
        ],
      },
    },
    {
      name: "A sum of fills is booked whole each time it is told",
      file: "packages/application/src/trading/fills/new-in-sum.ts",
      replace: "const quantity = shares(whole.quantity - booked);",
      by: "const quantity = whole.quantity;",
      foundBy: {
        "packages/application/src/trading/fills/record-sums.test.ts": [
          "gives the new part the price that the sum leaves for it",
        ],
      },
    },
    {
      name: "The rest of a sum gets the average price",
      file: "packages/application/src/trading/fills/new-in-sum.ts",
      replace: "const isTold = filledBefore === 0 && isPrice(price);",
      by: "const isTold = filledBefore < 0 && isPrice(price);",
      foundBy: {
        "packages/application/src/trading/fills/record-sums.test.ts": [
          "gives the new part the price that the sum leaves for it",
        ],
      },
    },
    {
      name: "A missing order good until canceled ends by the day it was placed",
      file: "packages/application/src/trading/orders/last-day.ts",
      replace: "const good = timeInForce === undefined ? createdAt : updatedAt;",
      by: "const good = timeInForce === undefined ? updatedAt : createdAt;",
      foundBy: {
        "packages/application/src/trading/reconciliation/missing-order.test.ts": [
          "ends no sooner than the day on which it was missed, where it was good until canceled",
        ],
      },
    },
    {
      name: "A stop that is taken over loses its price",
      file: "packages/application/src/trading/account/external-order.ts",
      replace: "  ...(report.stop === undefined ? {} : { stop: report.stop }),\n",
      by: "",
      foundBy: {
        "packages/application/src/brokers/take-over-broker.test.ts": [
          "takes an open stop over with its price, and with what it is good for",
        ],
      },
    },
    {
      name: "A stop that is taken over ends with the day",
      file: "packages/application/src/trading/account/external-order.ts",
      replace:
        "  ...(report.timeInForce === undefined ? {} : { timeInForce: report.timeInForce }),\n",
      by: "",
      foundBy: {
        "packages/application/src/brokers/take-over-broker.test.ts": [
          "takes an open stop over with its price, and with what it is good for",
        ],
      },
    },
    {
      name: "What the broker tells of a stop on record is not taken",
      file: "packages/application/src/trading/fills/changed-at-broker.ts",
      replace: 'const isOthers = order.origin === "external";',
      by: 'const isOthers = order.origin !== "external";',
      foundBy: {
        "packages/application/src/views/read-protection.test.ts": [
          "counts one that was on record before its price was",
        ],
      },
    },
  ],
};
