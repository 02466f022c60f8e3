import type { MutantGroup } from "./mutant.ts";

export const RARE_MOMENTS: MutantGroup = {
  breaks: "What is right but for a moment that comes seldom",
  mutants: [
    {
      name: "A sale waits for orders of other symbols until the market has closed",
      file: "packages/application/src/trading/sales/sale-cancels.ts",
      replace: "account !== undefined && calendarOf(account).sessionAt(soon) !== undefined",
      by: "account !== undefined",
      foundBy: {
        "packages/application/src/trading/sales/sale-before-close.test.ts": [
          "sells before the close, whatever order of another symbol has not ended by then",
        ],
      },
    },
    {
      name: "A holding that left without a trade counts as sold",
      file: "packages/application/src/trading/sales/sold-without-order.ts",
      replace: "shares(Math.min(item.shares, count))",
      by: "shares(item.shares)",
      foundBy: {
        "packages/application/src/trading/sales/sold-without-order.test.ts": [
          "was not sold where its shares were transferred away",
        ],
      },
    },
    {
      name: "An order that E*TRADE refuses to tell of keeps the fills of all others unread",
      file: "packages/adapters-broker/src/etrade/etrade-orders.ts",
      replace: 'answer.kind === "refused" && answer.why === "request"',
      by: "false",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-seen-open.test.ts": [
          "reads the account on where E*TRADE refuses to tell of such an order",
        ],
      },
    },
    {
      name: "One refusal of a token that E*TRADE has just renewed ends its day",
      file: "packages/adapters-broker/src/etrade/etrade-line.ts",
      replace: "now() - contradictedFrom < CONTRADICTED_MS",
      by: "false",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-sign-in.test.ts": [
          "is over only where that goes on for a minute",
        ],
      },
    },
    {
      name: "A refusal that E*TRADE tells beside a preview with status 200 is an answer that nobody can read",
      file: "packages/adapters-broker/src/etrade/etrade-wire.ts",
      replace: '.find(({ type }) => type === "ERROR")',
      by: ".find(() => false)",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-submit.test.ts": [
          "is refused by a preview that is none and says why, though it came with status 200",
        ],
      },
    },
    {
      name: "A pause asks once for the end of what the worker has at the broker",
      file: "packages/application/src/brokers/orders-taken-back.ts",
      replace: "if (look % LOOKS_PER_ASKING === 0 && !isAsking) void askAgain(left);",
      by: "",
      foundBy: {
        "packages/application/src/brokers/pause-broker.test.ts": [
          "leaves no stop at its broker where the first wish to cancel it was lost; with a worker: false",
        ],
      },
    },
    {
      name: "Who is gone can still be charged by a first payment that was under way",
      file: "packages/application/src/billing/end-billing.ts",
      replace: '"paused", "incomplete"',
      by: '"paused"',
      foundBy: {
        "packages/application/src/billing/end-billing.test.ts": [
          "ends all that a customer may still be charged for, also what is not paid for yet",
        ],
      },
    },
    {
      name: "What a provider takes back after it was left stays in the trails",
      file: "packages/application/src/trading/prices/failover.ts",
      replace: 'if (news.kind === "taken-back") return news;',
      by: "",
      foundBy: {
        "packages/application/src/trading/prices/failover-taken-back.test.ts": [
          "takes back what a provider told that was in use before",
        ],
      },
    },
    {
      name: "A stock dividend of a few percent makes bars look adjusted where the night went the other way",
      file: "packages/cli/src/bars/with-actions.ts",
      replace: "if (Math.abs(expected) < TELLING) continue;",
      by: "",
      foundBy: {
        "packages/cli/src/bars/with-actions.test.ts": [
          "prove nothing where a night moves prices by as much: 9.8",
          "prove nothing where a night moves prices by as much: 10.3",
          "prove nothing where a night moves prices by as much: 9.7",
        ],
      },
    },
    {
      name: "Keys that were issued for a platform chosen before are filled in for another",
      file: "packages/web/src/broker/paper-keys-button.tsx",
      replace: 'if (form.getValues("provider") !== provider) return;',
      by: "",
      foundBy: {
        "packages/web/src/broker-setup/broker-setup-page.test.tsx": [
          "fills in no keys that were issued for a platform chosen before",
        ],
      },
    },
    {
      name: "A symbol that was withheld by a clock that ran ahead is not asked for until that time comes",
      file: "packages/adapters-broker/src/prices/poll-news.ts",
      replace: "const nowMs = clock.monotonicMs();",
      by: "const nowMs = clock.now();",
      foundBy: {
        "packages/adapters-broker/src/prices/poll-news.test.ts": [
          "tries it again that day also where the clock ran years ahead as it was withheld",
        ],
      },
    },
    {
      name: "Daily patterns that were read by a clock that ran ahead stand until that time comes",
      file: "packages/application/src/trading/prices/pattern-watch.ts",
      replace: "daysStaleAt <= now || now < daysAskedAt",
      by: "daysStaleAt <= now || daysAskedAt < 0",
      foundBy: {
        "packages/application/src/trading/prices/pattern-watch.test.ts": [
          "asks for days again once a clock that ran ahead is put right",
        ],
      },
    },
    {
      name: "Dollars that a strategy wants buy as many shares as at the price of before",
      file: "packages/application/src/trading/strategies/step-toward-wishes.ts",
      replace: 'unit === "dollars" ? sharesFor(amount, each) :',
      by: 'unit === "dollars" ? sharesFor(amount, 1_000_000 as Price) :',
      foundBy: {
        "packages/application/src/trading/strategies/other-shares-of-own.test.ts": [
          "wants as many shares for dollars as that is when it is acted on",
        ],
      },
    },
    {
      name: "A risk that a strategy takes is a share of equity",
      file: "packages/application/src/trading/strategies/step-toward-wishes.ts",
      replace: "distance ?? (book.last[slot] as Price)",
      by: "(book.last[slot] as Price)",
      foundBy: {
        "packages/application/src/trading/strategies/other-shares-of-own.test.ts": [
          "wants as many shares for a risk as that is when it is acted on",
        ],
      },
    },
    {
      name: "A worker that is gone and whose clock was ahead speaks for those that live",
      file: "packages/application/src/watch/living-workers.ts",
      replace: "return 0 < moving.length",
      by: "return pings.length < moving.length",
      foundBy: {
        "packages/application/src/watch/living-workers.test.ts": [
          "believes a worker that pings before one that is gone and whose clock was far ahead",
        ],
      },
    },
    {
      name: "A holding whose exit is due has no stop for as long as no price is heard",
      file: "packages/application/src/trading/stops/keep-stops.ts",
      replace: "!== undefined || !isHeard) return true;",
      by: "!== undefined) return true;",
      foundBy: {
        "packages/application/src/trading/stops/stop-in-silence.test.ts": [
          "has its stop at the broker until one is heard, and is sold then",
        ],
      },
    },
    {
      name: "A stop goes before an exit that is due while the first price is on its way",
      file: "packages/application/src/trading/stops/keep-stops.ts",
      replace: "nowMs - stops.sinceMs < UNHEARD_MS ||",
      by: "",
      foundBy: {
        "packages/application/src/trading/stops/stop-in-silence.test.ts": [
          "is sold without one where the first price comes within seconds",
        ],
      },
    },
  ],
};
