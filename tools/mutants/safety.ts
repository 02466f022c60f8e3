import type { MutantGroup } from "./mutant.ts";

export const SAFETY: MutantGroup = {
  breaks: "What stops, holds back and sells off",
  mutants: [
    {
      name: "A halted installation sends on",
      file: "packages/application/src/trading/safeguards/circuit-breakers.ts",
      replace: "const reason = policy?.haltedBecause ?? (await halts.current())?.reason;",
      by: "const reason = policy?.haltedBecause;",
      foundBy: {
        "packages/application/src/trading/safeguards/circuit-breakers.test.ts": [
          "keeps every order from being sent, and says why, until it is lifted",
        ],
      },
    },
    {
      name: "What never left counts as the broker's refusal",
      file: "packages/application/src/trading/safeguards/circuit-breakers.ts",
      replace: "      !neverArrived(order),",
      by: "      order.attempts < 1_000,",
      foundBy: {
        "packages/application/src/trading/safeguards/broker-refusals.test.ts": [
          "is not blamed for orders that were given up without a word of its own",
        ],
      },
    },
    {
      name: "A fifth refusal already holds the account back",
      file: "packages/application/src/trading/safeguards/circuit-breakers.ts",
      replace: "if (REJECTIONS_MAX < (inRow === -1",
      by: "if (REJECTIONS_MAX <= (inRow === -1",
      foundBy: {
        "packages/application/src/trading/safeguards/broker-refusals.test.ts": [
          "is sent no more buys after the sixth",
        ],
      },
    },
    {
      name: "A worse reason is swallowed by an earlier one",
      file: "packages/application/src/trading/safeguards/reduce-account.ts",
      replace:
        "(known) => known.because === because && known.about === about && isByHand(known, at),",
      by: "(known) => isByHand(known, at),",
      foundBy: {
        "packages/application/src/trading/safeguards/reduce-account.test.ts": [
          "stand side by side, and a worse one is not swallowed by an earlier one",
        ],
      },
    },
    {
      name: "A reduction of the worker's ends by time where only a person may end it",
      file: "packages/application/src/trading/safeguards/reduction.ts",
      replace: 'REDUCTIONS[because].endsForWorker === "time";',
      by: 'REDUCTIONS[because].endsForWorker !== "agreement";',
      foundBy: {
        "packages/application/src/trading/safeguards/reduce-account.test.ts": [
          "end one by one: by time, or when automation is switched on again",
        ],
      },
    },
    {
      name: "Switching on releases an account whose holdings differ",
      file: "packages/application/src/trading/safeguards/reduce-account.ts",
      replace: "withReductions(account, account.reductions?.filter(isAgreementDue)),",
      by: "withReductions(account, []),",
      foundBy: {
        "packages/application/src/trading/safeguards/reduce-account.test.ts": [
          "stay where they wait for books and broker to agree, whoever has looked",
        ],
      },
    },
    {
      name: "What keeps an account from buying stops its exits too",
      file: "packages/application/src/trading/placing/write-automated-order.ts",
      replace: "isEntry ? await entryRefusalOf(tables, account, at) : undefined",
      by: "await entryRefusalOf(tables, account, at)",
      foundBy: {
        "packages/application/src/trading/placing/place-order-by-worker.test.ts": [
          "leaves but no longer enters once the trial is over",
        ],
        "packages/application/src/trading/safeguards/circuit-breakers.test.ts": [
          "lets its worker leave, but enter only after its user has looked",
        ],
      },
    },
    {
      name: "A paid period lasts an instant too long",
      file: "packages/application/src/trading/safeguards/trading-rights.ts",
      replace: "ends !== undefined && at < ends;",
      by: "ends !== undefined && at <= ends;",
      foundBy: {
        "packages/application/src/trading/safeguards/trading-rights.test.ts": [
          "ends a paid period at its last instant, also one that still reads as active",
        ],
      },
    },
    {
      name: "An account without prices of its own decides",
      file: "packages/application/src/trading/safeguards/trading-rights.ts",
      replace: 'if (prices !== "own") return "no-real-prices";',
      by: "",
      foundBy: {
        "packages/application/src/trading/safeguards/trading-rights.test.ts": [
          "decides nothing where prices are shown",
        ],
      },
    },
    {
      name: "The stored halt of the day is not asked for when an order is written",
      file: "packages/application/src/trading/placing/write-automated-order.ts",
      replace: "halted: isHaltedIn(account, session),",
      by: "halted: false,",
      foundBy: {
        "packages/application/src/trading/placing/place-order-by-worker.test.ts": [
          "enters nothing on the day of a halt that is on record, and leaves all the same",
        ],
      },
    },
    {
      name: "The halt does not survive a restart",
      file: "packages/application/src/trading/decisions/session-roll.ts",
      replace: "...(halted && day !== undefined ? { haltedDay: day } : {}),",
      by: "",
      foundBy: {
        "packages/application/src/trading/session/worker-after-restart.test.ts": [
          "halts entries for the session once the day's loss is reached, also after a restart",
        ],
      },
    },
    {
      name: "The day's change has another baseline than the daily loss",
      file: "packages/application/src/trading/account/stored-session.ts",
      replace: "account.baselineDay === latest.day && account.baseline !== undefined",
      by: "account.baselineDay === latest.day && account.baseline === undefined",
      foundBy: {
        "packages/application/src/trading/account/stored-session.test.ts": [
          "begins with the baseline the worker wrote down, not with the equity recorded before",
        ],
      },
    },
    {
      name: "A deposit of today is a gain of today, of the last day and of the year",
      file: "packages/application/src/trading/account/capital-since.ts",
      replace: "money(equity + movedSince(flows, at))",
      by: "equity",
      foundBy: {
        "packages/application/src/views/read-daily-change.test.ts": [
          "takes a deposit for no gain, and a withdrawal for no loss",
          "takes neither for a change of the last 24 hours",
        ],
        "packages/application/src/views/read-goal-performance.test.ts": [
          "takes what was paid in since for no return",
        ],
      },
    },
    {
      name: "Starting fresh forgets the cool-downs",
      file: "packages/application/src/trading/settings/toggle-automation.ts",
      replace: "const coolDownUntil = begun.get(ticker);",
      by: "const coolDownUntil = begun.get(ticker) && undefined;",
      foundBy: {
        "packages/application/src/trading/settings/toggle-automation.test.ts": [
          "keeps a cool-down that began after the trails were last saved, and begins none for what was never sent",
        ],
      },
    },
    {
      name: "A watchlist holds one symbol too many",
      file: "packages/application/src/trading/settings/change-watchlist.ts",
      replace: "if (WATCHED_MAX <= before.length) return undefined;",
      by: "if (WATCHED_MAX < before.length) return undefined;",
      foundBy: {
        "packages/application/src/trading/settings/change-watchlist.test.ts": [
          "takes as many symbols as it may hold, and not one more",
        ],
      },
    },
    {
      name: "Keys the broker refuses leave the account active",
      file: "packages/application/src/trading/account/account-failure.ts",
      replace: 'status: isWaiting ? "pending" : "error",',
      by: 'status: isWaiting ? "pending" : account.status,',
      foundBy: {
        "packages/application/src/trading/account/account-failure.test.ts": [
          "stops at once when the broker refuses the keys, and tries them three times an hour at most",
        ],
      },
    },
    {
      name: "A stop with a limit counts as protection",
      file: "packages/domain/src/protection.ts",
      replace: "stop !== undefined && limit === undefined;",
      by: "stop !== undefined && limit !== 0;",
      foundBy: {
        "packages/domain/src/protection.test.ts": [
          "is nothing where no stop rests: not by a limit, not by a buy, not by one being taken back",
        ],
      },
    },
    {
      name: "A stop the broker has not answered about counts as protection",
      file: "packages/domain/src/protection.ts",
      replace: "const resting = stops.filter(isResting);",
      by: "const resting = stops;",
      foundBy: {
        "packages/domain/src/protection.test.ts": [
          "is unknown while the broker has not answered about a stop, unless others are enough",
        ],
      },
    },
    {
      name: "What a stop has sold counts as protected still",
      file: "packages/domain/src/protection.ts",
      replace: "sum + openQuantity(order)",
      by: "sum + order.quantity",
      foundBy: {
        "packages/domain/src/protection.test.ts": [
          "is a part where a stop for all of it has sold some, and more was bought since",
        ],
      },
    },
    {
      name: "A stop is shown while no worker reaches the broker",
      file: "packages/domain/src/protection.ts",
      replace: 'if (doubt !== undefined) return { kind: "unknown", ...doubt };',
      by: 'if (doubt?.since !== undefined) return { kind: "unknown", ...doubt };',
      foundBy: {
        "packages/domain/src/protection.test.ts": [
          "is unknown with its reason where the broker's word is missing",
        ],
      },
    },
    {
      name: "The halt of the account before outlives its take-over",
      file: "packages/application/src/trading/account/take-over-account.ts",
      replace: "      haltedDay: ___,\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/reconciliation/venue-reset.test.ts": [
          "is held back by nothing of the account before it once it is taken over",
        ],
      },
    },
    {
      name: "Cash that was not free before is not free after the take-over",
      file: "packages/application/src/trading/account/take-over-account.ts",
      replace: "      unavailableCash: ______,\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/reconciliation/venue-reset.test.ts": [
          "is held back by nothing of the account before it once it is taken over",
        ],
      },
    },
    {
      name: "What was held before the take-over takes away what is held after it",
      file: "packages/application/src/trading/account/take-over-account.ts",
      replace:
        "  for (const position of held)\n    await tables.positions.put({ ...position, quantity: NO_SHARES, costBasis: NO_MONEY });\n  for (const position of found) await tables.positions.put(position);\n",
      by: "  for (const position of found) await tables.positions.put(position);\n  for (const position of held)\n    await tables.positions.put({ ...position, quantity: NO_SHARES, costBasis: NO_MONEY });\n",
      foundBy: {
        "packages/application/src/trading/reconciliation/venue-reset.test.ts": [
          "has what is there now, also of a symbol that was held before",
        ],
      },
    },
    {
      name: "Cash that still moves is taken for an account begun anew",
      file: "packages/application/src/trading/reconciliation/venue-reset.ts",
      replace: "if (!before || before.cashDrift !== found.cashDrift) return false;",
      by: "if (!before) return false;",
      foundBy: {
        "packages/application/src/trading/reconciliation/venue-reset.test.ts": [
          "is every holding gone for cash, seen twice",
        ],
      },
    },
  ],
};
