import type { MutantGroup } from "./mutant.ts";

export const VENUES: MutantGroup = {
  breaks: "What is said to brokers, and how they are understood",
  mutants: [
    {
      name: "An order goes out without its key",
      file: "packages/adapters-broker/src/alpaca/alpaca-mapping.ts",
      replace: "  client_order_id: order.clientKey,\n",
      by: "",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-broker.test.ts": [
          "accepts an order, tells its executions and reads them back under the same ids",
        ],
      },
    },
    {
      name: "An answer that cannot be read is taken for a refusal",
      file: "packages/adapters-broker/src/alpaca/alpaca-broker.ts",
      replace: ': { kind: "unknown", message: "The broker\'s answer could not be read." };',
      by: ': { kind: "rejected", cause: "other", message: "The broker\'s answer could not be read." };',
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-misbehaving-venue.test.ts": [
          "leaves the outcome of an order open when it answers 200 about another order",
        ],
      },
    },
    {
      name: "A lost answer is taken for not sent",
      file: "packages/adapters-broker/src/alpaca/alpaca-broker.ts",
      replace: 'if (answer.kind === "lost") return { kind: "unknown", message: answer.message };',
      by: 'if (answer.kind === "lost") return { kind: "not-sent", message: answer.message };',
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-conformance.test.ts": [
          "finds its order when an attempt follows an answer that was lost (duplicate/after-lost-answer)",
        ],
      },
    },
    {
      name: "A server's own fault is a refusal",
      file: "packages/adapters-broker/src/alpaca/alpaca-http.ts",
      replace: "const DEFINITE = new Set([400, 401, 403, 404, 422]);",
      by: "const DEFINITE = new Set([400, 401, 403, 404, 422, 500, 502, 503]);",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-conformance.test.ts": [
          "calls an order unknown that is answered 500, and never arrived, and finds out what became of it (unknown/server-error-before)",
        ],
      },
    },
    {
      name: "A 429 is a refusal",
      file: "packages/adapters-broker/src/alpaca/alpaca-http.ts",
      replace: "if (status === 429) {",
      by: 'if (status === 429) return { kind: "refused", status, message: TOO_OFTEN };\n  if (status === 429) {',
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-misbehaving-venue.test.ts": [
          "tells when to send again what was one order too many, whatever page says so",
        ],
      },
    },
    {
      name: "A venue is asked on that says when to ask again",
      file: "packages/adapters-broker/src/alpaca/alpaca-http.ts",
      replace: "if (restMs !== undefined) budget.blockFor(restMs);",
      by: "",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-misbehaving-venue.test.ts": [
          "asks nothing for as long as an answer of 408 says, and finds out afterwards what became of an order",
        ],
      },
    },
    {
      name: "A key that is there already is a refusal",
      file: "packages/adapters-broker/src/alpaca/alpaca-broker.ts",
      replace:
        "  if (isDuplicateKey(answer.status, answer.message)) return alreadyThere(find, order);\n",
      by: "",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-broker.test.ts": [
          "counts the same order sent twice as one that is already there",
        ],
      },
    },
    {
      name: "A refusal of a second attempt ends the first",
      file: "packages/adapters-broker/src/alpaca/alpaca-broker.ts",
      replace: '  if (1 < order.attempts) return { kind: "unknown", message: answer.message };\n',
      by: "",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-misbehaving-venue.test.ts": [
          "learns nothing about a first attempt from a refusal of the second",
        ],
      },
    },
    {
      name: "An unknown status ends an order",
      file: "packages/adapters-broker/src/alpaca/alpaca-mapping.ts",
      replace: 'isUntold ? "suspended" : (STATES[wire.status] ?? "suspended"),',
      by: 'isUntold ? "suspended" : (STATES[wire.status] ?? "canceled"),',
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-mapping.test.ts": [
          "tell an order in every status there is, and keep unknown ones open",
        ],
      },
    },
    {
      name: "The venue's crossed quotes are passed on",
      file: "packages/adapters-broker/src/alpaca/alpaca-market-mapping.ts",
      replace: "if (!ticker || !bid || !ask || at === undefined || ask < bid) return undefined;",
      by: "if (!ticker || !bid || !ask || at === undefined) return undefined;",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-mapping.test.ts": [
          "tell prices of the market, and none that cannot be",
        ],
      },
    },
    {
      name: "Only the newest price between two looks is kept",
      file: "packages/adapters-broker/src/alpaca/waiting-news.ts",
      replace: "if (waiting.high.price < print.price) waiting.high = print;",
      by: "waiting.high = print;",
      foundBy: {
        "packages/adapters-broker/src/alpaca/waiting-news.test.ts": [
          "always holds the lowest, the highest and the newest price of each symbol, as they came",
        ],
      },
    },
    {
      name: "Prices from before a break are told after it",
      file: "packages/adapters-broker/src/alpaca/waiting-news.ts",
      replace:
        "    this.#prints.clear();\n    this.#quotes.clear();\n    this.#states.push(state);",
      by: "    this.#states.push(state);",
      foundBy: {
        "packages/adapters-broker/src/alpaca/waiting-news.test.ts": [
          "forgets prices from before a break",
        ],
      },
    },
    {
      name: "Calls that lower risk have no reserve",
      file: "packages/adapters-broker/src/call-budget.ts",
      replace: 'const kept = purpose === "ordinary" ? this.#reserve : 0;',
      by: 'const kept = purpose === "ordinary" ? 0 : 0;',
      foundBy: {
        "packages/adapters-broker/src/call-budget.test.ts": [
          "keeps the last calls for what lowers risk",
        ],
      },
    },
    {
      name: "A minute holds one call too many",
      file: "packages/adapters-broker/src/call-budget.ts",
      replace:
        "if (this.#perMinute - this.#inMinute < needed) return this.#untilFreed(needed, now);",
      by: "if (this.#perMinute - this.#inMinute < kept) return this.#untilFreed(needed, now);",
      foundBy: {
        "packages/adapters-broker/src/call-budget.test.ts": [
          "lets no minute have more calls than its rate, the first one included",
        ],
      },
    },
    {
      name: "A placed order without an answer is placed again",
      file: "packages/adapters-broker/src/etrade/etrade-submit.ts",
      replace: 'if (answer.kind === "lost") return { kind: "unknown", message: answer.message };',
      by: 'if (answer.kind === "lost") return { kind: "not-sent", message: answer.message };',
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-lost-answers.test.ts": [
          "is unknown, and never placed again",
        ],
      },
    },
    {
      name: "A stale preview is a refusal",
      file: "packages/adapters-broker/src/etrade/etrade-submit.ts",
      replace: 'return isStale ? { kind: "not-sent", message: STALE } : answerOf(order, placed);',
      by: 'return !isStale && STALE === "" ? { kind: "not-sent", message: STALE } : answerOf(order, placed);',
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-lost-answers.test.ts": [
          "B25: was not sent where the preview went stale, so that it is asked again whether it is right",
        ],
      },
    },
    {
      name: "E*TRADE's second page of orders is not read",
      file: "packages/adapters-broker/src/etrade/etrade-orders.ts",
      replace: "if (!marker) return [...found.values()].reverse();",
      by: "if (!marker || 0 <= page) return [...found.values()].reverse();",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-broker.test.ts": [
          "reads lists of orders to their last page",
        ],
      },
    },
    {
      name: "A page of orders begins after the instant at which the one before ended",
      file: "packages/adapters-broker/src/alpaca/alpaca-rows.ts",
      replace: "after = instant(lastAt - 1);",
      by: "after = lastAt;",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-misbehaving-venue.test.ts": [
          "misses no order of the instant at which a page ends",
        ],
      },
    },
    {
      name: "Activities of the day they are read from are left out",
      file: "packages/adapters-broker/src/alpaca/alpaca-activities.ts",
      replace: "after: dayBefore(dayBoundsOf(since).starts),",
      by: "after: dayBoundsOf(since).starts,",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-activities.test.ts": [
          "are read from the whole day of the instant on, and none of the day before it",
        ],
      },
    },
    {
      name: "Holdings end with their first page where it names its pages otherwise",
      file: "packages/adapters-broker/src/etrade/etrade-positions.ts",
      replace: "list.totalPages ?? list.totalNoOfPages ?? []",
      by: "list.totalPages ?? []",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-positions.test.ts": [
          "is read to the last of its totalNoOfPages",
        ],
      },
    },
    {
      name: "A token that is in use is woken all the same",
      file: "packages/adapters-broker/src/etrade/etrade-line.ts",
      replace: '    if (answer.kind === "ok") lastOkAt = now();\n',
      by: "",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-sign-in.test.ts": [
          "holds up no call to be woken",
        ],
      },
    },
  ],
};
