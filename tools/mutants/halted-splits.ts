import type { MutantGroup } from "./mutant.ts";

export const HALTED_SPLITS: MutantGroup = {
  breaks: "Symbols that are halted until their split is told",
  mutants: [
    {
      name: "A price that has jumped is proven by as many shares, beside parts that nobody has told of",
      file: "packages/application/src/trading/session/judge-basis.ts",
      replace: "&& !mayHideSplit(jump, ticker, found)) jump",
      by: ") jump",
      foundBy: {
        "packages/application/src/trading/session/judge-basis.test.ts": [
          "as many shares there as here prove a price that has jumped, or not: parts are there",
        ],
      },
    },
    {
      name: "As many shares end a halt beside a trade that is not booked",
      file: "packages/application/src/trading/session/judge-basis.ts",
      replace: " || found.tradedAside.has(ticker)) continue;",
      by: ") continue;",
      foundBy: {
        "packages/application/src/trading/session/judge-basis.test.ts": [
          "halts what looked split for as long as trades of it are listed that are not booked",
        ],
        "packages/application/src/trading/activities/sold-after-split.test.ts": [
          "halts the symbol until it is told: as many shares there as here prove nothing",
        ],
      },
    },
    {
      name: "As many shares prove a price that has jumped beside a trade that is not booked",
      file: "packages/application/src/trading/session/judge-basis.ts",
      replace: ", ...found.tradedAside]);",
      by: "]);",
      foundBy: {
        "packages/application/src/trading/session/judge-basis.test.ts": [
          "as many shares there as here prove a price that has jumped, or not: a trade is not booked",
        ],
      },
    },
    {
      name: "A trade that the books contradict says for ever that a split may be untold",
      file: "packages/application/src/trading/reconciliation/book-news.ts",
      replace: "if (!recorded.ok && !isLate)",
      by: "if (!recorded.ok)",
      foundBy: {
        "packages/application/src/trading/activities/sold-after-split.test.ts": [
          "says for a day that what was traded is not in the books",
        ],
      },
    },
    {
      name: "Parts that nobody tells of hold a price that has jumped back for ever",
      file: "packages/application/src/trading/session/judge-basis.ts",
      replace: "return found.at - jump.untoldSince < PARTS_TOLD_WITHIN_MS;",
      by: "return true;",
      foundBy: {
        "packages/application/src/trading/session/judge-basis.test.ts": [
          "as many shares there as here prove a price that has jumped, or not: parts were there for long",
        ],
      },
    },
    {
      name: "Each price that has jumped begins the wait for parts anew",
      file: "packages/application/src/trading/account/price-basis.ts",
      replace: "const untoldSince = known?.untoldSince;",
      by: "const untoldSince = undefined;",
      foundBy: {
        "packages/application/src/trading/session/judge-basis.test.ts": [
          "as many shares there as here prove a price that has jumped, or not: parts were there for long",
        ],
      },
    },
    {
      name: "A worker that begins knows nothing of a difference that is on record",
      file: "packages/application/src/trading/session/judge-basis.ts",
      replace: "return areHoldingsDoubted(account) &&",
      by: "return areHoldingsDoubted(undefined) &&",
      foundBy: {
        "packages/application/src/trading/session/judge-basis.test.ts": [
          "what a worker that begins sees split is halted at once where it is on record that holdings differ",
        ],
      },
    },
    {
      name: "A worker that begins takes a fill of meanwhile for a split, where anything differs",
      file: "packages/application/src/trading/session/judge-basis.ts",
      replace: " && !isMovedSince(followed, asked, ticker);",
      by: ";",
      foundBy: {
        "packages/application/src/trading/session/judge-basis.test.ts": [
          "takes a fill that was booked while the broker was asked first for no split, whatever else differs",
        ],
      },
    },
    {
      name: "Any order at work explains that the broker has many times the shares",
      file: "packages/application/src/trading/session/judge-basis.ts",
      replace: "return Math.abs(theirs - ours) <= left;",
      by: "return 0 < left;",
      foundBy: {
        "packages/application/src/trading/activities/bought-after-split.test.ts": [
          "is halted under an order at work that cannot explain it, before that order ends",
        ],
      },
    },
    {
      name: "A split that somebody else booked is over only as the broker is asked again",
      file: "packages/application/src/trading/account/price-basis.ts",
      replace: "for (const ticker of agreed) halted.delete(ticker);",
      by: "agreed.length = 0;",
      foundBy: {
        "packages/application/src/trading/activities/split-booked-beside.test.ts": [
          "that is told late goes on at once where somebody else books it",
        ],
      },
    },
    {
      name: "A split that is not told is over as soon as the book is made anew",
      file: "packages/application/src/trading/account/price-basis.ts",
      replace: "return slot !== undefined && held[slot] === theirs && isSplit(slot);",
      by: "return slot !== undefined;",
      foundBy: {
        "packages/application/src/trading/activities/split-booked-beside.test.ts": [
          "that is told late stays halted where somebody else books something else",
        ],
      },
    },
    {
      name: "A split that is not told is over as soon as a trade since is taken back",
      file: "packages/application/src/trading/session/judge-basis.ts",
      replace: " || different.has(ticker) || ",
      by: " || ",
      foundBy: {
        "packages/application/src/trading/activities/bought-after-split.test.ts": [
          "stays halted when what was bought since is taken back, until it is told",
        ],
      },
    },
    {
      name: "A fill proves the price that has jumped before it",
      file: "packages/application/src/trading/account/price-basis.ts",
      replace: "known?.isGood === false ? known.filledFrom : undefined",
      by: "undefined",
      foundBy: {
        "packages/application/src/trading/account/price-basis.test.ts": [
          "proves no price that has jumped before it",
        ],
        "packages/application/src/trading/activities/bought-after-split.test.ts": [
          "leaves what is bought since alone, after its price has jumped",
        ],
      },
    },
    {
      name: "A fill far from the price before it is the price to go by",
      file: "packages/application/src/trading/fills/absorb-fill.ts",
      replace: 'noteFillPrice(followed.basis, fill.ticker, fill.price, before) === "asking"',
      by: "before.held < 0",
      foundBy: {
        "packages/application/src/trading/activities/bought-after-split.test.ts": [
          "leaves what is bought since alone, before any price of after has come",
        ],
      },
    },
    {
      name: "The trail of what was bought after a split is put into new shares once more",
      file: "packages/application/src/trading/activities/activity-effect.ts",
      replace: "return 0 < later.length ? {} : { trail:",
      by: "return later.length < 0 ? {} : { trail:",
      foundBy: {
        "packages/application/src/trading/activities/bought-after-split.test.ts": [
          "is no fall to buy once it is told: the trail of what was bought since is of the new shares",
        ],
      },
    },
    {
      name: "A book that is made anew values what waits for the broker's answer",
      file: "packages/application/src/trading/account/rebuild-book.ts",
      replace: "markFromBoard(book, prices, followed.basis);",
      by: "markFromBoard(book, prices);",
      foundBy: {
        "packages/application/src/trading/account/mark-from-board.test.ts": [
          "is worth what it was, while the broker has another number of shares",
        ],
      },
    },
    {
      name: "A holding is worth a price that a fill was far from, before the broker was asked",
      file: "packages/application/src/trading/account/price-basis.ts",
      replace: "halted.has(ticker) || jumped.get(ticker)?.isGood === false;",
      by: "halted.has(ticker);",
      foundBy: {
        "packages/application/src/trading/account/mark-from-board.test.ts": [
          "is worth what it was, while the broker was not asked about a fill at such a price",
        ],
      },
    },
    {
      name: "A fill that another process booked after a split that nobody has told of is believed",
      file: "packages/application/src/trading/account/adopt-trails.ts",
      replace: "if (before && !skipNext && by ===",
      by: "if (before && skipNext && by ===",
      foundBy: {
        "packages/application/src/trading/activities/bought-after-split.test.ts": [
          "leaves what another process has booked since alone, before any price of after has come",
        ],
      },
    },
    {
      name: "A split that another process booked is asked about",
      file: "packages/application/src/trading/account/adopt-trails.ts",
      replace: "if (before && !skipNext && by ===",
      by: "if (before && by ===",
      foundBy: {
        "packages/application/src/trading/account/adopt-trails.test.ts": [
          "that others have begun anew are taken over as they are where a split has put them there",
        ],
      },
    },
    {
      name: "A worker that begins asks twice, whatever is there the second time",
      file: "packages/application/src/trading/session/judge-basis.ts",
      replace: "if (standing.length === split.length) basis.isSettled = true;",
      by: "basis.isSettled ||= followed.reconciled !== undefined || standing.length === split.length;",
      foundBy: {
        "packages/application/src/trading/session/judge-basis.test.ts": [
          "is asked about once more for as long as it is another split each time, of a worker that begins",
        ],
      },
    },
    {
      name: "A worker that begins decides before it has asked twice about a holding that looks split",
      file: "packages/application/src/trading/session/judge-basis.ts",
      replace: 'return isTold && basis.isSettled ? "enough" : "again";',
      by: 'return isTold ? "enough" : "again";',
      foundBy: {
        "packages/application/src/trading/activities/bought-after-split.test.ts": [
          "is halted by a worker that begins, before it decides on what another process has booked since",
        ],
      },
    },
    {
      name: "Shares that are given back after a split that is not told are valued at a price of after",
      file: "packages/application/src/trading/account/adopt-trails.ts",
      replace: 'if (before && !skipNext && by === "fill")',
      by: "if (before && !skipNext)",
      foundBy: {
        "packages/application/src/trading/activities/sale-taken-back.test.ts": [
          "is valued by no price of other shares, where a split that left none is not told yet",
        ],
      },
    },
  ],
};
