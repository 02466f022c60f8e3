import type { MutantGroup } from "./mutant.ts";

export const ORDERS: MutantGroup = {
  breaks: "What is sent, and what is made of the answer",
  mutants: [
    {
      name: "A time-out is taken for a rejection",
      file: "packages/application/src/use-cases/send-order.ts",
      replace: 'return { type: "lost" };',
      by: 'return { type: "rejected", message: "No answer." };',
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "leaves the outcome open when the way to the broker breaks",
        ],
      },
    },
    {
      name: "A way to the broker that breaks is taken for not sent",
      file: "packages/application/src/use-cases/send-order.ts",
      replace: 'return { kind: "unknown", message: "The broker\'s answer is not known yet." };',
      by: 'return { kind: "not-sent", message: "The broker\'s answer is not known yet." };',
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "leaves the outcome open when the way to the broker breaks",
        ],
      },
    },
    {
      name: "An automated order gets a new client key on each try",
      file: "packages/application/src/use-cases/write-automated-order.ts",
      replace: "const first = clientKeyOf(causeOf(draft));",
      by: "const first = clientKeyOf(causeOf(draft) + Math.random());",
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
          "makes one order of one signal, however often it is decided",
        ],
      },
    },
    {
      name: "A ticket sent twice makes two orders",
      file: "packages/application/src/use-cases/write-manual-order.ts",
      replace: 'if (known) return { kind: "settled", answer: replay(known, draft, at) };',
      by: 'if (known && at < 0) return { kind: "settled", answer: replay(known, draft, at) };',
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
          "makes one order of a ticket sent twice, and refuses its key for another",
        ],
      },
    },
    {
      name: "Automation is not asked again when it comes to sending",
      file: "packages/application/src/use-cases/write-automated-order.ts",
      replace: 'if (!settings?.automationEnabled) return { kind: "automation-off" };',
      by: 'if (!settings) return { kind: "automation-off" };',
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
          "sends nothing once automation is off, whatever the decision was",
        ],
      },
    },
    {
      name: "Automation is not asked again before another attempt",
      file: "packages/application/src/use-cases/send-again.ts",
      replace: 'order.origin === "automated" && !settings?.automationEnabled',
      by: "order.attempts < 0",
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "is not sent once automation was switched off while it waited",
        ],
      },
    },
    {
      name: "The halt is not asked again before another attempt",
      file: "packages/application/src/use-cases/send-again.ts",
      replace: "  if (halt) return halt;",
      by: "",
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "is not sent once everything was halted while it waited",
        ],
      },
    },
    {
      name: "The lease is not asked for again before another attempt",
      file: "packages/application/src/use-cases/send-again.ts",
      replace: "leaseEpoch !== undefined && !(await tables.leases.holds(account.id, leaseEpoch))",
      by: "leaseEpoch === -1",
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "is not sent once somebody else has had the account's lease while it waited",
        ],
      },
    },
    {
      name: "The lease epoch is not checked when an order is written",
      file: "packages/application/src/use-cases/write-automated-order.ts",
      replace: "if (!(await tables.leases.holds(account.id, draft.leaseEpoch)))",
      by: "if (draft.leaseEpoch < 0)",
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
          "writes nothing under a lease somebody else has had since",
        ],
      },
    },
    {
      name: "A decision as old as a minute is sent",
      file: "packages/application/src/use-cases/write-automated-order.ts",
      replace: "if (DECISION_AGE_MAX_MS < ageMs)",
      by: "if (DECISION_AGE_MAX_MS * 4 < ageMs)",
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
          "sends no decision older than 15 seconds",
        ],
      },
    },
    {
      name: "What waited too long after it was written is sent",
      file: "packages/application/src/use-cases/send-order.ts",
      replace: "freshUntil < clock.now() ? TOO_LATE : await submit(needs, broker, order)",
      by: "await submit(needs, broker, order)",
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "sends nothing that waited too long after it was written",
        ],
      },
    },
    {
      name: "An order that did not leave is given up at once",
      file: "packages/application/src/use-cases/send-order.ts",
      replace: "if (freshUntil < clock.now() + waitMs || attempt === ATTEMPTS_MAX)",
      by: "if (0 < waitMs)",
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "is sent again under the same key when there is room, and counted once",
        ],
      },
    },
    {
      name: "The worker buys what it holds already",
      file: "packages/application/src/use-cases/check-order.ts",
      replace:
        'if (intent.side === "buy" && position) return refused({ kind: "already-held", ticker });',
      by: "",
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
          "buys nothing that is held already, whatever its book believed",
        ],
      },
    },
    {
      name: "A second order passes while the first is unanswered",
      file: "packages/application/src/use-cases/check-order.ts",
      replace: "  if (questions.length === 0) return undefined;",
      by: "  if (questions.length < 2) return undefined;",
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
          "keeps every other of its symbol back, by hand or by rule, until it is settled",
        ],
      },
    },
    {
      name: "The worker orders beside an open order of the symbol",
      file: "packages/application/src/use-cases/check-order.ts",
      replace: "  if (standing.openOrders.some((order) => order.ticker === ticker))",
      by: "  if (standing.openOrders.length < 0)",
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
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
      file: "packages/application/src/use-cases/account-standing.ts",
      replace: "money(openOrders.reduce((sum, { reservedCash }) => sum + reservedCash, 0));",
      by: "money(openOrders.reduce((sum) => sum, 0));",
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
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
      replace: "if (strategy.maxPositionSize < after)",
      by: "if (strategy.maxPositionSize <= after)",
      foundBy: {
        "packages/domain/src/risk.test.ts": [
          "lets the worker buy up to each limit, and not a unit beyond it",
        ],
      },
    },
    {
      name: "A 31st order passes within a minute",
      file: "packages/domain/src/risk.ts",
      replace: "recentSubmits[recentSubmits.length - SUBMITS_PER_MINUTE_MAX]",
      by: "recentSubmits[recentSubmits.length - SUBMITS_PER_MINUTE_MAX - 1]",
      foundBy: {
        "packages/domain/src/risk.test.ts": [
          "takes a 30th order within a minute and buys with no 31st",
        ],
      },
    },
    {
      name: "The breaker stops an exit",
      file: "packages/domain/src/risk.ts",
      replace:
        "function checkSell(draft: OrderDraft, facts: RiskFacts): Result<CheckedOrder, RiskDenial> {",
      by: `function checkSell(draft: OrderDraft, facts: RiskFacts): Result<CheckedOrder, RiskDenial> {
  const breaker = breakerUntil(facts);
  if (breaker !== undefined)
    return refused({ kind: "too-many-orders", limit: SUBMITS_PER_MINUTE_MAX, until: breaker });`,
      foundBy: {
        "packages/domain/src/risk.test.ts": [
          "never sells more than is held, and never denies selling what is held",
        ],
      },
    },
    {
      name: "The breaker of all accounts stops an exit",
      file: "packages/application/src/use-cases/write-automated-order.ts",
      replace:
        '(draft.intent.side === "buy" ? await crowdingOf(tables, submission, at) : undefined)',
      by: "(await crowdingOf(tables, submission, at))",
      foundBy: {
        "packages/application/src/use-cases/circuit-breakers.test.ts": [
          "never hold up a sell of what is held, an exit or a cancel",
        ],
      },
    },
    {
      name: "Exits do not go first",
      file: "packages/application/src/use-cases/act-on-intents.ts",
      replace: "exits.shift() ?? entries.shift();",
      by: "entries.shift() ?? exits.shift();",
      foundBy: {
        "packages/application/src/use-cases/slow-broker.test.ts": [
          "sends exits that come due before entries that wait",
        ],
      },
    },
    {
      name: "Each order waits for the broker's answer to the one before",
      file: "packages/application/src/use-cases/act-on-intents.ts",
      replace: "    track(answer.then((placed) => noteAnswer(needs, followed, draft, placed)));",
      by: `    const placed = await answer;
    track(noteAnswer(needs, followed, draft, placed));`,
      foundBy: {
        "packages/application/src/use-cases/slow-broker.test.ts": [
          "sends twelve exits of one instant within ten seconds, and books every one",
        ],
      },
    },
    {
      name: "An order whose commit got no answer is announced to nobody",
      file: "packages/application/src/use-cases/place-order.ts",
      replace: "    announceOrders(needs, draft);\n    throw error;",
      by: "    throw error;",
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
          "is announced, because it may be on record with the cash it keeps aside",
        ],
      },
    },
    {
      name: "A decision is journaled by the settings of when it was answered",
      file: "packages/application/src/use-cases/journal-decisions.ts",
      replace:
        "note(followed, { ticker, at, verdict, reason, price, trigger, reference, settingsVersion });",
      by: "note(followed, { ticker, at, verdict, reason, price, trigger, reference });",
      foundBy: {
        "packages/application/src/use-cases/act-on-intents.test.ts": [
          "is journaled by the settings it was decided by, also when others hold as it is answered",
        ],
      },
    },
    {
      name: "An account that lost its footing sends on",
      file: "packages/application/src/use-cases/act-on-intents.ts",
      replace: "if (!isReady(followed, needs.clock.monotonicMs())) {",
      by: "if (followed.ending.signal.aborted) {",
      foundBy: {
        "packages/application/src/use-cases/act-on-intents.test.ts": [
          "is let go where the account lost its footing meanwhile, and cools nothing down",
        ],
      },
    },
    {
      name: "What was denied and never sent cools down",
      file: "packages/application/src/use-cases/sync-orders.ts",
      replace: "{ untilMs: nowMs + waitMs, endedAt, coolsDown: !isDenied }",
      by: "{ untilMs: nowMs + waitMs, endedAt, coolsDown: true }",
      foundBy: {
        "packages/application/src/use-cases/run-worker.test.ts": [
          "asks again a moment later where it was denied, and starts no cool-down",
        ],
      },
    },
    {
      name: "A refused order starts no cool-down",
      file: "packages/application/src/use-cases/book-from-rows.ts",
      replace: 'isTerminal(status) && status !== "denied"',
      by: 'isTerminal(status) && status !== "denied" && status !== "rejected"',
      foundBy: {
        "packages/application/src/use-cases/run-worker.test.ts": [
          "cools down after an order the broker refused, also when it is killed right then",
        ],
      },
    },
    {
      name: "A 429 counts as a rejection",
      file: "packages/application/src/use-cases/send-order.ts",
      replace: 'return { type: "not-sent", message: answer.message };',
      by: 'return { type: "rejected", message: answer.message };',
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "is no refusal of the broker's, however often it happens",
        ],
      },
    },
    {
      name: "A market order goes to a closed market",
      file: "packages/application/src/use-cases/write-manual-order.ts",
      replace: "if (!session && draft.limit === undefined)",
      by: "if (!session && draft.limit !== undefined)",
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
          "sends no market order to a closed market, but lets a limit order wait there",
        ],
      },
    },
    {
      name: "The worker sells what was not handed over",
      file: "packages/application/src/use-cases/check-order.ts",
      replace: 'intent.side === "sell" && position?.isManaged === false',
      by: 'intent.side === "sell" && position?.quantity === 0',
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
          "touches no holding that was not handed over",
        ],
      },
    },
    {
      name: "A second order of one key does not stop the account",
      file: "packages/application/src/use-cases/send-order.ts",
      replace: "await freezeAccount(tables, account, clock.now());",
      by: "",
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "stops the automation when the answer names another order than the stream did",
        ],
      },
    },
    {
      name: "The breaker is not asked again before another attempt",
      file: "packages/application/src/use-cases/send-again.ts",
      replace: "(await tooManyOf(tables, account, at))))",
      by: "undefined))",
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "is not sent once 30 others were while it waited, and its account is held back",
        ],
      },
    },
    {
      name: "A breaker that stops another attempt holds nobody back",
      file: "packages/application/src/use-cases/send-again.ts",
      replace: "      await tripOn(refusal, tables, account, clock.now());\n",
      by: "",
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "is not sent once 30 others were while it waited, and its account is held back",
        ],
      },
    },
  ],
};
