import type { MutantGroup } from "./mutant.ts";

const PLAYED = "packages/application/src/testing/simulate/other-shares.test.ts";
const AFTER_SALE = "packages/application/src/trading/activities/bust-after-sale.test.ts";
const WORKER = "packages/application/src/trading/activities/worker-and-activities.test.ts";
const FIRST_PRICE = "packages/application/src/trading/activities/first-price-after-split.test.ts";

export const OTHER_SHARES: MutantGroup = {
  breaks: "Holdings that are others at the broker than in the books",
  mutants: [
    {
      name: "A book that is made anew values a holding at the price of other shares",
      file: "packages/application/src/trading/account/mark-from-board.ts",
      replace: "last !== 0 && isFar(known.price, last) ? last : known.price",
      by: "last !== 0 && isFar(known.price, last) ? known.price : known.price",
      foundBy: {
        "packages/application/src/trading/account/mark-from-board.test.ts": [
          "is worth what it was, where the price may be of other shares",
        ],
      },
    },
    {
      name: "The trail of a holding follows bars of other shares",
      file: "packages/application/src/trading/prices/widen-trails.ts",
      replace: "(0 < book.held[slot]! && isFar(close, trail.last))) break;",
      by: "(0 > book.held[slot]! && isFar(close, trail.last))) break;",
      foundBy: {
        "packages/application/src/trading/prices/widen-trails.test.ts": [
          "of a holding follow no price that is a split away, nor any after it",
        ],
      },
    },
    {
      name: "A split of what nobody holds is bought as a fall",
      file: "packages/application/src/trading/account/price-basis.ts",
      replace:
        'return previousClose === undefined || isFar(previousClose, last) ? "anew" : "good";',
      by: 'return previousClose === undefined ? "anew" : "good";',
      foundBy: {
        "packages/application/src/trading/decisions/fallen-price.test.ts": [
          "begins the trail where the close before is in other shares too: nothing is bought for a split",
        ],
      },
    },
    {
      name: "The trail of what nobody holds follows bars of a split",
      file: "packages/application/src/trading/prices/widen-trails.ts",
      replace: "if (isFarBelow(close, trail.last) || (0",
      by: "if ((0",
      foundBy: {
        "packages/application/src/trading/prices/widen-trails.test.ts": [
          "of what nobody holds follow no fall that a split may have made",
        ],
      },
    },
    {
      name: "An entry is sized by what a holding was worth before its fall",
      file: "packages/domain/src/gate.ts",
      replace: "0 < book.unpriced || book.isInDoubt;",
      by: "0 < book.unpriced;",
      foundBy: {
        "packages/application/src/trading/decisions/follow-prices.test.ts": [
          "enters nothing by an equity of old prices, until the broker was asked about a holding's fall",
        ],
      },
    },
    {
      name: "A holding that was sold keeps equity in doubt until its symbol's next price",
      file: "packages/application/src/trading/account/price-basis.ts",
      replace: "if (!isGood && 0 < (held[slots.get(ticker)!] ?? 0)) return true;",
      by: "if (!isGood && 0 <= (held[slots.get(ticker)!] ?? 0)) return true;",
      foundBy: {
        "packages/application/src/trading/decisions/follow-prices.test.ts": [
          "waits for no price of what it has sold since that fell",
        ],
      },
    },
    {
      name: "What may have been committed is announced to nobody",
      file: "packages/application/src/trading/account/told-in-doubt.ts",
      replace: "    tell();\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/account/told-in-doubt.test.ts": [
          "is announced where it may have booked an activity",
          "is announced where it may have booked a fill, or brought an order on",
          "is announced where it may have ended an order, by wish or because nobody sent it",
          "is announced where it may have changed what else the broker holds",
        ],
      },
    },
    {
      name: "A broker that gave no answer is left alone for a minute",
      file: "packages/application/src/trading/session/keep-account.ts",
      replace: "isReconciled && untoldFromMs === undefined && !isDiffering",
      by: "isReconciled && !isDiffering",
      foundBy: {
        "packages/application/src/trading/session/keep-account.test.ts": [
          "is done again within ten seconds where it gave no answer, and else once a minute",
        ],
      },
    },
    {
      name: "A worker that takes an account over decides on the first price after a split",
      file: "packages/application/src/trading/account/book-from-rows.ts",
      replace: "restoreSlot(book, slot, { sessionsBelow, skipNext });",
      by: "restoreSlot(book, slot, { sessionsBelow });",
      foundBy: {
        [FIRST_PRICE]: [
          "decides nothing for a worker that took the account over since",
          "decides nothing for a worker that follows one that died with the split on record",
          "decides nothing where a fact has anchored the trail anew in between",
        ],
      },
    },
    {
      name: "A split that another process has booked lets the first price after it decide",
      file: "packages/application/src/trading/account/adopt-trails.ts",
      replace: "{ sessionsBelow, ...(skipNext && { skipNext }) }",
      by: "{ sessionsBelow }",
      foundBy: {
        [FIRST_PRICE]: [
          "decides nothing for a worker that finds on record what another process has booked",
        ],
      },
    },
    {
      name: "A trail that is saved forgets that no price came since its split",
      file: "packages/application/src/trading/account/save-trails.ts",
      replace: "...(book.skipNext[slot] === 0 ? {} : { skipNext: book.skipNext[slot]! }),",
      by: "",
      foundBy: {
        [FIRST_PRICE]: ["decides nothing for a worker that took the account over since"],
      },
    },
    {
      name: "A trail that is anchored anew forgets that no price came since its split",
      file: "packages/application/src/trading/account/anchored-trail.ts",
      replace: "...(before?.skipNext && { skipNext: before.skipNext }),",
      by: "",
      foundBy: {
        [FIRST_PRICE]: ["decides nothing where a fact has anchored the trail anew in between"],
      },
    },
    {
      name: "A split rescales the book that decides the wrong way round",
      file: "packages/application/src/trading/activities/absorb-activity.ts",
      replace: "rescale(book, slot, trail.ratio.to, trail.ratio.from);",
      by: "rescale(book, slot, trail.ratio.from, trail.ratio.to);",
      foundBy: {
        [WORKER]: ["rescales trail and cost, and sells nothing on the stop"],
      },
    },
    {
      name: "A trade that is taken back leaves its cash",
      file: "packages/application/src/trading/activities/effect-of-undoing.ts",
      replace: "    amount: cashOf(entry),",
      by: "    amount: money(0 * cashOf(entry)),",
      foundBy: {
        [PLAYED]: [
          "on which the market takes trades back leaves the books as if they had never been",
        ],
      },
    },
    {
      name: "A buy that is taken back leaves what was sold since at the cost it had",
      file: "packages/application/src/trading/fills/trade-again.ts",
      replace: "    if (realized === fill.realized) continue;",
      by: "    if (realized !== Number.NaN) continue;",
      foundBy: {
        [AFTER_SALE]: [
          "leaves the holding with its own cost, and sales with the gain they have without it",
          "is booked by one entry, which moves cost and gain by as much",
        ],
        "packages/application/src/trading/activities/without-trade.test.ts": [
          "is always what it would be had that trade never been, and so is every later gain",
        ],
      },
    },
    {
      name: "A buy that is taken back takes its own cost along, whatever was sold of it",
      file: "packages/application/src/trading/activities/record-activity.ts",
      replace: "later: await tradedSince(tables, fill) }",
      by: "later: (await tradedSince(tables, fill))?.slice(0, 0) }",
      foundBy: {
        [AFTER_SALE]: [
          "leaves the holding with its own cost, and sales with the gain they have without it",
        ],
      },
    },
    {
      name: "A sale keeps the gain it had before a trade was taken back",
      file: "packages/application/src/trading/activities/record-activity.ts",
      replace: "await tables.fills.revalue(accountId, executionId, realized);",
      by: "await tables.fills.find(accountId, `${executionId}${realized}`);",
      foundBy: {
        [AFTER_SALE]: [
          "leaves the holding with its own cost, and sales with the gain they have without it",
        ],
      },
    },
    {
      name: "Shares whose sale is taken back keep a trail of prices that came while nobody held them",
      file: "packages/application/src/trading/activities/effect-of-undoing.ts",
      replace: '...(held.shares === 0 && side === "sell"',
      by: '...(held.shares < 0 && side === "sell"',
      foundBy: {
        "packages/application/src/trading/activities/sale-taken-back.test.ts": [
          "leaves the shares with a trail that begins anew at its price",
          "sells nothing by prices of other shares, where a split is not told yet",
        ],
      },
    },
    {
      name: "A trade that was taken back before is traded once more",
      file: "packages/application/src/trading/fills/traded-since.ts",
      replace: "!gone.has(one.executionId)",
      by: "one.executionId !== executionId",
      foundBy: {
        [AFTER_SALE]: ["is taken out once more where an earlier one is taken back after it"],
      },
    },
    {
      name: "A trade is taken back from shares that were split since",
      file: "packages/application/src/trading/fills/traded-since.ts",
      replace: "  if (isMoved) return undefined;\n",
      by: "",
      foundBy: { [AFTER_SALE]: ["stops the account where its shares were split since"] },
    },
    {
      name: "An entry is decided by an equity that the worker knows to be another",
      file: "packages/application/src/trading/session/hear-broker.ts",
      replace: "holdForeign(followed.book, bookForeignOf(booked.account));",
      by: "followed.untoldFromMs = undefined;",
      foundBy: {
        "packages/application/src/trading/session/foreign-in-the-book.test.ts": [
          "keeps it from entering also where the rest of the broker's word is not taken in yet",
        ],
      },
    },
    {
      name: "What else there is at the broker is read beside the account's turn",
      file: "packages/application/src/trading/session/refresh-account.ts",
      replace: "  followed.mutex.take(async () =>\n    takeAccount(",
      by: "  (async (turn: () => Promise<'goes-on' | 'over'>) => turn())(async () =>\n    takeAccount(",
      foundBy: {
        "packages/application/src/trading/session/foreign-in-the-book.test.ts": [
          "keeps it from entering also where its row was read before that, and told after",
        ],
      },
    },
    {
      name: "Books that are compared leave out what else there is at the broker",
      file: "packages/application/src/trading/account/agree-with-rows.ts",
      replace: "if (account) holdForeign(followed.book, bookForeignOf(account));",
      by: "",
      foundBy: {
        "packages/application/src/trading/session/foreign-in-the-book.test.ts": [
          "keeps it from entering where another process has learned of it, once books are compared",
        ],
      },
    },
    {
      name: "What is held elsewhere is left out of equity",
      file: "packages/application/src/trading/account/foreign-standing.ts",
      replace:
        "  return { value: foreign.value, unpriced: foreign.unpriced, shorts: new Set(shorts) };",
      by: "  return { ...NO_FOREIGN, unpriced: foreign.unpriced, shorts: new Set(shorts) };",
      foundBy: {
        [PLAYED]: [
          "on which somebody trades what Sevenfold does not leaves that alone, and counts it",
        ],
      },
    },
    {
      name: "Foreign trades of before the take-over are booked again",
      file: "packages/application/src/trading/reconciliation/read-broker.ts",
      replace: ".filter(({ at }) => !isTakenOver(account, at))",
      by: "",
      foundBy: {
        "packages/application/src/trading/reconciliation/foreign-things.test.ts": [
          "has the cash that trades of it moved, once, and agrees with the broker to the cent",
        ],
      },
    },
  ],
};
