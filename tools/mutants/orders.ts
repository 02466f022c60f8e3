import type { MutantGroup } from "./mutant.ts";

export const ORDERS: MutantGroup = {
  breaks: "What is sent, and what is made of the answer",
  mutants: [
    {
      name: "A time-out is taken for a rejection",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: 'return { type: "lost" };',
      by: 'return { type: "rejected", message: "No answer." };',
      foundBy: {
        "packages/application/src/trading/orders/send-order.test.ts": [
          "leaves the outcome open when the way to the broker breaks",
        ],
      },
    },
    {
      name: "A way to the broker that breaks is taken for not sent",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: 'return { kind: "unknown", message: "The broker\'s answer is not known yet." };',
      by: 'return { kind: "not-sent", message: "The broker\'s answer is not known yet." };',
      foundBy: {
        "packages/application/src/trading/orders/send-order.test.ts": [
          "leaves the outcome open when the way to the broker breaks",
        ],
      },
    },
    {
      name: "An automated order gets a new client key on each try",
      file: "packages/application/src/trading/placing/write-automated-order.ts",
      replace: "): string => identifiers.clientKeyOf(causeOf(draft));",
      by: "): string => identifiers.clientKeyOf(causeOf(draft) + Math.random());",
      foundBy: {
        "packages/application/src/trading/placing/place-order-by-worker.test.ts": [
          "makes one order of one signal, however often it is decided",
        ],
      },
    },
    {
      name: "A ticket sent twice makes two orders",
      file: "packages/application/src/trading/placing/write-manual-order.ts",
      replace: 'if (known) return { kind: "answered", answer: replay(known, draft, at) };',
      by: 'if (known && at < 0) return { kind: "answered", answer: replay(known, draft, at) };',
      foundBy: {
        "packages/application/src/trading/placing/place-order-twice.test.ts": [
          "makes one order of a ticket sent twice, and refuses its key for another",
        ],
      },
    },
    {
      name: "The worker buys what it holds already",
      file: "packages/application/src/trading/orders/check-order.ts",
      replace:
        'if (intent.side === "buy" && heldNow !== held) return refused({ kind: "already-held", ticker });',
      by: "",
      foundBy: {
        "packages/application/src/trading/placing/place-order-by-worker.test.ts": [
          "buys nothing that is held already, whatever its book believed",
        ],
      },
    },
    {
      name: "The worker sells once more what a late fill has sold since it decided",
      file: "packages/application/src/trading/orders/check-order.ts",
      replace: "held === decidedOf : decidedOf <= held",
      by: "held <= decidedOf : decidedOf <= held",
      foundBy: {
        "packages/application/src/trading/placing/place-order-by-worker.test.ts": [
          "sells nothing of what is fewer than when it was decided",
        ],
      },
    },
    {
      name: "A second order passes while the first is unanswered",
      file: "packages/application/src/trading/orders/check-order.ts",
      replace: "  if (questions.length === 0) return undefined;",
      by: "  if (questions.length < 2) return undefined;",
      foundBy: {
        "packages/application/src/trading/placing/place-order.test.ts": [
          "keeps every other of its symbol back, by hand or by rule, until it is settled",
        ],
      },
    },
    {
      name: "The worker orders beside an open order of the symbol",
      file: "packages/application/src/trading/orders/check-order.ts",
      replace: "  if (standing.openOrders.some((order) => order.ticker === ticker))",
      by: "  if (standing.openOrders.length < 0)",
      foundBy: {
        "packages/application/src/trading/placing/place-order-by-worker.test.ts": [
          "stands back while another order for the symbol is open",
        ],
      },
    },
    {
      name: "Shares in an open sell are sold once more",
      file: "packages/domain/src/risk.ts",
      replace: "if (held - openSells < draft.quantity)",
      by: "if (held < draft.quantity)",
      foundBy: {
        "packages/domain/src/risk.test.ts": ["denies a sell of more than is held less open sells"],
      },
    },
    {
      name: "Reserved cash is spent by the next order",
      file: "packages/application/src/trading/account/account-standing.ts",
      replace: "money(openOrders.reduce((sum, { reservedCash }) => sum + reservedCash, 0));",
      by: "money(openOrders.reduce((sum) => sum, 0));",
      foundBy: {
        "packages/application/src/trading/placing/place-order.test.ts": [
          "refuses what open buys leave no cash for, and records that",
        ],
      },
    },
    {
      name: "The cash reserve may be used to its last unit and one more",
      file: "packages/domain/src/risk.ts",
      replace: "if (left < strategy.minCashReserve)",
      by: "if (left + 1 < strategy.minCashReserve)",
      foundBy: {
        "packages/domain/src/risk.test.ts": [
          "lets the worker buy up to each limit, and not a unit beyond it",
        ],
      },
    },
    {
      name: "The reserve itself counts as broken",
      file: "packages/domain/src/risk.ts",
      replace: "if (left < strategy.minCashReserve)",
      by: "if (left <= strategy.minCashReserve)",
      foundBy: {
        "packages/domain/src/risk.test.ts": [
          "lets the worker buy up to each limit, and not a unit beyond it",
        ],
      },
    },
    {
      name: "A position as large as allowed is too large",
      file: "packages/domain/src/risk.ts",
      replace: "return limit < after ?",
      by: "return limit <= after ?",
      foundBy: {
        "packages/domain/src/risk.test.ts": [
          "lets the worker buy up to each limit, and not a unit beyond it",
        ],
      },
    },
    {
      name: "Exits do not go first",
      file: "packages/application/src/trading/decisions/act-on-intents.ts",
      replace: "exits.shift() ?? entries.shift();",
      by: "entries.shift() ?? exits.shift();",
      foundBy: {
        "packages/application/src/trading/session/slow-broker.test.ts": [
          "sends exits that come due before entries that wait",
        ],
      },
    },
    {
      name: "Each order waits for the broker's answer to the one before",
      file: "packages/application/src/trading/decisions/act-on-intents.ts",
      replace: "    track(answer.then((placed) => noteAnswer(needs, followed, draft, placed)));",
      by: `    const placed = await answer;
    track(noteAnswer(needs, followed, draft, placed));`,
      foundBy: {
        "packages/application/src/trading/session/slow-broker.test.ts": [
          "sends twelve exits of one instant within ten seconds, and books every one",
        ],
      },
    },
    {
      name: "An order whose commit got no answer is announced to nobody",
      file: "packages/application/src/trading/placing/place-order.ts",
      replace: "    announceOrders(needs, draft);\n    throw error;",
      by: "    throw error;",
      foundBy: {
        "packages/application/src/trading/placing/place-order.test.ts": [
          "is announced, because it may be on record with the cash it keeps aside",
        ],
      },
    },
    {
      name: "A decision is journaled by the settings of when it was answered",
      file: "packages/application/src/trading/decisions/journal-decisions.ts",
      replace: "const facts = { at, verdict, reason, price, trigger, reference, settingsVersion };",
      by: "const facts = { at, verdict, reason, price, trigger, reference };",
      foundBy: {
        "packages/application/src/trading/decisions/act-on-intents.test.ts": [
          "is journaled by the settings it was decided by, also when others hold as it is answered",
        ],
      },
    },
    {
      name: "An account that lost its footing sends on",
      file: "packages/application/src/trading/decisions/act-on-intents.ts",
      replace: "if (!isReady(followed, needs.clock.monotonicMs())) {",
      by: "if (followed.ending.signal.aborted) {",
      foundBy: {
        "packages/application/src/trading/decisions/act-on-intents.test.ts": [
          "is let go where the account lost its footing meanwhile, and cools nothing down",
        ],
      },
    },
    {
      name: "What was denied and never sent cools down",
      file: "packages/application/src/trading/decisions/sync-orders.ts",
      replace: "if (!isDenied) startCoolDown",
      by: "startCoolDown",
      foundBy: {
        "packages/application/src/trading/session/worker-and-broker.test.ts": [
          "asks again a moment later where it was denied, and starts no cool-down",
        ],
      },
    },
    {
      name: "A refused order starts no cool-down",
      file: "packages/application/src/trading/account/book-from-rows.ts",
      replace: 'isTerminal(status) && status !== "denied"',
      by: 'isTerminal(status) && status !== "denied" && status !== "rejected"',
      foundBy: {
        "packages/application/src/trading/session/worker-after-restart.test.ts": [
          "cools down after an order the broker refused, also when it is killed right then",
        ],
      },
    },
    {
      name: "A 429 counts as a rejection",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: 'return { type: "not-sent", message: answer.message };',
      by: 'return { type: "rejected", message: answer.message };',
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is no refusal of the broker's, however often it happens",
        ],
      },
    },
    {
      name: "A market order goes to a closed market",
      file: "packages/application/src/trading/placing/write-manual-order.ts",
      replace: "if (!session && draft.limit === undefined)",
      by: "if (!session && draft.limit !== undefined)",
      foundBy: {
        "packages/application/src/trading/placing/place-order.test.ts": [
          "sends no market order to a closed market, but lets a limit order wait there",
        ],
      },
    },
    {
      name: "The worker sells what was not handed over",
      file: "packages/application/src/trading/orders/check-order.ts",
      replace: 'intent.side === "sell" && position?.isManaged === false',
      by: 'intent.side === "sell" && position?.quantity === 0',
      foundBy: {
        "packages/application/src/trading/placing/place-order-by-worker.test.ts": [
          "touches no holding that was not handed over",
        ],
      },
    },
    {
      name: "A second order of one key does not stop the account",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: "await freezeAccount(tables, account, clock.now());",
      by: "",
      foundBy: {
        "packages/application/src/trading/orders/send-order.test.ts": [
          "stops the automation when the answer names another order than the stream did",
        ],
      },
    },
    {
      name: "A refused order cools down from when its answer is taken in",
      file: "packages/application/src/trading/decisions/act-on-intents.ts",
      replace: "endedAt: onRecord?.updatedAt ?? clock.now()",
      by: "endedAt: clock.now()",
      foundBy: {
        "packages/application/src/trading/decisions/act-on-intents.test.ts": [
          "cools down from when it was refused, by its row, however long its answer waits",
        ],
      },
    },
    {
      name: "An order is known by what was read of it before its answer",
      file: "packages/application/src/trading/decisions/act-on-intents.ts",
      replace: 'if (known?.status === "filled") return known;',
      by: "if (known) return known;",
      foundBy: {
        "packages/application/src/trading/decisions/act-on-intents.test.ts": [
          "cools down by its row, also where it was read as submitting before its answer",
          "cools down by its row, also where it was read as canceled before its answer",
        ],
      },
    },
  ],
};
