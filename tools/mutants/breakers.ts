import type { MutantGroup } from "./mutant.ts";

const SELL_ALL = "packages/application/src/trading/sales/sell-all.ts";
const CANNOT_BE = "packages/application/src/trading/sales/sale-that-cannot-be.test.ts";
const BEFORE = "before a stop is canceled, and leaves automation on";

export const BREAKERS: MutantGroup = {
  breaks: "What a circuit breaker stops, and what it lets pass",
  mutants: [
    {
      name: "A halt for an empty reason says that orders may be sent",
      file: "packages/cli/src/commands/halt.ts",
      replace: 'if (0 < words.length && reason === "")',
      by: 'if (words.length < 0 && reason === "")',
      foundBy: {
        "packages/cli/src/commands/halt.test.ts": [
          'refuses a reason without a word, as of a script whose variable is empty: ""',
        ],
      },
    },
    {
      name: "An emergency sale takes the stops back while the market is closed, and sells nothing",
      file: SELL_ALL,
      replace: "return calendar.sessionAt(startedAt)\n",
      by: "return calendar.sessionAt(startedAt) || 0 < startedAt\n",
      foundBy: { [CANNOT_BE]: [`is refused (market-closed) ${BEFORE}`] },
    },
    {
      name: "An emergency sale takes the stops back while nothing may be sent, and sells nothing",
      file: SELL_ALL,
      replace: "  if (halt) return halt;\n",
      by: "",
      foundBy: { [CANNOT_BE]: [`is refused (trading-halted) ${BEFORE}`] },
    },
    {
      name: "An emergency sale is begun at a broker that lets nobody in",
      file: SELL_ALL,
      replace: 'if (account.status !== "active") return',
      by: 'if (account.status === "error" && items.length < 0) return',
      foundBy: { [CANNOT_BE]: [`is refused (account-not-active) ${BEFORE}`] },
    },
    {
      name: "A stop waits for an exit of the rule's where the rule decides nothing",
      file: "packages/application/src/trading/stops/keep-stops.ts",
      replace: "  if (followed.account.own !== undefined || !isHeard) return true;\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/stops/stops-of-own-strategies.test.ts": [
          "is placed also where the built-in rule, which decides nothing there, would have sold",
        ],
      },
    },
    {
      name: "A sale by hand is refused for what it is worth",
      file: "packages/application/src/trading/orders/check-order.ts",
      replace: 'draft.side === "buy" ? worthRefusal(moment.terms, { ...draft, price }) : undefined',
      by: "worthRefusal(moment.terms, { ...draft, price })",
      foundBy: {
        "packages/application/src/trading/placing/write-manual-order.test.ts": [
          "is no sale that is refused for its worth: what is held can be sold, and no more than that",
        ],
      },
    },
    {
      name: "No stop rests while a refused exit waits to be tried again",
      file: "packages/application/src/trading/stops/keep-stops.ts",
      replace: " && (working.has(slot) || !closedUntil.has(slot))",
      by: "",
      foundBy: {
        "packages/application/src/trading/stops/stops-after-refusals.test.ts": [
          "rests again while the rule waits to try the exit once more",
        ],
      },
    },
    {
      name: "A stop that has sold soon puts the next one off",
      file: "packages/application/src/trading/account/stop-board.ts",
      replace: "!isWantedBack && filled === 0",
      by: "!isWantedBack",
      foundBy: {
        "packages/application/src/trading/account/stop-board.test.ts": [
          "puts 0 symbol off for a stop that has sold at once",
        ],
      },
    },
    {
      name: "What the broker took first and refused a moment later is no refusal",
      file: "packages/application/src/trading/fills/record-order-report.ts",
      replace: "if (isRefused) await tripOnRejections",
      by: "if (isRefused && isOpenQuestion) await tripOnRejections",
      foundBy: {
        "packages/application/src/trading/safeguards/broker-refusals.test.ts": [
          "is sent no more buys after the sixth that it took first and refused a moment later",
        ],
      },
    },
    {
      name: "A save of settings switches on again what was switched off while it was saved",
      file: "packages/application/src/trading/settings/change-settings.ts",
      replace: "if (wish.automationEnabled && !settings.automationEnabled && !isTurnedOn)",
      by: "if (wish.automationEnabled && !settings.automationEnabled && account.status !== 'active')",
      foundBy: {
        "packages/application/src/trading/settings/change-settings.test.ts": [
          "leaves automation off, and what holds the account back, where both came while it was saved",
        ],
      },
    },
    {
      name: "Switching on ends what has stopped the account in the same moment",
      file: "packages/application/src/trading/settings/toggle-automation.ts",
      replace: "if (unseen) return unseen;",
      by: "if (unseen && !enabled) return unseen;",
      foundBy: {
        "packages/application/src/trading/settings/toggle-automation.test.ts": [
          "says why it was stopped and leaves it so, and switches on who has seen that",
        ],
      },
    },
    {
      name: "A save that switches on ends what has stopped the account in the same moment",
      file: "packages/application/src/trading/settings/change-settings.ts",
      replace:
        "        answer = refused(unseen);\n        [isChanged, isTurnedOn] = [false, false];\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/settings/change-settings.test.ts": [
          "leaves off what it was to switch on where the account was stopped a moment before",
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
      file: "packages/application/src/trading/placing/write-automated-order.ts",
      replace: "(isEntry ? await crowdingOf(tables, submission, at, unseen) : undefined)",
      by: "(await crowdingOf(tables, submission, at, unseen))",
      foundBy: {
        "packages/application/src/trading/safeguards/circuit-breakers.test.ts": [
          "never hold up a sell of what is held, an exit or a cancel",
        ],
      },
    },
    {
      name: "The breaker is not asked again before another attempt",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "(await tooManyOf(tables, account, order.createdAt))))",
      by: "undefined))",
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is not sent once 30 others were while it waited, and its account is held back",
          "is not sent once 30 others turn out to be of one minute with it, and its account is held back",
        ],
      },
    },
    {
      name: "A breaker that stops another attempt holds nobody back",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "      await tripOn(refusal, tables, account, clock.now());\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is not sent once 30 others were while it waited, and its account is held back",
          "is not sent once 30 others turn out to be of one minute with it, and its account is held back",
        ],
      },
    },
    {
      name: "Of two reasons the one that is over first says how long",
      file: "packages/application/src/trading/safeguards/reduction.ts",
      replace: "other.at - one.at",
      by: "one.at - other.at",
      foundBy: {
        "packages/application/src/trading/safeguards/reduce-account.test.ts": [
          "stand side by side, and a worse one is not swallowed by an earlier one",
        ],
      },
    },
  ],
};
