import type { MutantGroup } from "./mutant.ts";

const EXCHANGE = "packages/application/src/exchange";
const IN_TIME_TEST = `${EXCHANGE}/commands-in-time.test.ts`;
const PAST_TEST = `${EXCHANGE}/venue-past.test.ts`;
const SCRIPT_TEST = `${EXCHANGE}/market-script.test.ts`;
const DOOR = "packages/adapters-broker/src/exchange";
const STREAM_TEST = `${DOOR}/market-stream.test.ts`;
const SHORTS_TEST = `${EXCHANGE}/reorganized-shorts.test.ts`;

export const EXCHANGE_BOOK: MutantGroup = {
  breaks: "What the built-in exchange books, and what it tells of its market",
  mutants: [
    {
      name: "A command overtakes what the exchange has not looked at yet",
      file: `${EXCHANGE}/open-venue.ts`,
      replace: "    if (!kept.isWritable) return at;\n",
      by: "    if (sentAt <= at) return at;\n",
      foundBy: {
        [IN_TIME_TEST]: [
          "does not let a changed order trade at prices of before it was changed",
          "does not cancel an order whose price was met before",
          "leaves alone what is ordered after it, and sells all there is by then",
          "is booked although an order was the last the journal heard of before a crash",
        ],
        [`${EXCHANGE}/order-types-on-any-orders.test.ts`]: [
          "always trades alike, however seldom the tape is looked at",
        ],
      },
    },
    {
      name: "What breaks off in the middle of matching stays in the book",
      file: `${EXCHANGE}/kept-book.ts`,
      replace: "        if (0 < changes.entries.length) breakOff(error);\n",
      by: "",
      foundBy: {
        [`${EXCHANGE}/broken-matching.test.ts`]: [
          "leaves the book as the journal has it, and tells nobody of the trade",
          "is made up for once the fault is gone, each share traded once",
          "ends all trading where there is no journal to begin anew from",
        ],
      },
    },
    {
      name: "A client that never signs in keeps its socket",
      file: `${DOOR}/trade-stream.ts`,
      replace:
        "        if (listener.accountId === undefined) dismiss(socket, undefined, POLICY_VIOLATION);\n",
      by: '        if (listener.accountId === "") dismiss(socket, undefined, POLICY_VIOLATION);\n',
      foundBy: {
        [`${DOOR}/trade-stream.test.ts`]: [
          "hangs up on a client that does not sign in, also when it tries wrong keys",
        ],
      },
    },
    {
      name: "Shares that were taken back stay on offer",
      file: `${EXCHANGE}/venue-actions.ts`,
      replace: "    if (Math.max(0, left) < sharesHeldForOrders(account, order.ticker))\n",
      by: "    if (left === 0.5)\n",
      foundBy: {
        [`${EXCHANGE}/busted-executions.test.ts`]: [
          "takes the offers along that it leaves no shares for, and the exchange goes on",
          "leaves what is still covered",
          "makes no short sale of what was to buy back",
        ],
      },
    },
    {
      name: "The exchange takes a part of a past that it refuses",
      file: `${EXCHANGE}/folded-history.ts`,
      replace: "    book.record(entry);\n    const isAtWork",
      by: "    if (entry.at < since) book.record(entry);\n    const isAtWork",
      foundBy: {
        [PAST_TEST]: ["that no book can take leaves no trace, and nothing of it trades"],
      },
    },
    {
      name: "An order of the past changes its side",
      file: `${EXCHANGE}/venue-history.ts`,
      replace: "    const isOfOrder = (ordered.get(brokerOrderId) ?? order) === order;\n",
      by: "    const isOfOrder = order !== undefined;\n",
      foundBy: {
        [PAST_TEST]: [
          "is refused whole when an execution is of another side or symbol than its order",
        ],
      },
    },
    {
      name: "A halt is passed over that was written down after a later one",
      file: `${EXCHANGE}/scripted-market.ts`,
      replace: ".sort((left, right) => left.from - right.from)",
      by: "",
      foundBy: {
        [SCRIPT_TEST]: ["is halted whichever of its halts was written down first"],
      },
    },
    {
      name: "A script lets recorded stocks trade where no bar is",
      file: `${EXCHANGE}/scripted-market.ts`,
      replace: "    for (const trading of market.openStretches(ticker, from, to))\n",
      by: "    for (const trading of [{ from, to }])\n",
      foundBy: {
        [SCRIPT_TEST]: ["trades nothing where no bar is, in stocks it speaks of and in others"],
      },
    },
    {
      name: "Legs sell for a parent that was changed to fewer shares as many as before",
      file: `${EXCHANGE}/venue-advance.ts`,
      replace: "Math.min(bought, freeShares(accountOf(book, first), first))",
      by: "Math.max(bought - bought, freeShares(accountOf(book, first), first))",
      foundBy: {
        [`${EXCHANGE}/venue-order-types.test.ts`]: [
          "sells no more than its parent bought, where that was changed to fewer",
        ],
      },
    },
    {
      name: "A clock that was ahead for a moment keeps orders waiting",
      file: `${EXCHANGE}/venue-progress.ts`,
      replace: "    seenSlot = slotNumber(until);\n",
      by: "    seenSlot = Math.max(seenSlot, slotNumber(until));\n",
      foundBy: { [IN_TIME_TEST]: ["keeps nobody waiting until it is that late again"] },
    },
    {
      name: "A clock that was ahead for a moment silences prices",
      file: `${DOOR}/market-stream.ts`,
      replace: "      if (slot < publishedSlot - SLOTS_BEHIND_MAX) {\n",
      by: "      if (slot < publishedSlot - Number.MAX_SAFE_INTEGER) {\n",
      foundBy: {
        [STREAM_TEST]: [
          "goes on with a clock that was ahead for a moment, at the time it shows then",
        ],
      },
    },
    {
      name: "A fast exchange that starts again waits for the time its book has reached",
      file: `${DOOR}/start-exchange.ts`,
      replace: "Math.max(0, latestAt - clock.now())",
      by: "Math.max(0, clock.now() - clock.now())",
      foundBy: {
        [`${DOOR}/start-exchange.test.ts`]: [
          "goes on where its book ends, where its clock is its own and begins earlier",
        ],
      },
    },
    {
      name: "The last trade of a halted stock is dated now",
      file: `${EXCHANGE}/scripted-market.ts`,
      replace: "...market.printAt(ticker, printedAt(ticker, at)),",
      by: "...market.printAt(ticker, at),",
      foundBy: {
        [SCRIPT_TEST]: [
          "stands at the last price before, prints nothing, and goes on where the market is",
        ],
        [`${DOOR}/start-etrade.test.ts`]: [
          "tells of a halted stock when it was traded last, and not that it is traded now",
        ],
      },
    },
    {
      name: "The stream tells trades of recorded bars where none is",
      file: `${DOOR}/market-stream.ts`,
      replace: "        print?.at === at &&\n",
      by: "        print &&\n",
      foundBy: {
        [STREAM_TEST]: ["tells no trades where no bar is recorded, though the price stands"],
      },
    },
    {
      name: "Shares that come beside what is owed of them leave none at all on the books",
      file: `${EXCHANGE}/venue-holdings.ts`,
      replace: "  if (0 <= held.shares) return { shares, costBasis:",
      by: "  if (Number.isFinite(held.shares)) return { shares, costBasis:",
      foundBy: {
        [SHORTS_TEST]: [
          "pays back first: 4 come, 10 are owed",
          "pays back first: 10 come, 4 are owed",
        ],
      },
    },
    {
      name: "Orders buy back what came in the place of another company's shares",
      file: `${EXCHANGE}/venue-actions.ts`,
      replace: "  }\n  cancelUncovered(account, needs);\n",
      by: '  }\n  if (what.kind === "bust") cancelUncovered(account, needs);\n',
      foundBy: { [SHORTS_TEST]: ["cancels what was to buy back more than is owed then"] },
    },
    {
      name: "A stock of which nothing is left stays among the positions",
      file: `${EXCHANGE}/venue-befalling.ts`,
      replace: "    if (after.shares === 0) account.positions.delete(into.ticker);\n    else",
      by: "   ",
      foundBy: { [SHORTS_TEST]: ["pays back first: 10 come, 10 are owed"] },
    },
    {
      name: "All of a bar is scaled in which a split falls",
      file: `${DOOR}/adjusted-market.ts`,
      replace: "      const edges = [start, ...cuts, end];\n",
      by: "      const edges = [start, ...cuts.slice(cuts.length), end];\n",
      foundBy: {
        [`${DOOR}/adjusted-market.test.ts`]: [
          "of 1Hour are scaled as far as a split that falls into them, and no farther",
          "of 1Day are scaled as far as a split that falls into them, and no farther",
          "of 1Week are scaled as far as a split that falls into them, and no farther",
        ],
      },
    },
    {
      name: "A crash that loses the beginning of a write leaves the exchange's journal unreadable",
      file: `${DOOR}/journal-appender.ts`,
      replace: "Buffer.from(`${JSON.stringify(waiting)}\\n`)",
      by: 'Buffer.from(waiting.map((entry) => `${JSON.stringify([entry])}\\n`).join(""))',
      foundBy: {
        [`${DOOR}/exchange-journal-file.test.ts`]: [
          "loses all that was written at once when a crash lost the beginning of it alone",
        ],
      },
    },
  ],
};
