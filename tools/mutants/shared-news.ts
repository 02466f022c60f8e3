import type { MutantGroup } from "./mutant.ts";

const PRICES = "packages/application/src/trading/prices";
const SHARED = `${PRICES}/shared-market-data.ts`;
const TOLD = `${PRICES}/halts-told.ts`;
const TEST = `${PRICES}/shared-news.test.ts`;
const SEAT_TEST = `${PRICES}/shared-seat.test.ts`;
const LOST = "is heard of where its word was lost, and so is its end";
const LATE = "is heard of however late, as is a price that was taken back, and no late price is";

export const SHARED_NEWS: MutantGroup = {
  breaks: "What one process reads of a provider for all",
  mutants: [
    {
      name: "A halt whose word was lost is told to nobody again",
      file: SHARED,
      replace: "          for (const piece of halts.of(tickers)) tell(piece);\n",
      by: "",
      foundBy: { [TEST]: [LOST] },
    },
    {
      name: "A halt is heard anew each time it is told again",
      file: SHARED,
      replace: "halts.newIn(ours).forEach(pass);",
      by: "pass(ours);",
      foundBy: { [TEST]: [LOST] },
    },
    {
      name: "A halt is told again though the line it was told on broke",
      file: TOLD,
      replace: "latest.clear();",
      by: "latest.size;",
      foundBy: { [TEST]: ["is not told again once the line it was told on broke"] },
    },
    {
      name: "That no halts are told is known to those alone who heard it as it was said",
      file: TOLD,
      replace: "unheard = said.unheard ?? unheard;",
      by: "",
      foundBy: {
        [TEST]: ["is known to be told of to nobody, also by who missed the word of that"],
      },
    },
    {
      name: "A halt that is heard of late is forgotten",
      file: SHARED,
      replace: 'if (ours?.kind === "halts")',
      by: 'if (isFresh && ours?.kind === "halts")',
      foundBy: { [TEST]: [LATE] },
    },
    {
      name: "A price that is taken back late stands",
      file: SHARED,
      replace: 'else if (ours?.kind === "taken-back")',
      by: 'else if (isFresh && ours?.kind === "taken-back")',
      foundBy: { [TEST]: [LATE] },
    },
    {
      name: "More trades that were taken back than fit a message are told to nobody",
      file: `${PRICES}/news-pieces.ts`,
      replace: "return chunksOf(news.prints).map((prints) => ({ ...news, prints }));",
      by: "return [news];",
      foundBy: {
        [`${PRICES}/news-pieces.test.ts`]: ["are cut where one would not fit a message"],
      },
    },
    {
      name: "A halt is left out with the prices that came in faster than they were taken",
      file: `${PRICES}/news-queue.ts`,
      replace: "const kept = waiting.filter(isToldOnce).slice(-KEPT_MAX);",
      by: "const kept = waiting.filter(isToldOnce).slice(0, 0);",
      foundBy: {
        [`${PRICES}/news-queue.test.ts`]: [
          "are left out with a word where too many wait, but for what is told once",
        ],
      },
    },
    {
      name: "What is told once piles up without end",
      file: `${PRICES}/news-queue.ts`,
      replace: ".filter(isToldOnce).slice(-KEPT_MAX)",
      by: ".filter(isToldOnce)",
      foundBy: { [`${PRICES}/news-queue.test.ts`]: ["are never more than so many"] },
    },
    {
      name: "A reader whose way to the provider is broken keeps all from hearing it",
      file: SHARED,
      replace: 'if (part === "reader" && isBroken && isOurWay && isFollowed) {',
      by: 'if (part === "reader" && isBroken && isOurWay && sequence < 0) {',
      foundBy: {
        [SEAT_TEST]: ["is another's where the way of its reader to the provider is broken"],
      },
    },
    {
      name: "Each process in turn asks a provider that was asked too often",
      file: SHARED,
      replace: "isBroken && isOurWay && isFollowed",
      by: "isBroken && isFollowed",
      foundBy: {
        [SEAT_TEST]: [
          "stays where it is while the provider itself says that it was asked too often",
        ],
      },
    },
    {
      name: "The seat is taken by who is not let in, and who was hangs up",
      file: SHARED,
      replace: 'if (brokenMs !== undefined && givesWay) return "follower";',
      by: 'if (brokenMs === 0 && givesWay) return "follower";',
      foundBy: {
        [SEAT_TEST]: [
          "is of the one that a plan of one line has let in, once they hear each other again",
        ],
      },
    },
    {
      name: "A reader that nobody follows leaves its seat",
      file: SHARED,
      replace: "const isFollowed = nowMs - wishedMs <= SILENT_MAX_MS;",
      by: "const isFollowed = wishedMs <= nowMs;",
      foundBy: {
        [SEAT_TEST]: ["stays where it is while nobody is let in and no other process follows"],
      },
    },
    {
      name: "A reader that begins to read anew counts its words from the first again",
      file: SHARED,
      replace: "let lookedMs = clock.monotonicMs();",
      by: "sequence = 0;\n    let lookedMs = clock.monotonicMs();",
      foundBy: {
        [SEAT_TEST]: [
          "is heard of by those that went on listening where its reader began to read anew",
        ],
      },
    },
    {
      name: "What mattered to a process that is gone is served best for ever",
      file: `${PRICES}/wishes.ts`,
      replace: "if (SILENT_MAX_MS < nowMs - atMs) wishes.delete(follower);",
      by: "if (nowMs < atMs) wishes.delete(follower);",
      foundBy: {
        [`${PRICES}/wishes.test.ts`]: [
          "is forgotten of who is gone, while it stays of who says that it lives",
        ],
      },
    },
    {
      name: "A late price is passed on",
      file: SHARED,
      replace: 'else if (isFresh && ours?.kind === "prices")',
      by: 'else if (ours?.kind === "prices")',
      foundBy: { [TEST]: [LATE] },
    },
    {
      name: "A line that broke unheard is taken for the line of before",
      file: SHARED,
      replace: " || linesAfter !== known?.lines",
      by: "",
      foundBy: {
        [TEST]: [
          "is over by what trades where both words were lost that its line broke and stood again",
        ],
      },
    },
    {
      name: "A halt stands for ever where nobody told that its line broke",
      file: `${PRICES}/price-board.ts`,
      replace: "        halts.lineBroke();\n        if (",
      by: '        if (news.kind === "disconnected") halts.lineBroke();\n        if (',
      foundBy: {
        [`${PRICES}/price-board.test.ts`]: [
          "has no halt by a line that is another one now, once trading shows that it is over",
        ],
      },
    },
    {
      name: "A line that broke is never told of where its first word came late",
      file: SHARED,
      replace: "isFresh ? (word.line ?? before) : before",
      by: "word.line ?? before",
      foundBy: { [TEST]: ["is told though the first word of it came late"] },
    },
  ],
};
