import type { MutantGroup } from "./mutant.ts";

const WITH_SHARES = "packages/application/src/trading/activities/cash-with-shares.test.ts";

export const ACTIVITIES: MutantGroup = {
  breaks: "What happens to money and shares that move without a trade",
  mutants: [
    {
      name: "What is corrected of before the take-over is a gain or a loss",
      file: "packages/application/src/trading/activities/effect-of-undoing.ts",
      replace:
        "      if (isTakenOver) return ok({ ...nothing(), amount, isCapital: true, row });\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/activities/correction-of-before.test.ts": [
          "is no gain and no loss where it was a dividend, but moves what the account and the day began with",
        ],
      },
    },
    {
      name: "A deposit is taken for a gain",
      file: "packages/application/src/trading/activities/activity-effect.ts",
      replace: "return ok({ ...nothing(), amount: activity.amount, isCapital: true });",
      by: "return ok({ ...nothing(), amount: activity.amount });",
      foundBy: {
        "packages/application/src/trading/activities/worker-and-activities.test.ts": [
          "is no gain when it comes and no loss when it goes: the halt does not fire",
        ],
      },
    },
    {
      name: "An activity moves the ledger and not the cash",
      file: "packages/application/src/trading/activities/record-activity.ts",
      replace: "  cash: money(account.cash + amount),",
      by: "  cash: money(account.cash + 0 * amount),",
      foundBy: {
        "packages/application/src/trading/activities/activities-on-any-path.test.ts": [
          "always ends with its cash and its shares, in whatever order it is told and however often",
        ],
      },
    },
    {
      name: "An activity that is told again is booked again",
      file: "packages/application/src/trading/activities/record-activity.ts",
      replace: "      if (await tables.activities.find(accountId, activity.id))",
      by: '      if (activity.id === "")',
      foundBy: {
        "packages/application/src/trading/activities/activities-on-any-path.test.ts": [
          "never books the same twice, nor loses what it is told",
        ],
      },
    },
    {
      name: "A split leaves the trail at the prices of before",
      file: "packages/application/src/trading/activities/absorb-activity.ts",
      replace: "  rescale(book, slot, trail.ratio.to, trail.ratio.from);",
      by: "  rescale(book, slot, 1, 1);",
      foundBy: {
        "packages/application/src/trading/activities/worker-and-activities.test.ts": [
          "rescales trail and cost, and sells nothing on the stop",
        ],
      },
    },
    {
      name: "A price of other shares is decided on before the broker is asked",
      file: "packages/application/src/trading/decisions/follow-prices.ts",
      replace: '    if (basis === "asking" || basis === "waiting") continue;',
      by: "",
      foundBy: {
        "packages/application/src/trading/activities/worker-and-activities.test.ts": [
          "rescales trail and cost, and sells nothing on the stop",
        ],
      },
    },
    {
      name: "A holding that an untold split has changed goes on trading",
      file: "packages/application/src/trading/session/judge-basis.ts",
      replace: "const isSplit = 0 < ours && 0 < theirs && isFar(ours, theirs);",
      by: "const isSplit = false && isFar(ours, theirs);",
      foundBy: {
        "packages/application/src/trading/activities/worker-and-activities.test.ts": [
          "that is told late halts its symbol meanwhile, and sells nothing",
        ],
      },
    },
    {
      name: "A price that has fallen far is never decided on",
      file: "packages/application/src/trading/session/judge-basis.ts",
      replace: "!mayHideSplit(jump, ticker, found)) jump.isAsked = true;",
      by: "!mayHideSplit(jump, ticker, found)) jump.isAsked = false;",
      foundBy: {
        "packages/application/src/trading/activities/worker-and-activities.test.ts": [
          "is told apart from a fall: that sells as soon as the broker shows the same shares",
        ],
      },
    },
    {
      name: "The cost of a fraction that was paid out stays on the whole shares",
      file: "packages/application/src/trading/activities/split-holding.ts",
      replace: "  const costBasis = left === 0 ? 0 : held.costBasis - released;",
      by: "  const costBasis = left === 0 ? 0 : held.costBasis - 0 * released;",
      foundBy: {
        "packages/application/src/trading/activities/worker-and-activities.test.ts": [
          "with a fraction keeps the cost of whole shares on them, and the rest is what cash was paid for",
        ],
      },
    },
    {
      name: "A ratio that nobody told is trusted however odd it is",
      file: "packages/application/src/trading/activities/split-holding.ts",
      replace: "isSure: told.from <= PLAIN_MAX && told.to <= PLAIN_MAX",
      by: "isSure: true",
      foundBy: {
        "packages/application/src/trading/activities/worker-and-activities.test.ts": [
          "of a ratio nobody told and no company chooses leaves the holding to its owner",
        ],
      },
    },
    {
      name: "Cash that nothing explains is passed over",
      file: "packages/application/src/trading/account/reconciled.ts",
      replace: "CENT + roundedBy <= Math.abs(cashDrift)",
      by: "CENT * 1_000_000 + roundedBy <= Math.abs(cashDrift)",
      foundBy: {
        "packages/application/src/trading/activities/worker-and-activities.test.ts": [
          "holds the account back with the difference said, until it is told",
        ],
      },
    },
    {
      name: "Cash that the broker holds back is spent",
      file: "packages/application/src/trading/session/note-buying-power.ts",
      replace: "  const missing = Math.max(0, free - found.broker.buyingPower);",
      by: "  const missing = Math.max(0, free - free);",
      foundBy: {
        "packages/application/src/trading/activities/worker-and-activities.test.ts": [
          "holds the account back with the difference said, until it is told",
        ],
      },
    },
    {
      name: "A busted execution leaves its shares in the books",
      file: "packages/application/src/trading/activities/effect-of-undoing.ts",
      replace: "          ...position,",
      by: "          ...{ ...position, shares: held.shares },",
      foundBy: {
        "packages/application/src/trading/activities/worker-and-activities.test.ts": [
          "leaves the books as if it had never been",
        ],
      },
    },
    {
      name: "Cash for a fraction of what a company let go of is lost",
      file: "packages/adapters-broker/src/alpaca/alpaca-activity-mapping.ts",
      replace: "  if (SPIN_OFFS.has(row.type) && row.amount !== 0)",
      by: '  if (SPIN_OFFS.has(row.type) && row.id === "")',
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-activity-mapping.test.ts": [
          "tell cash for a fraction of what was let go of, by itself and beside the shares",
        ],
      },
    },
    {
      name: "A merger into what is held already forgets that",
      file: "packages/application/src/trading/activities/activity-effect.ts",
      replace: "shares: shares(there.shares + after)",
      by: "shares: shares(after)",
      foundBy: {
        "packages/application/src/trading/activities/activities-on-any-path.test.ts": [
          "always ends with its cash and its shares, in whatever order it is told and however often",
        ],
      },
    },
    {
      name: "What was paid for a company is no cash",
      file: "packages/application/src/trading/activities/activity-effect.ts",
      replace:
        "    amount,\n    entries: costEntries(id, ticker, { paid: amount, released: held.costBasis }, at),",
      by: "    entries: costEntries(id, ticker, { paid: amount, released: held.costBasis }, at),",
      foundBy: {
        "packages/application/src/trading/activities/activities-on-any-path.test.ts": [
          "always ends with its cash and its shares, in whatever order it is told and however often",
        ],
      },
    },
    {
      name: "A trail is lost under a new name",
      file: "packages/application/src/trading/activities/changed-trails.ts",
      replace: "{ ...next, ticker: effect.becomes, version },",
      by: "{ ...next, high: next.last, low: next.last, ticker: effect.becomes, version },",
      foundBy: {
        "packages/application/src/trading/activities/worker-and-activities.test.ts": [
          "keep their trail and cost under a new name, and are nobody's to trade after a spin-off",
        ],
      },
    },
    {
      name: "Half of a split is taken for all of it",
      file: "packages/adapters-broker/src/alpaca/alpaca-activity-legs.ts",
      replace: "    if (isSplit(gone) || (paid.length === 0 && !isWorthless(gone))) return [];",
      by: "    if (paid.length === 0 && !isSplit(gone)) return [];",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-activity-mapping.test.ts": [
          "make one split of the shares that went and those that came, with their ratio",
        ],
      },
    },
    {
      name: "An amount in another currency is taken for dollars",
      file: "packages/adapters-broker/src/alpaca/alpaca-activity-mapping.ts",
      replace: "|| at === undefined || isForeign)",
      by: "|| at === undefined)",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-activity-mapping.test.ts": [
          "are not read at all where one has another currency",
        ],
      },
    },
    {
      name: "A baseline is written down over money that others booked",
      file: "packages/application/src/trading/decisions/session-roll.ts",
      replace: "money(baseline + baselineMoved(followed, account))",
      by: "money(baseline + 0 * baselineMoved(followed, account))",
      foundBy: {
        "packages/application/src/trading/decisions/session-roll.test.ts": [
          "keeps what others booked as the next day begins, and lets the book take it over",
        ],
      },
    },
    {
      name: "A worker overwrites the baseline that is on record of the day",
      file: "packages/application/src/trading/decisions/session-roll.ts",
      replace: "onRecordOf(account, day) ?? money(",
      by: "money(",
      foundBy: {
        "packages/application/src/trading/decisions/session-roll.test.ts": [
          "stays what another worker has made it, and the book takes it over",
        ],
      },
    },
    {
      name: "Money that the worker books hides what others booked before",
      file: "packages/application/src/trading/activities/absorb-activity.ts",
      replace: "baseline: money(baseline + activity.amount)",
      by: "baseline: booked.account.baseline",
      foundBy: {
        "packages/application/src/trading/decisions/session-roll.test.ts": [
          "keeps what others booked before the worker booked something itself",
        ],
      },
    },
    {
      name: "A book agrees with rows that have another baseline",
      file: "packages/application/src/trading/account/agree-with-rows.ts",
      replace: " || baselineMoved(followed, account) !== 0) return false;",
      by: ") return false;",
      foundBy: {
        "packages/application/src/trading/decisions/session-roll.test.ts": [
          "is taken over where money came and as much of it was charged",
        ],
      },
    },
    {
      name: "Cash that moved for shares is in the book before they are",
      file: "packages/application/src/trading/activities/absorb-activity.ts",
      replace: "if (isOfShares && !absorbHolding(followed, booked)) return;",
      by: "if (isOfShares && booked.holdings.size === 0) return;",
      foundBy: {
        [WITH_SHARES]: [
          "is out of the book whole where it was a buy: no equity that is not there",
          "is out of the book whole where it sold all: no halt for a loss that nobody made",
          "is out of the book whole where it sold a part",
          "is its cash, and not its shares as well",
        ],
      },
    },
    {
      name: "A holding on record is taken over where the book has not heard of another trade",
      file: "packages/application/src/trading/activities/absorb-activity.ts",
      replace: " || book.held[slot]! + moved !== after.shares",
      by: "",
      foundBy: {
        [WITH_SHARES]: ["is left to the rows whole where the book has not heard of another trade"],
      },
    },
    {
      name: "Shares that are given back are decided on by the trail after their sale",
      file: "packages/application/src/trading/activities/absorb-activity.ts",
      replace: 'adoptTrails(followed, booked.trails, "undone-sale");',
      by: "adoptTrails(followed, undefined);",
      foundBy: {
        [WITH_SHARES]: [
          "gives back shares with the trail they have on record, before a price is heard",
        ],
      },
    },
  ],
};
