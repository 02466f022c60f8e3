import type { MutantGroup } from "./mutant.ts";

const THROWS = "packages/application/src/trading/session/account-that-throws.test.ts";
const FLAPS = "counts as cut off while it stops and starts again, and heals once it goes on";

export const ANSWERS_ON_PAGES: MutantGroup = {
  breaks: "What a page makes of an answer that comes late, of another account, or not for good",
  mutants: [
    {
      name: "An account that stops and starts again is said to be connected all the while",
      file: "packages/application/src/trading/account/worker-ping.ts",
      replace: "new Set([...unsteady, ...unheard])",
      by: "new Set([...unheard])",
      foundBy: { [THROWS]: [FLAPS] },
    },
    {
      name: "An account that failed is said to be connected at the moment it is taken up again",
      file: "packages/application/src/trading/session/accounts-in-hand.ts",
      replace: "now < retryMs + STEADY_AFTER_MS",
      by: "now < retryMs",
      foundBy: { [THROWS]: [FLAPS] },
    },
    {
      name: "An emergency sale that is at work is not followed by a page that did not begin it",
      file: "packages/web/src/portfolio/use-emergency-sale.ts",
      replace: "atWork !== undefined && atWork.id !== left",
      by: "false && atWork !== undefined && atWork.id !== left",
      foundBy: {
        "packages/web/src/portfolio/emergency-sale.test.tsx": [
          "is said, shows its progress again, and is told once it has ended",
        ],
      },
    },
    {
      name: "An order that is being placed is said to have failed when it is asked for again",
      file: "packages/web/src/api/problem-error.ts",
      replace: "(isUnderWay(thrown) || isLate(thrown))",
      by: "isLate(thrown)",
      foundBy: {
        "packages/web/src/quick-trade/lost-order.test.tsx": [
          "is no failure: it may be placed yet, and the same is asked for once more",
        ],
      },
    },
    {
      name: "A sale that is being placed is another one when it is pressed again",
      file: "packages/web/src/api/problem-error.ts",
      replace: "  !isUnderWay(thrown) &&\n",
      by: "",
      foundBy: {
        "packages/web/src/portfolio/sell-all-button.test.tsx": [
          "keeps it too where the order sent again is told 409 still-in-progress",
        ],
      },
    },
    {
      name: "A page that asked too often once asks no more",
      file: "packages/web/src/api/problem-error.ts",
      replace: " &&\n  !isUnread(thrown);",
      by: ";",
      foundBy: {
        "packages/web/src/portfolio/use-emergency-sale.test.tsx": [
          "is asked about on, though the server had once too many questions to answer",
        ],
        "packages/web/src/portfolio/sell-all-button.test.tsx": [
          "keeps it too where the order sent again is told 429 rate-limited",
        ],
      },
    },
    {
      name: "A price that comes late is that of whichever account is in use by then",
      file: "packages/web/src/api/use-endpoint.ts",
      replace: "if (!isOfBefore(answer)) learnFrom(address, answer);",
      by: "learnFrom(address, answer);",
      foundBy: {
        "packages/web/src/api/other-account.test.tsx": [
          "is none of the other one's, however late its answer comes",
        ],
      },
    },
    {
      name: "Every price the stream tells is one of the account in use",
      file: "packages/web/src/live.ts",
      replace: "if (!areOfAnotherAccount(event.accountId)) takePrices(event.prices);",
      by: "takePrices(event.prices);",
      foundBy: {
        "packages/web/src/api/other-account.test.tsx": [
          "is none of the other one's where the stream tells it yet",
        ],
      },
    },
    {
      name: "Prices are told without a word of whose market they are",
      file: "packages/adapters-http/src/live/user-feed.ts",
      replace: "      ...(accountId !== undefined && { accountId }),\n",
      by: "",
      foundBy: {
        "packages/adapters-http/src/live/live-streams.test.ts": [
          "tells the watched prices first, then only those that changed",
        ],
      },
    },
    {
      name: "Views of the account before are shown until the stream has told of the other one",
      file: "packages/web/src/live/told-account.ts",
      replace: "if (!areOfAnotherAccount(told)) return false;",
      by: "if (told !== undefined) return false;",
      foundBy: {
        "packages/web/src/api/other-account.test.tsx": [
          "is none of the other one's where a view of before is told yet",
        ],
      },
    },
    {
      name: "The account before, told late, is taken for another change of account",
      file: "packages/web/src/live/told-account.ts",
      replace: "Date.now() - changedAt < LATE_MS",
      by: "Date.now() - changedAt < 0",
      foundBy: {
        "packages/web/src/api/other-account.test.tsx": [
          "is none of the other one's where a view of before is told yet",
        ],
      },
    },
    {
      name: "What the stream told too early is never read",
      file: "packages/web/src/live.ts",
      replace: "  for (const each of passedOver) void mutate(each);\n",
      by: "",
      foundBy: {
        "packages/web/src/api/other-account.test.tsx": [
          "is read again once it has, so that nothing told in between is missed",
        ],
      },
    },
    {
      name: "A ticket that is asked for while another is open is that other one",
      file: "packages/web/src/quick-trade/quick-trade.tsx",
      replace: "<Ticket key={ticketTurn} ",
      by: "<Ticket ",
      foundBy: {
        "packages/web/src/quick-trade/another-ticket.test.tsx": [
          "takes its place: of the symbol and the side that were chosen, and begun anew",
        ],
      },
    },
    {
      name: "A ticket comes back once the order of the next one is sent",
      file: "packages/web/src/ui/overlays.ts",
      replace: "if (isTicketOpen) put(entries, {",
      by: "if (isTicketOpen) put(entries, { replace: false, state: nextTicket(state) });\n        else if (isTicketOpen) put(entries, {",
      foundBy: {
        "packages/web/src/quick-trade/another-ticket.test.tsx": [
          "leaves none behind once its order is sent, and is an order of its own",
        ],
      },
    },
    {
      name: "The worker is said to be back when a page is left",
      file: "packages/web/src/layout/worker-alarm.tsx",
      replace: "      notification?.close();\n",
      by: '      notification?.close();\n      tellSuccess("Trading worker back");\n',
      foundBy: {
        "packages/web/src/layout/worker-alarm.test.tsx": [
          "does not say that the worker is back where only the page goes, as at a sign-out",
        ],
      },
    },
    {
      name: "A goal that was not saved is no word about",
      file: "packages/web/src/settings/goal-card.tsx",
      replace: '      tellError("Save Failed", wordsOf(thrown, NOT_SAVED));\n',
      by: "      throw thrown;\n",
      foundBy: {
        "packages/web/src/settings/lost-answer.test.tsx": [
          "says that the goal was not saved where another one was, and nobody answers which",
        ],
      },
    },
    {
      name: "Activities are said to be up to date that were not asked for",
      file: "packages/web/src/trades/refresh-button.tsx",
      replace: "  CALLS.readActivityPage,\n",
      by: "",
      foundBy: {
        "packages/web/src/trades/trades-page.test.tsx": [
          "are not all that is asked for again: so is what moved without a trade",
        ],
      },
    },
    {
      name: "Orders are shown as they were canceled a while ago, as of now",
      file: "packages/web/src/orders/cancel-all-dialog.tsx",
      replace: "{stale && ",
      by: "{stale === 0 && ",
      foundBy: {
        "packages/web/src/orders/cancel-all.test.tsx": [
          "says of when it stands so while nobody answers, and goes on once somebody does",
        ],
      },
    },
    {
      name: "A trade of another account is told as a new one",
      file: "packages/web/src/layout/live-summary.tsx",
      replace: "spoken.current?.of !== number",
      by: "spoken.current === undefined",
      foundBy: {
        "packages/web/src/layout/live-summary.test.tsx": [
          "is none that another account had made before it came into use",
        ],
      },
    },
    {
      name: "Limits typed for one account are stored at the one that came into use meanwhile",
      file: "packages/web/src/settings/use-saved-form.ts",
      replace: "      if (number !== accountInUse().number) return;\n",
      by: "",
      foundBy: {
        "packages/web/src/settings/other-account.test.tsx": [
          "are not stored at that one, where only what is looked up first tells of it",
        ],
      },
    },
    {
      name: "What a change of the account before is answered is shown as the other one's",
      file: "packages/web/src/api/call.ts",
      replace: "if (!isOfBefore(view)) await mutate(address, view, { revalidate: false });",
      by: "await mutate(address, view, { revalidate: false });",
      foundBy: {
        "packages/web/src/settings/other-account.test.tsx": [
          "are not shown as that one's, however late they are answered",
        ],
      },
    },
    {
      name: "An account that was removed goes on being shown",
      file: "packages/web/src/api/call.ts",
      replace: 'isRefusedAs(problem, "account-not-found") &&',
      by: 'isRefusedAs(problem, "account-not-found") && false &&',
      foundBy: {
        "packages/web/src/api/no-account.test.tsx": [
          "is shown no more, nor anything of it, as soon as an answer tells",
        ],
      },
    },
    {
      name: "A removed account is shown until something is asked for",
      file: "packages/web/src/live.ts",
      replace: "some(isInUse))\n    heardNoAccount();",
      by: "some(isInUse))\n    void path;",
      foundBy: {
        "packages/web/src/api/no-account.test.tsx": [
          "is shown no more as soon as the stream tells that none is left",
        ],
      },
    },
    {
      name: "A page without an account stays so when one is connected",
      file: "packages/web/src/api/account-in-use.ts",
      replace: "if (isNoneThere) void mutate",
      by: "if (!isNoneThere) void mutate",
      foundBy: {
        "packages/web/src/api/no-account.test.tsx": [
          "is followed by the next one that is connected, with all that is shown",
        ],
      },
    },
  ],
};
