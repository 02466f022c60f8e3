import type { MutantGroup } from "./mutant.ts";

const KEPT = "packages/application/src/trading/prices/exchange-halts.ts";
const KEPT_TEST = "packages/application/src/trading/prices/exchange-halts.test.ts";
const MARKET_TEST = "packages/application/src/trading/session/real-market.test.ts";
const SEAT = "packages/application/src/trading/session/keep-seat.ts";
const SEAT_TEST = "packages/application/src/trading/session/keep-seat.test.ts";
const STREAM_TEST = "packages/adapters-broker/src/alpaca/alpaca-market-stream.test.ts";

export const EXCHANGE_HALTS: MutantGroup = {
  breaks: "What is ordered in a symbol that its exchange halted",
  mutants: [
    {
      name: "A halted symbol is traded on",
      file: "packages/domain/src/gate.ts",
      replace: "if (0 < book.exchangeHalts.size && book.exchangeHalts.has(book.tickers[slot]!))",
      by: "if (0 < book.exchangeHalts.size && !book.tickers[slot]!)",
      foundBy: {
        [MARKET_TEST]: [
          "B18: orders nothing in a symbol that its exchange halted, until it trades and a new quote is there",
        ],
      },
    },
    {
      name: "A halt is forgotten with the worker that heard it",
      file: "packages/application/src/trading/session/recall-halts.ts",
      replace: "realMarket?.prices.recallHalts(real!);",
      by: "",
      foundBy: {
        [MARKET_TEST]: [
          "B18: orders nothing after a restart in the midst of a halt, until it trades and a new quote is there",
        ],
      },
    },
    {
      name: "Halts are taken up at a worker's start alone",
      file: "packages/application/src/trading/session/run-worker.ts",
      replace: "      if (!areHaltsRecalled) await recallHalts(needs);\n",
      by: "",
      foundBy: {
        [MARKET_TEST]: [
          "B18: orders nothing of a halted symbol where it stood by, following nobody, as the halt was told",
        ],
      },
    },
    {
      name: "A halt that was over comes back with the next start",
      file: "packages/application/src/trading/session/recall-halts.ts",
      replace: "pings.filter(({ at }) => pings[0]!.at - at < ONLINE_WITHIN_MS)",
      by: "pings",
      foundBy: {
        [MARKET_TEST]: [
          "B18: orders nothing after a restart in the midst of a halt, until it trades and a new quote is there",
        ],
      },
    },
    {
      name: "An order decided before a halt is written after it",
      file: "packages/application/src/trading/placing/write-automated-order.ts",
      replace: "  if (halt) return halt;\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/placing/write-automated-order.test.ts": [
          "B18: is not written in a symbol that its exchange halted since the decision",
        ],
      },
    },
    {
      name: "An order that did not leave is sent into a halt",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "  if (stopped) return stopped;\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/orders/send-into-halt.test.ts": [
          "B18: is not sent once its symbol was halted while it waited, but for a sale by hand",
        ],
      },
    },
    {
      name: "A halt is over with the word that trading goes on",
      file: KEPT,
      replace: "    standing.set(known.ticker, { ...known, resumedAt: at, saidAt: at });",
      by: "    standing.delete(known.ticker);",
      foundBy: {
        [KEPT_TEST]: ["are over with the first quote that was made since trading goes on"],
        [MARKET_TEST]: [
          "B18: orders nothing in a symbol that its exchange halted, until it trades and a new quote is there",
        ],
      },
    },
    {
      name: "A quote of before the resumption ends a halt",
      file: KEPT,
      replace:
        "if (resumedAt !== undefined && resumedAt <= at) standing.delete(ticker);\n    },\n    print",
      by: "if (resumedAt !== undefined) standing.delete(at ? ticker : ticker);\n    },\n    print",
      foundBy: {
        [KEPT_TEST]: [
          "are over with the first quote that was made since trading goes on",
          "always stand from a halt on until a quote since the word that ends them",
        ],
      },
    },
    {
      name: "A halt whose end nobody heard stands for ever",
      file: KEPT,
      replace: "standing.set(ticker, { ...known, isUnheard: true });",
      by: "standing.set(ticker, known);",
      foundBy: {
        [KEPT_TEST]: [
          "are over by a trade and a quote since where the line broke that would have told their end",
        ],
      },
    },
    {
      name: "A halt that is dated ahead outlasts its end",
      file: KEPT,
      replace: "at: notAhead(said.at, latest) };",
      by: "at: said.at };",
      foundBy: { [KEPT_TEST]: ["that are dated ahead are of now, and so are their ends"] },
    },
    {
      name: "A halt of before that is dated ahead outlasts what shows its end",
      file: KEPT,
      replace: "const since = notAhead(halt.since, now);",
      by: "const { since } = halt;",
      foundBy: {
        [KEPT_TEST]: ["of before that are dated ahead are over by a trade and a quote of now"],
      },
    },
    {
      name: "A halt is on record with the next ping alone",
      file: SEAT,
      replace: "if (isDue || signal.aborted) wake();",
      by: "wake = signal.aborted ? wake : () => undefined;",
      foundBy: {
        [SEAT_TEST]: ["tells of a halt at once, and of what was told while it said so"],
      },
    },
    {
      name: "A halt that is heard while a ping is written waits for the next",
      file: SEAT,
      replace: "if (isDue || signal.aborted) wake();",
      by: "if (signal.aborted) wake();",
      foundBy: { [SEAT_TEST]: ["tells a halt that is heard while a ping is written"] },
    },
    {
      name: "A halt is over with the next quote after its price reached a limit",
      file: KEPT,
      replace: 'if (status.state === "unsure" && known && known.resumedAt === undefined) continue;',
      by: "",
      foundBy: { [KEPT_TEST]: ["stand where another may have begun in their midst"] },
    },
    {
      name: "A process that serves pages knows no halt of before",
      file: "packages/cli/src/compose/known-halts.ts",
      replace: "    await recallHalts(needs);\n",
      by: "",
      foundBy: {
        "packages/cli/src/compose/known-halts.test.ts": [
          "a process that serves pages knows the halts that were told before it began",
        ],
      },
    },
    {
      name: "A pause for volatility is passed over",
      file: "packages/adapters-broker/src/alpaca/alpaca-market-mapping.ts",
      replace: '  P: "halted",\n',
      by: "",
      foundBy: {
        [STREAM_TEST]: [
          "asks for the halts of all symbols once, and tells them and their ends before prices",
        ],
      },
    },
    {
      name: "A feed that tells no halts is given up",
      file: "packages/adapters-broker/src/alpaca/alpaca-market-stream.ts",
      replace: 'if (this.#halts === "asked" && NOT_GRANTED.has(error.code)) {',
      by: 'if (this.#halts === "unasked" && NOT_GRANTED.has(error.code)) {',
      foundBy: {
        [STREAM_TEST]: [
          "says that it hears no halts where the wish for them is refused, and streams on",
        ],
      },
    },
    {
      name: "The end of a halt is taken for a word of before it by a clock that was set back",
      file: KEPT,
      replace: "instant(Math.max(now, known?.saidAt ?? now))",
      by: "now",
      foundBy: { [KEPT_TEST]: ["are over though our clock was set back in their midst"] },
    },
  ],
};
