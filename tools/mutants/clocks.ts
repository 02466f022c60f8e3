import type { MutantGroup } from "./mutant.ts";

const ROLLED = "packages/application/src/trading/decisions/session-roll.test.ts";
const WRONG = "packages/application/src/trading/session/wrong-clock.test.ts";

export const CLOCKS: MutantGroup = {
  breaks: "What holds when the time of day steps",
  mutants: [
    {
      name: "A clock that is ahead removes what is not old",
      file: "packages/application/src/trading/session/settled-time.ts",
      replace: "return instant(Math.min(clock.now(), theirs));",
      by: "return clock.now();",
      foundBy: {
        "packages/application/src/trading/session/sweep-old-rows.test.ts": [
          "removes nothing early by a clock that is hours ahead of the database",
          "removes nothing early by a clock that is years ahead of the database",
        ],
      },
    },
    {
      name: "A clock that steps back leaves the session as it was",
      file: "packages/application/src/trading/decisions/session-roll.ts",
      replace: "followed.sessionFrom <= at && at < followed.sessionUntil",
      by: "at < followed.sessionUntil",
      foundBy: {
        [ROLLED]: [
          "finds the session again that it had left",
          "leaves a session that it had begun too early",
        ],
      },
    },
    {
      name: "A day that is begun once more has lost its halt",
      file: "packages/application/src/trading/decisions/session-roll.ts",
      replace:
        "if (account.haltedDay === day) restoreSession(book, { ...sessionOf(book), halted: true });",
      by: "",
      foundBy: { [ROLLED]: ["keeps the day's halt and its baseline, also from the next day"] },
    },
    {
      name: "A day that is begun once more has lost its baseline",
      file: "packages/application/src/trading/decisions/session-roll.ts",
      replace: "beginSession(book, day, onRecordOf(account, day));",
      by: "beginSession(book, day);",
      foundBy: { [ROLLED]: ["keeps the day's halt and its baseline, also from the next day"] },
    },
    {
      name: "A clock that was before the opening loses the money booked meanwhile from the baseline",
      file: "packages/application/src/trading/decisions/session-roll.ts",
      replace: "if (storedSession.day === day) beginSession",
      by: "if (storedSession.day === undefined) beginSession",
      foundBy: {
        [ROLLED]: ["begins the day with the money that was booked while it was before the opening"],
      },
    },
    {
      name: "A clock that is a day behind takes back the day's baseline and its halt",
      file: "packages/application/src/trading/decisions/session-roll.ts",
      replace: "day < onRecord && !isTimeSure(followed)",
      by: "day < day && !isTimeSure(followed)",
      foundBy: {
        [ROLLED]: [
          "stays that of a later day, with its halt, beside a clock that is behind the broker's or not compared",
        ],
      },
    },
    {
      name: "A day that ends twice counts twice below the band",
      file: "packages/domain/src/book-session.ts",
      replace: "  book.countedDay = book.sessionDay;\n",
      by: "",
      foundBy: { [ROLLED]: ["lets a day be counted once, however often it ends"] },
    },
    {
      name: "A time of day that steps ahead proves that an order never arrived",
      file: "packages/application/src/trading/account/not-found-watch.ts",
      replace: "spreadMinMs <= nowMs - known.firstMs",
      by: "spreadMinMs <= clock.now() - known.firstMs",
      foundBy: {
        "packages/application/src/trading/account/not-found-watch.test.ts": [
          "is not convinced by a time of day that steps ahead",
        ],
      },
    },
    {
      name: "An order whose time on record is wrong is taken for somebody else's",
      file: "packages/application/src/trading/fills/record-order-report.ts",
      replace: "(isUntimed(order) ? asksForTheSame : mayBe)(report, order)",
      by: "mayBe(report, order)",
      foundBy: {
        "packages/application/src/trading/reconciliation/match-unanswered.test.ts": [
          "is left to reconciliation also where the clock that wrote it down is ahead",
          "is left to reconciliation also where the clock that wrote it down is far behind",
        ],
      },
    },
    {
      name: "An order that was taken back while it was sent is taken for somebody else's",
      file: "packages/application/src/trading/orders/order-match.ts",
      replace: '  (status === "cancel-pending" && brokerOrderId === undefined) ||\n',
      by: "",
      foundBy: {
        "packages/application/src/trading/reconciliation/match-unanswered.test.ts": [
          "is left to reconciliation also where the clock that wrote it down is ahead, and it was taken back",
        ],
      },
    },
    {
      name: "A clock that steps back keeps an account from being taken up again",
      file: "packages/application/src/trading/session/accounts-in-hand.ts",
      replace: "retryMs: clock.monotonicMs() + delayMs",
      by: "retryMs: clock.now() + delayMs",
      foundBy: {
        [WRONG]: [
          "takes an account up again soon after a failure, also where it steps back meanwhile",
        ],
      },
    },
    {
      name: "A clock that steps back keeps a symbol closed",
      file: "packages/application/src/trading/decisions/sync-orders.ts",
      replace: "endAutomated(followed, order, clock.monotonicMs());",
      by: "endAutomated(followed, order, clock.now());",
      foundBy: {
        [WRONG]: ["keeps a symbol closed after an order that failed no longer for stepping back"],
      },
    },
    {
      name: "A day's change is told from the close of another day until the time that a clock was ahead",
      file: "packages/application/src/trading/prices/previous-closes.ts",
      replace: "return staleAt <= now || now < askedAt;",
      by: "return staleAt <= now && askedAt <= Number.POSITIVE_INFINITY;",
      foundBy: {
        "packages/application/src/trading/prices/previous-closes.test.ts": [
          "are asked for anew once a clock is set right that was ahead",
        ],
      },
    },
    {
      name: "What a clock that was ahead stopped is switched on by nobody until that time",
      file: "packages/application/src/trading/safeguards/reduce-account.ts",
      replace: " &&\n      at <= askedAt + AHEAD_MAX_MS",
      by: "",
      foundBy: {
        "packages/application/src/trading/settings/toggle-automation.test.ts": [
          "is switched on where the clock was a day ahead as its account was stopped",
        ],
      },
    },
    {
      name: "Executions are read from a time to come, as a clock that ran ahead noted it",
      file: "packages/application/src/trading/reconciliation/read-broker.ts",
      replace: "  executionsReadTo <= now\n",
      by: "  executionsReadTo !== now\n",
      foundBy: {
        "packages/application/src/trading/reconciliation/read-to-ahead.test.ts": [
          "is not believed where it is ahead of now",
        ],
      },
    },
    {
      name: "What a clock that was ahead dated keeps people from buying until that time",
      file: "packages/application/src/trading/safeguards/reduction.ts",
      replace: "reason.at - REDUCED_BY_HAND_MS < at && ",
      by: "",
      foundBy: {
        "packages/application/src/trading/safeguards/reduce-account.test.ts": [
          "bind nobody by a date that a clock gave which was far ahead, and are noted anew",
        ],
      },
    },
  ],
};
