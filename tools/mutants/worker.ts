import type { MutantGroup } from "./mutant.ts";

const HEARD = "packages/application/src/trading/session/run-worker.test.ts";

export const WORKER: MutantGroup = {
  breaks: "What the worker remembers, hears and may do",
  mutants: [
    {
      name: "A lease that could not be renewed is trusted on",
      file: "packages/application/src/trading/account/followed-account.ts",
      replace: "monotonicMs - followed.leaseRenewedMs < LEASE_TRUSTED_MS",
      by: "0 <= monotonicMs - followed.leaseRenewedMs",
      foundBy: {
        "packages/application/src/trading/decisions/follow-prices.test.ts": [
          "trusts its lease for ten seconds without a renewal",
        ],
      },
    },
    {
      name: "A reconnected stream is trusted at once",
      file: "packages/application/src/trading/session/hear-broker.ts",
      replace: `        // Anything may have been missed: no order before books and broker agree again.
        distrust(followed);`,
      by: "        if (followed.breaks === 0) distrust(followed);",
      foundBy: {
        "packages/application/src/trading/session/hear-broker.test.ts": [
          "is trusted with no order before books and broker have agreed anew",
        ],
      },
    },
    {
      name: "What the broker has no more is sold by the books",
      file: "packages/application/src/trading/decisions/act-on-intents.ts",
      replace: "Math.max(0, held - missing)",
      by: "Math.max(0, held - 0 * missing)",
      foundBy: {
        "packages/application/src/trading/session/fewer-there.test.ts": [
          "are sold no further than they are there",
          "are sold not at all where there are none, and so it is said",
        ],
      },
    },
    {
      name: "Orders are sent before books and broker agree",
      file: "packages/application/src/trading/account/followed-account.ts",
      replace: "  followed.isReconciled &&\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/decisions/follow-prices.test.ts": [
          "decides nothing while it may send nothing",
        ],
      },
    },
    {
      name: "Orders are sent while the broker's stream is broken",
      file: "packages/application/src/trading/account/followed-account.ts",
      replace: "  followed.isStreamConnected &&\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/decisions/follow-prices.test.ts": [
          "decides nothing while it may send nothing",
        ],
      },
    },
    {
      name: "What the broker said before the line broke restores trust",
      file: "packages/application/src/trading/session/hear-broker.ts",
      replace: "if (breaks !== followed.breaks) return;",
      by: "if (breaks < 0) return;",
      foundBy: {
        "packages/application/src/trading/account/adopt-trails.test.ts": [
          "proves nothing when the line has broken since it was asked",
        ],
      },
    },
    {
      name: "A process that slept does not reconcile before it trades",
      file: "packages/application/src/trading/session/keep-account.ts",
      replace: `    log.warn("account-paused", { accountId: followed.id });
    distrust(followed);`,
      by: '    log.warn("account-paused", { accountId: followed.id });',
      foundBy: {
        "packages/application/src/trading/account/adopt-trails.test.ts": [
          "sends nothing before books and broker have agreed anew",
        ],
      },
    },
    {
      name: "The trading day does not begin before the first price",
      file: "packages/application/src/trading/decisions/follow-prices.ts",
      replace: "  rollSession(followed, now);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/decisions/follow-prices.test.ts": [
          "opens the trading day before the first price of it",
        ],
      },
    },
    {
      name: "A symbol nobody watches is entered",
      file: "packages/application/src/trading/decisions/follow-prices.ts",
      replace: "isLate || (book.held[slot] === 0 && !watched.has(ticker))",
      by: "isLate",
      foundBy: {
        "packages/application/src/trading/decisions/follow-prices.test.ts": [
          "enters no symbol that is no longer watched",
        ],
      },
    },
    {
      name: "A holding outside the watchlist is not priced",
      file: "packages/application/src/trading/session/refresh-account.ts",
      replace: "  prices.watch(tickers);",
      by: "  prices.watch(tickers.filter((_, slot) => followed.book.held[slot] === 0));",
      foundBy: {
        "packages/application/src/trading/session/worker-and-broker.test.ts": [
          "waits longer with every refusal of its broker, also with a stop",
        ],
      },
    },
    {
      name: "A symbol taken off the list keeps its trail",
      file: "packages/application/src/trading/account/forget-unwatched.ts",
      replace: "    forgetTrail(book, slot);\n  });",
      by: "  });",
      foundBy: {
        "packages/application/src/trading/session/refresh-account.test.ts": [
          "has no trail any more, and put back starts at its next price",
        ],
      },
    },
    {
      name: "A stored trail is put back onto a symbol listed since",
      file: "packages/application/src/trading/account/book-from-rows.ts",
      replace: "if (isIdle && lastAt < (listedSince.get(ticker) ?? 0)) continue;",
      by: "if (isIdle && lastAt < 0) continue;",
      foundBy: {
        "packages/application/src/trading/session/refresh-account.test.ts": [
          "starts at its next price also where it was put back while no worker lived",
        ],
      },
    },
    {
      name: "A restart forgets the cool-downs of the fills",
      file: "packages/application/src/trading/account/book-from-rows.ts",
      replace: "  restoreCoolDowns(book, rows);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/session/worker-after-restart.test.ts": [
          "cools down after an order the broker refused, also when it is killed right then",
        ],
      },
    },
    {
      name: "A restart forgets how many entries the minute had",
      file: "packages/application/src/trading/account/book-from-rows.ts",
      replace: "  restorePacing(book, rows.recentOrders, at);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/account/book-from-rows.test.ts": [
          "counts the entries of the last minute, so that a restart allows no more of them",
        ],
      },
    },
    {
      name: "Memory writes over a trail that a fill elsewhere anchored",
      file: "packages/application/src/trading/account/save-trails.ts",
      replace: "const trail = isAnchoredSince ? theirs : ours;",
      by: "const trail = ours ?? theirs;",
      foundBy: {
        "packages/application/src/trading/account/adopt-trails.test.ts": [
          "give way to one that was anchored on record, and go on from it with the price since",
        ],
      },
    },
    {
      name: "A saved trail loses the later cool-down",
      file: "packages/application/src/trading/account/save-trails.ts",
      replace: "const coolDowns = [theirs.coolDownUntil, ours?.coolDownUntil ?? 0];",
      by: "const coolDowns = [trail?.coolDownUntil ?? 0];",
      foundBy: {
        "packages/application/src/trading/account/adopt-trails.test.ts": [
          "take the later end of a cool-down, whoever knows of it",
        ],
      },
    },
    {
      name: "A trail anchored on record is not taken over",
      file: "packages/application/src/trading/account/adopt-trails.ts",
      replace: "const isSame = version <= versionOf(trailVersions, ticker, ours);",
      by: "const isSame = version <= 1_000_000;",
      foundBy: {
        "packages/application/src/trading/account/adopt-trails.test.ts": [
          "give way to one that was anchored on record, and go on from it with the price since",
        ],
      },
    },
    {
      name: "A cool-down on record is not taken over",
      file: "packages/application/src/trading/account/adopt-trails.ts",
      replace:
        "if (book.coolDownUntil[slot]! < coolDownUntil) restoreSlot(book, slot, { coolDownUntil });",
      by: "",
      foundBy: {
        "packages/application/src/trading/account/adopt-trails.test.ts": [
          "take a cool-down over that began on record",
        ],
      },
    },
    {
      name: "A book made anew forgets the cool-down of the rows",
      file: "packages/application/src/trading/account/rebuild-book.ts",
      replace:
        "  const coolDownUntil = Math.max(book.coolDownUntil[slot]!, state.coolDownUntil) as Instant;",
      by: "  const coolDownUntil = state.coolDownUntil;",
      foundBy: {
        "packages/application/src/trading/account/adopt-trails.test.ts": [
          "cool down after an order that ended unfilled while only the rows were told",
        ],
      },
    },
    {
      name: "A book made anew forgets the order that is being placed",
      file: "packages/application/src/trading/account/rebuild-book.ts",
      replace: "new Set([...placing.keys(), ...closedUntil.keys(), ...working.keys()])",
      by: "new Set([...closedUntil.keys(), ...working.keys()])",
      foundBy: {
        "packages/application/src/trading/account/adopt-trails.test.ts": [
          "keeps its slot and its cash while the book is made anew",
        ],
      },
    },
    {
      name: "A fenced worker writes its trails",
      file: "packages/application/src/trading/account/keep-together.ts",
      replace: "const ours = turn.filter(({ followed }) => fence.held.has(followed.id));",
      by: "const ours = turn;",
      foundBy: {
        "packages/application/src/trading/account/adopt-trails.test.ts": [
          "are written by nobody who has lost the lease",
        ],
      },
    },
    {
      name: "A stop is sent at every price after a refusal",
      file: "packages/application/src/trading/decisions/sync-orders.ts",
      replace: "CLOSED_MS * 2 ** doublings",
      by: "0 * 2 ** doublings",
      foundBy: {
        "packages/application/src/trading/session/worker-and-broker.test.ts": [
          "waits longer with every refusal of its broker, also with a stop",
        ],
      },
    },
    {
      name: "A refused order's cash is kept aside while its symbol is closed",
      file: "packages/application/src/trading/decisions/sync-orders.ts",
      replace: "  if (!working.has(slot)) releaseWorking(book, slot);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/decisions/sync-orders.test.ts": [
          "keeps nothing aside for an order that ended refused, while its symbol is left alone",
          "keeps nothing aside for an order that ended unfilled, while its symbol is left alone",
          "keeps nothing aside for an order that ended denied, while its symbol is left alone",
        ],
      },
    },
    {
      name: "An order that was denied frees the cash of the one at work",
      file: "packages/application/src/trading/decisions/sync-orders.ts",
      replace: "if (!working.has(slot)) releaseWorking",
      by: "releaseWorking",
      foundBy: {
        "packages/application/src/trading/decisions/sync-orders.test.ts": [
          "takes nothing from the order at work beside which another was denied",
        ],
      },
    },
    {
      name: "An account that was let in anew is followed with its old keys",
      file: "packages/application/src/trading/session/refresh-account.ts",
      replace:
        '  if (account.lastValidatedAt !== followed.account.lastValidatedAt) return "over";\n',
      by: "",
      foundBy: {
        "packages/application/src/trading/session/refresh-account.test.ts": [
          "is over for who follows it by what it was before: its keys or its holdings are others",
        ],
      },
    },
    {
      name: "The worker does not hear that a user has saved settings",
      file: "packages/application/src/trading/session/run-worker.ts",
      replace: '  "settings-saved",\n',
      by: "",
      foundBy: { [HEARD]: ["knows at once that automation was set to false"] },
    },
  ],
};
