import type { MutantGroup } from "./mutant.ts";

const COLUMN = "packages/domain/src/quiet-column.ts";
const COLUMN_TEST = "packages/domain/src/quiet-column.test.ts";
const ACCOUNTS = "packages/application/src/trading/session/priced-accounts.ts";
const SEAT = "packages/application/src/trading/session/priced-seat.ts";
const ACCOUNTS_TEST = "packages/application/src/trading/session/priced-accounts.test.ts";

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
  ],
};
