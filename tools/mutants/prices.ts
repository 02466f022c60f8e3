import type { MutantGroup } from "./mutant.ts";

export const PRICES: MutantGroup = {
  breaks: "Which prices the worker believes",
  mutants: [
    {
      name: "A stale price is traded on",
      file: "packages/application/src/trading/decisions/follow-prices.ts",
      replace: "const isLate = DECISION_AGE_MAX_MS < now - at;",
      by: "const isLate = now < at - DECISION_AGE_MAX_MS;",
      foundBy: {
        "packages/application/src/trading/decisions/follow-prices.test.ts": [
          "neither decides nor moves a trail on prices older than fifteen seconds",
        ],
      },
    },
    {
      name: "Prices heard before the process slept are decided on",
      file: "packages/application/src/trading/decisions/follow-prices.ts",
      replace: "  if (hasPaused(followed, clock.monotonicMs())) return NOTHING;\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/decisions/follow-prices.test.ts": [
          "drops what it hears when the process was stopped for more than five seconds",
        ],
      },
    },
    {
      name: "No account learns of a pause of the process",
      file: "packages/application/src/trading/account/followed-account.ts",
      replace: "return pausesKnown !== pulse.pauses;",
      by: "return pausesKnown > pulse.pauses;",
      foundBy: {
        "packages/application/src/trading/account/pulse.test.ts": [
          "every account learns of a pause, whoever came first after it, and until its heartbeat has",
        ],
      },
    },
    {
      name: "An account is taken up as if the process had slept while it followed nobody",
      file: "packages/application/src/trading/session/attach-account.ts",
      replace: "  pulse.beat(clock.monotonicMs());\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/decisions/follow-prices.test.ts": [
          "decides for an account that is taken up after nobody was followed for long",
        ],
      },
    },
    {
      name: "A busy process is taken for one that slept",
      file: "packages/application/src/trading/account/pulse.ts",
      replace: "      beatMs = ms;\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/decisions/follow-prices.test.ts": [
          "decides while the process is busy, however late the account's own heartbeat comes",
        ],
      },
    },
    {
      name: "Accounts that wait do not hear that the process slept",
      file: "packages/application/src/trading/session/priced-accounts.ts",
      replace: "if (!isSame || this.#pauses !== pulse.pauses)",
      by: "if (!isSame)",
      foundBy: {
        "packages/application/src/trading/session/priced-accounts.test.ts": [
          "come to the same as if every price were handed to each of them",
        ],
      },
    },
    {
      name: "Bars outside the session widen the trails",
      file: "packages/application/src/trading/prices/widen-trails.ts",
      replace: "from < start + MINUTE_MS && start + MINUTE_MS <= now && calendar.sessionAt(start),",
      by: "from < start + MINUTE_MS && start + MINUTE_MS <= now && calendar.sessionAt(start) !== null,",
      foundBy: {
        "packages/application/src/trading/prices/widen-trails.test.ts": [
          "follow the minutes of the session, and none outside it",
        ],
      },
    },
    {
      name: "Trails are not widened by what happened while nobody watched",
      file: "packages/application/src/trading/session/attach-account.ts",
      replace: "    await widenTrails(needs, book, rows.trails.savedAt, calendar);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/session/worker-after-restart.test.ts": [
          "widens its trails by what the market did while it was away",
        ],
      },
    },
    {
      name: "A crossed quote is accepted",
      file: "packages/application/src/trading/prices/price-board.ts",
      replace: "if (!isPrice(bid) || !isPrice(ask) || ask < bid) return;",
      by: "if (!isPrice(bid) || !isPrice(ask)) return;",
      foundBy: {
        "packages/application/src/trading/prices/price-board.test.ts": [
          "keeps no quote that is crossed, and takes one that is locked",
        ],
      },
    },
    {
      name: "A price that jumped is accepted at once",
      file: "packages/application/src/trading/prices/price-screen.ts",
      replace: 'if (symbol.agreeing < AGREEING_PRINTS) return "quarantined";',
      by: "",
      foundBy: {
        "packages/application/src/trading/prices/price-screen.test.ts": [
          "sets a jump aside until three prints in a row agree on it",
        ],
      },
    },
    {
      name: "A first price is compared with nothing",
      file: "packages/application/src/trading/prices/price-screen.ts",
      replace: "const before = symbol.price ?? symbol.reference;",
      by: "const before = symbol.price;",
      foundBy: {
        "packages/application/src/trading/prices/price-board.test.ts": [
          "compares a first price with the last one known from before",
        ],
      },
    },
    {
      name: "A print from the future is accepted",
      file: "packages/application/src/trading/prices/price-screen.ts",
      replace: 'if (now + AHEAD_MAX_MS < print.at) return "ahead";',
      by: "",
      foundBy: {
        "packages/application/src/trading/prices/price-screen.test.ts": [
          "sets aside prints older than the last and those from the future",
        ],
      },
    },
    {
      name: "A feed that fell silent counts as live",
      file: "packages/application/src/trading/prices/provider-line.ts",
      replace: "      hangUp();\n    });",
      by: "    });",
      foundBy: {
        "packages/application/src/trading/prices/price-board.test.ts": [
          "finds a line that stands and says nothing, says so, and opens it anew",
        ],
      },
    },
    {
      name: "A provider is critical a failure too late",
      file: "packages/application/src/trading/prices/failover-state.ts",
      replace: "export const FAILURES_CRITICAL = 3;",
      by: "export const FAILURES_CRITICAL = 4;",
      foundBy: {
        "packages/application/src/trading/prices/failover-state.test.ts": [
          "switches after the third failure in a row, and not before",
        ],
      },
    },
    {
      name: "Providers are switched without an end",
      file: "packages/application/src/trading/prices/failover-state.ts",
      replace: "if (SWITCHES_MAX <= switchedMs.length) return state;",
      by: "",
      foundBy: {
        "packages/application/src/trading/prices/failover-state.test.ts": [
          "stays where six switches have led it until the first of them is an hour old",
        ],
      },
    },
    {
      name: "A handshake counts as prices",
      file: "packages/application/src/trading/prices/provider-line.ts",
      replace: "if (!isNewsDue()) ears.onWell();",
      by: "ears.onWell();",
      foundBy: {
        "packages/application/src/trading/prices/failover.test.ts": [
          "S1: takes a handshake in the market's hours for no sign of prices",
        ],
      },
    },
    {
      name: "Prices that are only shown are decided on",
      file: "packages/application/src/trading/decisions/follow-prices.ts",
      replace: "    noteAutomation(needs, followed);\n    return valueAt(followed, prints);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/session/real-market.test.ts": [
          "S13: takes no decision and moves no trail by a provider that may only be shown",
        ],
      },
    },
    {
      name: "One wrong print that is asked for three times is believed",
      file: "packages/application/src/trading/prices/price-screen.ts",
      replace: "!agrees || symbol.suspectAt < print.at",
      by: "!agrees || symbol.suspectAt <= print.at",
      foundBy: {
        "packages/application/src/trading/prices/price-screen.test.ts": [
          "takes a print that is asked for again for the one that it is",
        ],
      },
    },
    {
      name: "While a market is closed, the last price of all is never believed where it jumped",
      file: "packages/application/src/trading/prices/price-screen.ts",
      replace: "|| symbol.agreedAt + STANDING_MS <= now",
      by: "",
      foundBy: {
        "packages/application/src/trading/prices/price-screen.test.ts": [
          "believes one that is still the latest some seconds later, as while a market is closed",
        ],
      },
    },
    {
      name: "A first print is believed however far it is from its quote",
      file: "packages/application/src/trading/prices/price-board.ts",
      replace: "    if (before === undefined) row.reference ??= middleOf(row);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/prices/price-board.test.ts": [
          "has no price of a symbol whose first print is far from its quote, and takes it for listed",
        ],
      },
    },
    {
      name: "A symbol whose price is not believed yet is listed nowhere",
      file: "packages/application/src/trading/prices/price-board.ts",
      replace: "if (!found && !isListed) {",
      by: "if (!found) {",
      foundBy: {
        "packages/application/src/trading/prices/price-board.test.ts": [
          "has no price of a symbol whose first print is far from its quote, and takes it for listed",
        ],
      },
    },
    {
      name: "A low that never was stays in the trail",
      file: "packages/application/src/trading/decisions/take-prices-back.ts",
      replace: "(price === high || price === low)",
      by: "price === high",
      foundBy: {
        "packages/application/src/trading/decisions/take-prices-back.test.ts": [
          "is taken out of the end of the trail that it made, which gets no wider for it",
        ],
      },
    },
    {
      name: "A price of before the trail is taken out of it",
      file: "packages/application/src/trading/decisions/take-prices-back.ts",
      replace: "since <= at && (price",
      by: "(price",
      foundBy: {
        "packages/application/src/trading/decisions/take-prices-back.test.ts": [
          "is none of a trail that began after it, nor one within its ends",
        ],
      },
    },
    {
      name: "A trail that began anew is told again by the bars of the one before",
      file: "packages/application/src/trading/decisions/take-prices-back.ts",
      replace: "now.since !== trail.since || ",
      by: "",
      foundBy: {
        "packages/application/src/trading/decisions/take-prices-back.test.ts": [
          "is in the trail no more that began anew while the bars were asked for",
        ],
      },
    },
    {
      name: "What a price should have been is left out of the trail",
      file: "packages/application/src/trading/decisions/take-prices-back.ts",
      replace: "[...closes, instead]",
      by: "closes",
      foundBy: {
        "packages/application/src/trading/decisions/take-prices-back.test.ts": [
          "gives way to what it should have been",
        ],
      },
    },
  ],
};
