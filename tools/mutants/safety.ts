import type { MutantGroup } from "./mutant.ts";

export const SAFETY: MutantGroup = {
  breaks: "What stops, holds back and sells off",
  mutants: [
    {
      name: "A halted installation sends on",
      file: "packages/application/src/use-cases/circuit-breakers.ts",
      replace: "const reason = policy?.haltedBecause ?? (await halts.current())?.reason;",
      by: "const reason = policy?.haltedBecause;",
      foundBy: {
        "packages/application/src/use-cases/circuit-breakers.test.ts": [
          "keeps every order from being sent, and says why, until it is lifted",
        ],
      },
    },
    {
      name: "What never left counts as the broker's refusal",
      file: "packages/application/src/use-cases/circuit-breakers.ts",
      replace: "      !neverArrived(order),",
      by: "      order.attempts < 1_000,",
      foundBy: {
        "packages/application/src/use-cases/circuit-breakers.test.ts": [
          "is not blamed for orders that were given up without a word of its own",
        ],
      },
    },
    {
      name: "A fifth refusal already holds the account back",
      file: "packages/application/src/use-cases/circuit-breakers.ts",
      replace: "if (REJECTIONS_MAX < (inRow === -1",
      by: "if (REJECTIONS_MAX <= (inRow === -1",
      foundBy: {
        "packages/application/src/use-cases/circuit-breakers.test.ts": [
          "is sent no more buys after the sixth",
        ],
      },
    },
    {
      name: "A worse reason is swallowed by an earlier one",
      file: "packages/application/src/use-cases/reduce-account.ts",
      replace:
        "(known) => known.because === because && known.about === about && isByHand(known, at),",
      by: "(known) => isByHand(known, at),",
      foundBy: {
        "packages/application/src/use-cases/reduce-account.test.ts": [
          "stand side by side, and a worse one is not swallowed by an earlier one",
        ],
      },
    },
    {
      name: "A reduction of the worker's ends by time where only a person may end it",
      file: "packages/application/src/use-cases/reduction.ts",
      replace: 'REDUCTIONS[because].endsForWorker === "time";',
      by: 'REDUCTIONS[because].endsForWorker !== "agreement";',
      foundBy: {
        "packages/application/src/use-cases/reduce-account.test.ts": [
          "end one by one: by time, or when automation is switched on again",
        ],
      },
    },
    {
      name: "Switching on releases an account whose holdings differ",
      file: "packages/application/src/use-cases/reduce-account.ts",
      replace: "withReductions(account, account.reductions?.filter(isAgreementDue)),",
      by: "withReductions(account, []),",
      foundBy: {
        "packages/application/src/use-cases/reduce-account.test.ts": [
          "stay where they wait for books and broker to agree, whoever has looked",
        ],
      },
    },
    {
      name: "What keeps an account from buying stops its exits too",
      file: "packages/application/src/use-cases/write-automated-order.ts",
      replace: "isEntry ? await entryRefusalOf(tables, account, at) : undefined",
      by: "await entryRefusalOf(tables, account, at)",
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
          "leaves but no longer enters once the trial is over",
        ],
        "packages/application/src/use-cases/circuit-breakers.test.ts": [
          "lets its worker leave, but enter only after its user has looked",
        ],
      },
    },
    {
      name: "A paid period lasts an instant too long",
      file: "packages/application/src/use-cases/trading-rights.ts",
      replace: "ends !== undefined && at < ends;",
      by: "ends !== undefined && at <= ends;",
      foundBy: {
        "packages/application/src/use-cases/trading-rights.test.ts": [
          "ends a paid period at its last instant, also one that still reads as active",
        ],
      },
    },
    {
      name: "An account without prices of its own decides",
      file: "packages/application/src/use-cases/trading-rights.ts",
      replace: 'if (pricesOf(account) === "none") return "no-real-prices";',
      by: "",
      foundBy: {
        "packages/application/src/use-cases/trading-rights.test.ts": [
          "decides nothing at a paper venue without prices",
        ],
      },
    },
    {
      name: "The stored halt of the day is not asked for when an order is written",
      file: "packages/application/src/use-cases/write-automated-order.ts",
      replace: "halted: isHaltedIn(account, session),",
      by: "halted: false,",
      foundBy: {
        "packages/application/src/use-cases/place-order.test.ts": [
          "enters nothing on the day of a halt that is on record, and leaves all the same",
        ],
      },
    },
    {
      name: "The halt does not survive a restart",
      file: "packages/application/src/use-cases/session-roll.ts",
      replace: "...(halted && day !== undefined ? { haltedDay: day } : {}),",
      by: "",
      foundBy: {
        "packages/application/src/use-cases/run-worker.test.ts": [
          "halts entries for the session once the day's loss is reached, also after a restart",
        ],
      },
    },
    {
      name: "The day's change has another baseline than the daily loss",
      file: "packages/application/src/use-cases/stored-session.ts",
      replace: "account.baselineDay === latest.day && account.baseline !== undefined",
      by: "account.baselineDay === latest.day && account.baseline === undefined",
      foundBy: {
        "packages/application/src/use-cases/stored-session.test.ts": [
          "begins with the baseline the worker wrote down, not with the equity recorded before",
        ],
      },
    },
    {
      name: "A deposit of today is a gain of today",
      file: "packages/application/src/use-cases/stored-session.ts",
      replace: "(at < flow.at ? sum + flow.amount : sum), equity as number)",
      by: "(flow.at < 0 ? sum + flow.amount : sum), equity as number)",
      foundBy: {
        "packages/application/src/use-cases/read-daily-change.test.ts": [
          "takes a deposit for no gain, and a withdrawal for no loss",
        ],
      },
    },
    {
      name: "Starting fresh forgets the cool-downs",
      file: "packages/application/src/use-cases/toggle-automation.ts",
      replace: "const coolDownUntil = begun.get(ticker);",
      by: "const coolDownUntil = begun.get(ticker) && undefined;",
      foundBy: {
        "packages/application/src/use-cases/toggle-automation.test.ts": [
          "keeps a cool-down that began after the trails were last saved, and begins none for what was never sent",
        ],
      },
    },
    {
      name: "Open orders stay when automation goes off",
      file: "packages/application/src/use-cases/toggle-automation.ts",
      replace: "    if (!enabled) takeBack(needs, accountId);\n",
      by: "",
      foundBy: {
        "packages/application/src/use-cases/run-worker.test.ts": [
          "takes back what is open as it goes off, also where no worker lives",
        ],
      },
    },
    {
      name: "Automation goes on without a worker",
      file: "packages/application/src/use-cases/toggle-automation.ts",
      replace: 'return (await isWorkerOnline(needs)) ? undefined : { kind: "worker-offline" };',
      by: "return undefined;",
      foundBy: {
        "packages/application/src/use-cases/run-worker.test.ts": [
          "switches off without a worker, and on only with one",
        ],
      },
    },
    {
      name: "The emergency sale leaves open buys working",
      file: "packages/application/src/use-cases/sell-all.ts",
      replace: "if (account) await wishAllCanceled(tables, account, sale.startedAt);",
      by: "",
      foundBy: {
        "packages/application/src/use-cases/sell-all.test.ts": [
          "cancels every open order of the account first, also of what is not held, and then sells",
        ],
      },
    },
    {
      name: "The emergency sale leaves automation on",
      file: "packages/application/src/use-cases/sell-all.ts",
      replace: "        await turnOff(tables, sale);\n",
      by: "",
      foundBy: {
        "packages/application/src/use-cases/sell-all.test.ts": [
          "turns automation off and sells every holding, found ones too",
        ],
      },
    },
    {
      name: "The emergency sale leaves what was bought before its cancel came",
      file: "packages/application/src/use-cases/run-sale.ts",
      replace: "const sale = await withBoughtMeanwhile(needs, begun, canceled);",
      by: "const sale = begun;",
      foundBy: {
        "packages/application/src/use-cases/sell-all.test.ts": [
          "sells also what an order bought before its cancel came",
        ],
      },
    },
    {
      name: "A sell that never left ends the sale of its symbol",
      file: "packages/application/src/use-cases/run-sale.ts",
      replace: '  "never-sent",\n  "not-enough-shares",',
      by: '  "not-enough-shares",',
      foundBy: {
        "packages/application/src/use-cases/run-sale.test.ts": [
          "sells what the broker took no orders for, once it takes them again",
        ],
      },
    },
    {
      name: "A cancel of somebody else's order passes",
      file: "packages/application/src/use-cases/cancel-order.ts",
      replace: "if (!account || order?.accountId !== accountId)",
      by: "if (!account || !order)",
      foundBy: {
        "packages/application/src/use-cases/cancel-order.test.ts": [
          "cancels no order of somebody else, and says no more than of one that is not",
        ],
      },
    },
    {
      name: "An order that was never sent waits for its cancel for ever",
      file: "packages/application/src/use-cases/cancel-order.ts",
      replace: `      current.status === "intent"
        ? { type: "denied", message: CANCELED_UNSENT }
        : { type: "cancel-requested" },`,
      by: '      { type: "cancel-requested" },',
      foundBy: {
        "packages/application/src/use-cases/send-order.test.ts": [
          "is not sent once it was canceled while it waited",
        ],
      },
    },
    {
      name: "A watchlist holds one symbol too many",
      file: "packages/application/src/use-cases/change-watchlist.ts",
      replace: "if (WATCHED_MAX <= before.length) return undefined;",
      by: "if (WATCHED_MAX < before.length) return undefined;",
      foundBy: {
        "packages/application/src/use-cases/change-watchlist.test.ts": [
          "takes as many symbols as it may hold, and not one more",
        ],
      },
    },
    {
      name: "Keys the broker refuses leave the account active",
      file: "packages/application/src/use-cases/account-failure.ts",
      replace: 'status: isWaiting ? "pending" : "error",',
      by: 'status: isWaiting ? "pending" : account.status,',
      foundBy: {
        "packages/application/src/use-cases/account-failure.test.ts": [
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
  ],
};
