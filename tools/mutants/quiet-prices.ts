import type { MutantGroup } from "./mutant.ts";

const COLUMN = "packages/domain/src/quiet-column.ts";
const COLUMN_TEST = "packages/domain/src/quiet-column.test.ts";
const ACCOUNTS = "packages/application/src/trading/session/priced-accounts.ts";
const SEAT = "packages/application/src/trading/session/priced-seat.ts";
const ACCOUNTS_TEST = "packages/application/src/trading/session/priced-accounts.test.ts";
const HANDED_TEST = "packages/application/src/trading/session/handed-prices.test.ts";

export const QUIET_PRICES: MutantGroup = {
  breaks: "Which prices are nothing to an account",
  mutants: [
    {
      name: "A price that halts the day passes as quiet",
      file: COLUMN,
      replace: "if (worth <= haltAt[account]!) isConcerned = true;",
      by: "",
      foundBy: { [COLUMN_TEST]: ["is the day's loss over all that is held"] },
    },
    {
      name: "A price passes as quiet where cash alone has lost the day",
      file: COLUMN,
      replace: "|| isHaltDue ||",
      by: "||",
      foundBy: { [COLUMN_TEST]: ["is nothing but any price once cash alone has lost the day"] },
    },
    {
      name: "The trigger of a flat symbol stays where its high was",
      file: COLUMN,
      replace: "rows[row + BELOW] = price * rows[row + FACTOR]! + 1;",
      by: "rows[row + BELOW] = rows[row + BELOW]!;",
      foundBy: { [COLUMN_TEST]: ["moves up with the high of a flat symbol"] },
    },
    {
      name: "The trigger of a held symbol stays where its low was",
      file: COLUMN,
      replace: "rows[row + ABOVE] = Math.min(rows[row + TARGET]!, leaveAt);",
      by: "",
      foundBy: { [COLUMN_TEST]: ["moves down with the low of a held one"] },
    },
    {
      name: "What may be a split passes as quiet",
      file: COLUMN,
      replace: "if (price < Math.abs(move) * LEAP) isConcerned = true;",
      by: "",
      foundBy: { [COLUMN_TEST]: ["is a leap of what is held, which may be a split"] },
    },
    {
      name: "What may be a split of what nobody holds passes as quiet",
      file: COLUMN,
      replace: "if (price < (rows[row + MARK]! - price) * LEAP) isConcerned = true;",
      by: "",
      foundBy: {
        [COLUMN_TEST]: [
          "is a leap down of what is not held and waits below its band, which may be a split",
        ],
      },
    },
    {
      name: "A late price is taken in as if it had come in time",
      file: ACCOUNTS,
      replace: "anew !== undefined || isAnyLate(prints, now)",
      by: "anew !== undefined",
      foundBy: {
        [ACCOUNTS_TEST]: ["come to the same as if every price were handed to each of them"],
      },
    },
    {
      name: "The first price of a day is taken in before the day has begun",
      file: SEAT,
      replace: "followed.sessionFrom <= now && now < followed.sessionUntil && ",
      by: "",
      foundBy: { [ACCOUNTS_TEST]: ["begin the day that has come before the first price of it"] },
    },
    {
      name: "What waited is lost where an account's end begins",
      file: ACCOUNTS,
      replace: "    this.#takeIn(seat, this.#log.end);\n    seat.hasLeft = true;",
      by: "    seat.hasLeft = true;",
      foundBy: {
        [ACCOUNTS_TEST]: [
          "hear nothing more once their end has begun, and keep what they heard before",
        ],
      },
    },
    {
      name: "What an account is worth is not known while its prices wait",
      file: "packages/application/src/trading/session/priced-accounts.ts",
      replace: "    putTotals(this.#totals, seat.account, followed.inHand.known);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/session/priced-accounts.test.ts": [
          "halt their day as they lose, also after 0 others have joined",
        ],
      },
    },
    {
      name: "There is no room for what the first account beyond the room is worth",
      file: "packages/application/src/trading/session/priced-accounts.ts",
      replace: "this.#totals.equity.length <= account",
      by: "this.#totals.equity.length < account",
      foundBy: {
        "packages/application/src/trading/session/priced-accounts.test.ts": [
          "halt their day as they lose, also after 64 others have joined",
        ],
      },
    },
    {
      name: "An account is asked by the row of one that has left",
      file: "packages/application/src/trading/session/priced-accounts.ts",
      replace: "      this.#byAccount[column.accounts[row]!]!.rows[lastSlot] = row;\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/session/priced-accounts.test.ts": [
          "are asked at their own triggers once another has left that came before",
        ],
      },
    },
    {
      name: "An account that has left is still asked",
      file: "packages/application/src/trading/session/priced-accounts.ts",
      replace: "    for (const slot of seat.columns.keys()) this.#dropRow(seat, slot);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/session/priced-accounts.test.ts": [
          "leave nothing behind that a price could be asked of",
        ],
      },
    },
    {
      name: "Prices wait for an account whose shares are in question",
      file: SEAT,
      replace: "basis.halted.size + basis.jumped.size",
      by: "basis.jumped.size",
      foundBy: {
        [HANDED_TEST]: [
          "is handed every price while the broker has other shares of one of its symbols than its books",
        ],
      },
    },
    {
      name: "Prices wait for an account of which a fall is looked into, and the price that ends it is not heard",
      file: SEAT,
      replace: "basis.jumped.size + basis.fallen.size === 0",
      by: "basis.jumped.size === 0",
      foundBy: {
        [HANDED_TEST]: ["is handed every price while a fall of one of its symbols is looked into"],
      },
    },
    {
      name: "Prices wait for an account that a strategy of its owner's trades",
      file: SEAT,
      replace: "  own === undefined &&\n  account",
      by: "  account",
      foundBy: {
        [HANDED_TEST]: ["is handed every price while a strategy of its owner's trades it"],
      },
    },
    {
      name: "Prices wait for a book in doubt",
      file: SEAT,
      replace: "  !book.isInDoubt &&\n",
      by: "",
      foundBy: {
        [HANDED_TEST]: ["is handed every price while its book is in doubt"],
      },
    },
    {
      name: "A book takes in prices after its account's end has begun",
      file: ACCOUNTS,
      replace: "    seat.priced.followed.inHand.waiting = undefined;\n",
      by: "",
      foundBy: {
        [ACCOUNTS_TEST]: [
          "hear nothing more once their end has begun, and keep what they heard before",
        ],
      },
    },
    {
      name: "Prices that wait are forgotten as more come",
      file: ACCOUNTS,
      replace: "    this.#makeRoom(prints.length);\n",
      by: "",
      foundBy: {
        [HANDED_TEST]: ["loses none of those that wait, however many come, 3 at a time"],
      },
    },
    {
      name: "One price more than there is room for waits",
      file: "packages/application/src/trading/session/price-log.ts",
      replace: "return KEPT < this.end + more - from",
      by: "return KEPT + 1 < this.end + more - from",
      foundBy: {
        [HANDED_TEST]: ["loses none of those that wait, however many come, 1 at a time"],
      },
    },
    {
      name: "A book is changed before it has the prices that wait",
      file: ACCOUNTS,
      replace: "        takeIn();\n        this.#stirred",
      by: "        this.#stirred",
      foundBy: {
        [HANDED_TEST]: ["has taken in all that waits for whoever is to change its book"],
      },
    },
    {
      name: "An account takes in prices of before it joined",
      file: ACCOUNTS,
      replace: "from: this.#log.end",
      by: "from: 0",
      foundBy: {
        [HANDED_TEST]: ["takes in nothing of before it joined"],
      },
    },
    {
      name: "Accounts are asked out of their turn",
      file: ACCOUNTS,
      replace: "asked.sort((one, other) => one.turn - other.turn)",
      by: "asked",
      foundBy: {
        [HANDED_TEST]: ["is handed a price in its turn, whoever is asked beside it"],
      },
    },
    {
      name: "Prices wait that are only shown",
      file: ACCOUNTS,
      replace: "!isOwn || anew !== undefined",
      by: "anew !== undefined",
      foundBy: {
        [HANDED_TEST]: [
          "is handed every price that is only shown, and the first that counts again",
        ],
      },
    },
  ],
};
