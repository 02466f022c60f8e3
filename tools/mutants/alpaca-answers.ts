import type { MutantGroup } from "./mutant.ts";

const FOREIGN = "packages/adapters-broker/src/alpaca/alpaca-foreign.test.ts";
const LEGS = "packages/adapters-broker/src/alpaca/alpaca-activity-legs.test.ts";
const MAPPING = "packages/adapters-broker/src/alpaca/alpaca-mapping.test.ts";
const NOTICES = "packages/adapters-broker/src/alpaca/alpaca-notices.test.ts";
const ODD = "packages/adapters-broker/src/alpaca/alpaca-odd-answers.test.ts";
const PAGES = "packages/adapters-broker/src/alpaca/alpaca-activity-pages.test.ts";
const ROUNDED = "packages/application/src/trading/reconciliation/rounded-trades.test.ts";
const TRADES = "packages/adapters-broker/src/alpaca/alpaca-foreign-trades.test.ts";
const ROWS = "packages/adapters-broker/src/alpaca/alpaca-rows.test.ts";

export const ALPACA_ANSWERS: MutantGroup = {
  breaks: "What Alpaca tells and the built-in exchange never does",
  mutants: [
    {
      name: "Keys that Alpaca refuses with 403 count as orders that it refuses",
      file: "packages/adapters-broker/src/alpaca/alpaca-mapping.ts",
      replace: "status === 401 || (status === 403 && OF_KEYS.test(words))",
      by: "status === 401",
      foundBy: { [ODD]: ["tells by its words whether 403 refuses an order or the keys"] },
    },
    {
      name: "A refusal of Alpaca's leaves out the figures and the reason beside its words",
      file: "packages/adapters-broker/src/alpaca/alpaca-http.ts",
      replace: "isTold && called !== undefined",
      by: "isTold && called === undefined && false",
      foundBy: { [ODD]: ["tells with a refusal the figures and the reason that stand beside it"] },
    },
    {
      name: "An account of more positions than fit a mebibyte is never read",
      file: "packages/adapters-broker/src/alpaca/alpaca-rows.ts",
      replace: ", bytesMax: POSITIONS_BYTES_MAX",
      by: "",
      foundBy: {
        [ODD]: ["has its positions read, however many they are: Alpaca lists them in one piece"],
      },
    },
    {
      name: "An account whose orders have four legs each is not read, for a page of them is too long",
      file: "packages/adapters-broker/src/alpaca/alpaca-rows.ts",
      replace: "isTooLong(answer) && LONG_ORDERS_PER_PAGE < limit",
      by: "isTooLong(answer) && limit < LONG_ORDERS_PER_PAGE",
      foundBy: {
        [ROWS]: [
          "is read whole by smaller pages where orders in several legs are more than an answer may have",
        ],
      },
    },
    {
      name: "A page of activities begins days after those that settle later than they were filed",
      file: "packages/adapters-broker/src/alpaca/alpaca-activities.ts",
      replace: "filed === undefined ? day : instant(Math.min(day, filed - 1))",
      by: "day",
      foundBy: {
        [PAGES]: [
          "have every activity, also where what a page ends with settles days after it was filed",
        ],
      },
    },
    {
      name: "A dividend that is filed weeks after its day is never booked",
      file: "packages/adapters-broker/src/alpaca/alpaca-activities.ts",
      replace: " || from <= filedOn(row)",
      by: "",
      foundBy: {
        [PAGES]: [
          "have an activity that was filed since, however long ago the day is that it is of",
        ],
      },
    },
    {
      name: "A gateway that knows no such way proves that an order never arrived",
      file: "packages/adapters-broker/src/alpaca/alpaca-mapping.ts",
      replace: "status === 404 && /\\border not found\\b/i.test(message);",
      by: "status === 404 && /not|found/i.test(message);",
      foundBy: {
        [ODD]: [
          "has no order only where that is what is said of it, not where a gateway knows no such way",
        ],
      },
    },
    {
      name: "A holding whose cost has more than eighteen decimals makes the account unreadable",
      file: "packages/domain/src/money.ts",
      replace: "(?:\\.(\\d*))?$/.exec(text.trim())",
      by: "(?:\\.(\\d{0,18}))?$/.exec(text.trim())",
      foundBy: {
        [MAPPING]: ["tell a position with its exact cost, and the part of a share beside it"],
        "packages/domain/src/money.test.ts": [
          "reads what venues write, half-even past the fourth place",
        ],
      },
    },
    {
      name: "A coin that costs some millionths is booked by a rounded price",
      file: "packages/adapters-broker/src/alpaca/alpaca-foreign-trades.ts",
      replace: "const PLACES = 18;",
      by: "const PLACES = 9;",
      foundBy: { [TRADES]: ["a coin of which a million cost some dollars"] },
    },
    {
      name: "A fill that does not say which way the shares went is booked as a sale",
      file: "packages/adapters-broker/src/alpaca/alpaca-mapping.ts",
      replace: "SIDES.get(text);",
      by: 'SIDES.get(text) ?? "sell";',
      foundBy: {
        [MAPPING]: [
          "tell of a fill on the side cross: undefined, and nothing where that does not say",
        ],
        [TRADES]: ["says what was traded, and is not known of what cannot be read"],
      },
    },
    {
      name: "An account is held back for the cents that its broker rounds of each trade",
      file: "packages/application/src/trading/account/reconciled.ts",
      replace: "CENT + roundedBy <= Math.abs(cashDrift)",
      by: "CENT + 0 * roundedBy <= Math.abs(cashDrift)",
      foundBy: {
        [ROUNDED]: ["is no other one by no more than that, however many trades there were"],
      },
    },
    {
      name: "Any difference of cash passes for what a broker has rounded",
      file: "packages/application/src/trading/reconciliation/reconcile-account.ts",
      replace: "broker.terms?.roundsToCents === true && areCashesDifferent({ cashDrift })",
      by: "areCashesDifferent({ cashDrift })",
      foundBy: { [ROUNDED]: ["is another one at a broker that rounds nothing"] },
    },
    {
      name: "One wrong refusal of good keys keeps an account from trading for twenty minutes",
      file: "packages/adapters-broker/src/alpaca/alpaca-notices.ts",
      replace: "REFUSED_WAIT_MS_MIN * 2 ** (refusals - 1)",
      by: "REFUSED_WAIT_MS_MAX",
      foundBy: {
        [NOTICES]: [
          "is opened again soon after keys were refused that are good, for nothing is traded without it",
        ],
      },
    },
    {
      name: "An option that a split has changed is booked at a hundredth of its cash, and ties no shares",
      file: "packages/adapters-broker/src/alpaca/alpaca-foreign.ts",
      replace: "([A-Z]{1,6})\\d?\\d{6}([CP])",
      by: "([A-Z]{1,6})\\d{6}([CP])",
      foundBy: {
        [FOREIGN]: ["a holding: a written call that a split has changed"],
        [TRADES]: ["calls that a split has changed"],
      },
    },
    {
      name: "What is bought on the day before a split is taken for shares of after it",
      file: "packages/adapters-broker/src/alpaca/alpaca-activity-legs.ts",
      replace: "if (came.moved <= Math.abs(gone.moved)) return gone.at;",
      by: "if (came.moved !== gone.moved) return gone.at;",
      foundBy: {
        [LEGS]: [
          "that makes more shares is of the session after the day it is paid on, so that what was bought that day is of before",
        ],
      },
    },
    {
      name: "The shares of a unit that was taken apart are never told, for warrants came beside them",
      file: "packages/adapters-broker/src/alpaca/alpaca-activity-legs.ts",
      replace: "held.length === 0 ? came : held;",
      by: "came;",
      foundBy: {
        [LEGS]: [
          "of a unit makes shares of it under their own name, whatever warrants come beside",
        ],
      },
    },
    {
      name: "A split that Alpaca took back stays in the books",
      file: "packages/adapters-broker/src/alpaca/alpaca-activity-legs.ts",
      replace: "return [...before, turnedAround(moved), ...paid, ...again];",
      by: "return [...before, ...again];",
      foundBy: { [LEGS]: ["is undone by one the other way round, told after it"] },
    },
    {
      name: "A split in whose place another stands is told as if both had been",
      file: "packages/adapters-broker/src/alpaca/alpaca-activity-legs.ts",
      replace: "isWithdrawn(row) || replaced.has(row.id)",
      by: "isWithdrawn(row)",
      foundBy: {
        [LEGS]: ["is known by the row that stands in the place of one, where only that was wrong"],
      },
    },
    {
      name: "A split of parts of shares that was taken back is undone at another cost",
      file: "packages/adapters-broker/src/alpaca/alpaca-activity-legs.ts",
      replace: 'moved.kind === "split" && isExact',
      by: 'moved.kind === "split"',
      foundBy: {
        [LEGS]: [
          "takes back what was paid for a fraction with it, and is for a person where a fraction is gone",
        ],
      },
    },
    {
      name: "Cash that Alpaca paid on shares brings as many shares more",
      file: "packages/adapters-broker/src/alpaca/alpaca-activity-mapping.ts",
      replace: ' === "SDIV" && amount === 0;',
      by: ' === "SDIV";',
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-activity-mapping.test.ts": [
          "tell cash that was paid on shares as such, whatever kind of dividend it is called",
        ],
      },
    },
  ],
};
