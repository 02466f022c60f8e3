import type { MutantGroup } from "./mutant.ts";

const KEEPING = "packages/application/src/trading/stops/keep-stops.test.ts";
const DECISION = "packages/domain/src/own-stop.test.ts";
const FEWER = "packages/application/src/trading/session/fewer-there.test.ts";
const BOARD = "packages/application/src/trading/account/stop-board.ts";
const AGAIN = "packages/application/src/trading/stops/stop-sent-again.test.ts";
const NO_STOP = "are offered by no stop at the broker, until books and broker agree again";

export const STOPS: MutantGroup = {
  breaks: "The stop that rests at the broker beside the rule",
  mutants: [
    {
      name: "An order does not wait for a stop that is wanted back",
      file: "packages/application/src/trading/placing/own-stop-first.ts",
      replace: "ownStopIn(openOrders.filter((order) => order.ticker === ticker))",
      by: 'ownStopIn(openOrders.filter((order) => order.ticker === ticker && order.status !== "cancel-pending"))',
      foundBy: {
        "packages/application/src/trading/stops/stops-before-orders.test.ts": [
          "is refused while nobody knows the stop's end, which goes on protecting",
        ],
      },
    },
    {
      name: "An order gives up before the stop has had time to end",
      file: "packages/application/src/trading/placing/place-order.ts",
      replace: 'const isEnded = (await stopTakenBack(needs, stop)) === "ended";',
      by: "const isEnded = stop.attempts < 0;",
      foundBy: {
        "packages/application/src/trading/stops/stops-before-orders.test.ts": [
          "takes the stop back first, and one for what is left comes some seconds later",
        ],
      },
    },
    {
      name: "An exit asks for what the stop has sold already",
      file: "packages/application/src/trading/placing/own-stop-first.ts",
      replace: "quantity: held.quantity < quantity ? held.quantity : quantity",
      by: "quantity",
      foundBy: {
        "packages/application/src/trading/stops/stops-before-orders.test.ts": [
          "is for what the stop has left, when it is the rule's own stop",
        ],
      },
    },
    {
      name: "A denied order takes the stop back all the same",
      file: "packages/application/src/trading/placing/write-manual-order.ts",
      replace: "      if (!checked.ok) {\n",
      by: "      if (!checked.ok) {\n        if (stop) await wantStopBack(tables, account, { stop, at });\n",
      foundBy: {
        "packages/application/src/trading/stops/stops-before-orders.test.ts": [
          "that would be denied anyway leaves the stop where it is",
        ],
      },
    },
    {
      name: "A resting stop is an order at work",
      file: "packages/application/src/trading/decisions/sync-orders.ts",
      replace: "if (isOwnStop(order)) addSymbol(followed.book, order.ticker);\n    else if (",
      by: "if (",
      foundBy: {
        "packages/application/src/trading/stops/resting-stops.test.ts": [
          "is no order at work, and its cancel starts no cool-down",
        ],
      },
    },
    {
      name: "Refused stops trip the breaker",
      file: "packages/application/src/trading/safeguards/circuit-breakers.ts",
      replace: "      !isOwnStop(order) &&\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/stops/resting-stops.test.ts": [
          "trips no breaker and counts for none, however often it is refused",
        ],
      },
    },
    {
      name: "Stops count as orders of the minute",
      file: "packages/application/src/testing/world/memory-trading-stores.ts",
      replace: " && !isOwnStop(order)",
      by: "",
      foundBy: {
        "packages/application/src/trading/stops/resting-stops.test.ts": [
          "trips no breaker and counts for none, however often it is refused",
        ],
      },
    },
    {
      name: "Reconciliation reads from the day a stop was placed on",
      file: "packages/application/src/trading/reconciliation/read-broker.ts",
      replace: "open.filter((order) => !isResting(order, now))",
      by: "open",
      foundBy: {
        "packages/application/src/trading/stops/resting-stops.test.ts": [
          "is not asked for from the day it was placed on, and its end is heard of all the same",
        ],
      },
    },
    {
      name: "A freeze takes the stops back",
      file: "packages/application/src/trading/stops/stop-step.ts",
      replace: "LEAVES_STOPS.has(because))",
      by: "LEAVES_STOPS.has(because) && automationEnabled)",
      foundBy: {
        "packages/application/src/trading/stops/resting-stops.test.ts": [
          "stays through a reduction, a freeze, and the end of a plan",
        ],
      },
    },
    {
      name: "A stop is placed at a broker that takes none",
      file: "packages/application/src/trading/stops/keep-stops.ts",
      replace: " && followed.broker.terms?.takesStops",
      by: "",
      foundBy: {
        [KEEPING]: ["is not placed at a broker that takes none, and cannot be switched on there"],
      },
    },
    {
      name: "A stop is placed while all trading is halted",
      file: "packages/application/src/trading/stops/stop-step.ts",
      replace: " || (await haltOf(tables, submission))",
      by: "",
      foundBy: {
        "packages/application/src/trading/stops/resting-stops.test.ts": [
          "stays through a halt, and none is placed in it",
        ],
      },
    },
    {
      name: "Taking orders back holds up every stop of its account",
      file: "packages/application/src/trading/stops/stop-step.ts",
      replace: '=> kind === "cancel-all"',
      by: "=> kind === undefined",
      foundBy: {
        "packages/application/src/trading/stops/stops-before-orders.test.ts": [
          "to cancel everything leaves nothing unprotected while another symbol's order does not end",
        ],
      },
    },
    {
      name: "A stop is placed by a worker that has lost the lease",
      file: "packages/application/src/trading/account/fenced-storage.ts",
      replace: "if (account && !isHeld)",
      by: "if (account && isHeld === undefined)",
      foundBy: {
        "packages/application/src/trading/stops/resting-stops.test.ts": [
          "is placed by nobody who has lost the lease",
        ],
      },
    },
    {
      name: "A stop stands above the rule's",
      file: "packages/domain/src/own-stop.ts",
      replace: "Math.floor(stopAt / tick) * tick",
      by: "Math.ceil(stopAt / tick) * tick",
      foundBy: { [DECISION]: ["never stands above the rule's, and less than a tick below it"] },
    },
    {
      name: "A stop follows hard upon the one before",
      file: "packages/domain/src/own-stop.ts",
      replace: " || endedMsAgo < STOP_PAUSE_MS",
      by: "",
      foundBy: {
        [DECISION]: ["is never placed beside any other order, nor for other shares than are held"],
      },
    },
    {
      name: "A stop rests on for more than is held",
      file: "packages/domain/src/own-stop.ts",
      replace: "if (held < offered) return false;",
      by: "if (held < 0) return offered < 0;",
      foundBy: {
        [DECISION]: ["never leaves more for sale than is held, whatever has stopped the account"],
      },
    },
    {
      name: "A stop is placed on what something else at the broker stands on",
      file: "packages/application/src/trading/stops/stop-step.ts",
      replace: "if (!stopAtBroker || isTied(account, ticker))",
      by: "if (!stopAtBroker)",
      foundBy: {
        "packages/application/src/trading/stops/resting-stops.test.ts": [
          "is taken back when something else at the broker comes to stand on its shares, also from a frozen account",
          "is placed on nothing that something else at the broker stands on, and is once that is gone",
        ],
      },
    },
    {
      name: "A stop is placed for an account that is shut out",
      file: "packages/application/src/trading/stops/stop-step.ts",
      replace: 'status !== "active" || ',
      by: "",
      foundBy: {
        "packages/application/src/trading/stops/resting-stops.test.ts": [
          "is placed for no account that the broker has shut out meanwhile",
        ],
      },
    },
    {
      name: "A stop is moved by prices that are only shown",
      file: "packages/application/src/trading/stops/stop-step.ts",
      replace: 'return prices === "own" ? "kept" : "left"',
      by: 'return "kept"',
      foundBy: {
        "packages/application/src/trading/stops/stop-step.test.ts": [
          "moves a stop by the prices of the account's own venue alone, and leaves it as it is by others",
        ],
      },
    },
    {
      name: "A stop is placed for shares that books and broker do not agree about",
      file: "packages/application/src/trading/stops/keep-stops.ts",
      replace: "reconciled.drift.some(isOther) || ",
      by: "",
      foundBy: {
        "packages/application/src/trading/stops/resting-stops.test.ts": [
          "is placed for nothing that books and broker do not agree about",
        ],
      },
    },
    {
      name: "A stop goes on resting for shares that the broker has not",
      file: "packages/application/src/trading/stops/keep-stops.ts",
      replace: "thereOf(followed, ticker, book.held[slot]!)",
      by: "book.held[slot]! as never",
      foundBy: { [FEWER]: [NO_STOP] },
    },
    {
      name: "Who writes a stop's end down goes by shares that the broker has not",
      file: "packages/application/src/trading/stops/stop-step.ts",
      replace: "thereOf(followed, ticker, position?.quantity ?? 0)",
      by: "position?.quantity ?? NONE_HELD.quantity",
      foundBy: { [FEWER]: [NO_STOP] },
    },
    {
      name: "A stop is taken back for a fill of it that may be on its way",
      file: "packages/application/src/trading/stops/keep-stops.ts",
      replace: 'keeping === "unwanted" || followed.isReconciled',
      by: 'step.kind === "take-back"',
      foundBy: {
        "packages/application/src/trading/stops/keep-stops.test.ts": [
          "is taken back once books and broker were compared: a fill of it may be on its way",
        ],
      },
    },
    {
      name: "A stop that rested again is waited for as long as after the last refusal",
      file: BOARD,
      replace: "  if (RESTED_MS <= openMs) board.puttingOff.delete(ticker);\n  else if",
      by: "  if",
      foundBy: {
        [AGAIN]: [
          "is tried again after as short a while as at first, once one has rested meanwhile",
        ],
      },
    },
    {
      name: "A stop that the broker ends at once is placed again and again",
      file: BOARD,
      replace: "else if (!isWantedBack && filled === 0) putOffStop",
      by: "else if (openMs < 0) putOffStop",
      foundBy: {
        [AGAIN]: [
          "is followed by the next after ever longer pauses (rejected), and by one soon once it has rested",
        ],
      },
    },
    {
      name: "A stop that somebody took back is waited for as if it had been refused",
      file: BOARD,
      replace: "else if (!isWantedBack && filled === 0) putOffStop",
      by: "else if (filled === 0) putOffStop",
      foundBy: { [AGAIN]: ["is no such stop where somebody wanted it back"] },
    },
    {
      name: "A stop whose cancel is asked for is taken back again",
      file: "packages/domain/src/own-stop.ts",
      replace: 'order.status !== "cancel-pending" && !fits',
      by: "!fits",
      foundBy: {
        "packages/domain/src/own-stop.test.ts": [
          "is the only thing that is ever taken back, and only while nobody has asked for it",
        ],
      },
    },
  ],
};
