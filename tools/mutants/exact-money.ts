import type { MutantGroup } from "./mutant.ts";

const ROOM = "packages/application/src/exchange/venue-room.ts";
const ORDER = "packages/application/src/exchange/venue-order.ts";
const SET_ASIDE = "packages/application/src/exchange/dollars-set-aside.test.ts";
const FOREIGN_CASH = "packages/adapters-broker/src/alpaca/alpaca-foreign-trades.ts";
const FOREIGN_CASH_TESTS = "packages/adapters-broker/src/alpaca/alpaca-foreign-trades.test.ts";
const ETRADE = "packages/adapters-broker/src/etrade/etrade-activity-mapping.ts";
const ETRADE_TESTS = "packages/adapters-broker/src/etrade/etrade-activity-mapping.test.ts";
const PARTS = "packages/adapters-broker/src/etrade/etrade-parts.ts";
const PARTS_TESTS = "packages/adapters-broker/src/etrade/etrade-parts.test.ts";

export const EXACT_MONEY: MutantGroup = {
  breaks: "Money to the last ten-thousandth: orders in dollars, trades that are not ours, fees",
  mutants: [
    {
      name: "In a backtest a share dearer than $100,000 fills at that",
      file: "packages/application/src/research/backtest/costs.ts",
      replace: 'return Math.max(1, side === "buy" ? price + worse : price - worse) as Price;',
      by: 'return Math.min(1e9, Math.max(1, side === "buy" ? price + worse : price - worse)) as Price;',
      foundBy: {
        "packages/application/src/research/backtest/costs.test.ts": [
          "slippage is paid at any price: a share of $600,000 too",
        ],
      },
    },
    {
      name: "The kernel of sweeps takes prices at which slippage leaves what it counts to",
      file: "packages/application/src/research/sweep/kernel-market.ts",
      replace: "if (DEAR < close[bar]!",
      by: "if (2 * DEAR < close[bar]!",
      foundBy: {
        "packages/application/src/research/sweep/wasm-kernel.test.ts": [
          "leaves to the full engine what it does not do, and says what it is",
        ],
      },
    },
    {
      name: "A holding opened today gains in the day on shares that are sold",
      file: "packages/domain/src/day-gain.ts",
      replace: "  if (held + sold === bought) return costBasis;\n",
      by: "",
      foundBy: {
        "packages/domain/src/day-gain.test.ts": [
          "is what a holding opened since has gained on its cost, whatever was sold of it meanwhile",
        ],
      },
    },
    {
      name: "An order in dollars sets aside what its shares would cost",
      file: ORDER,
      replace:
        "  if (order.notional !== undefined) return hasEnded(order) ? NO_MONEY : order.notional;\n",
      by: "",
      foundBy: {
        [SET_ASIDE]: [
          "sets aside its dollars, to the last of them, until it ends",
          "takes what is left to the last ten-thousandth, and not one more",
        ],
      },
    },
    {
      name: "An order in dollars is let in by the cost of its shares",
      file: ROOM,
      replace: "const costBasis = notional ?? costOf(reservedEach, quantity);",
      by: "const costBasis = costOf(reservedEach, quantity);",
      foundBy: {
        [SET_ASIDE]: ["takes what is left to the last ten-thousandth, and not one more"],
      },
    },
    {
      name: "A sale in dollars sets aside shares at the price of now",
      file: ROOM,
      replace: "const most = sharesFor(notional, soldEachOf(draft, quote.bid));",
      by: "const most = sharesFor(notional, draft.limit ?? quote.bid);",
      foundBy: {
        [SET_ASIDE]: [
          "sets aside, where it sells, the shares it takes at the least the price may fall to",
        ],
      },
    },
    {
      name: "The cash of a foreign trade is rounded half up",
      file: FOREIGN_CASH,
      replace: "(2n * rest === ONE_UNIT && whole % 2n === 1n)",
      by: "2n * rest === ONE_UNIT",
      foundBy: {
        [FOREIGN_CASH_TESTS]: ["a part of a coin, half-even"],
      },
    },
    {
      name: "The cash of a foreign trade is cut off",
      file: FOREIGN_CASH,
      replace: "ONE_UNIT < 2n * rest ||",
      by: "ONE_UNIT < rest ||",
      foundBy: {
        [FOREIGN_CASH_TESTS]: ["more than a half, up"],
      },
    },
    {
      name: "The cash of a foreign trade is rounded up",
      file: FOREIGN_CASH,
      replace: "const isUp = ONE_UNIT < 2n * rest ||",
      by: "const isUp = 0n < rest ||",
      foundBy: {
        [FOREIGN_CASH_TESTS]: ["less than a half, down", "a part of a coin, half-even"],
      },
    },
    {
      name: "E*TRADE's trades cost what they name as their fee",
      file: ETRADE,
      replace: "const cost = worth === 0 ? named : money(amount + (isBuy ? worth : -worth));",
      by: "const cost = named;",
      foundBy: {
        [ETRADE_TESTS]: ["tell of Sold for 211.98 what it cost beside its price"],
      },
    },
    {
      name: "Whole shares of an order for parts are taken for an order's of ours",
      file: ETRADE,
      replace: "if (fees === undefined || (!isOfParts && deliveredFor === undefined)) return fees;",
      by: 'if (fees === undefined || id !== "") return fees;',
      foundBy: {
        [PARTS_TESTS]: [
          "move the cash that their fee does not, under an id that the fee does not have",
        ],
      },
    },
    {
      name: "Any shares that are as many are taken for those of an order for parts",
      file: PARTS,
      replace: "if (apart < nearest) [best, nearest] = [taken, apart];",
      by: "if (nearest === Number.POSITIVE_INFINITY) [best, nearest] = [taken, apart];",
      foundBy: {
        [PARTS_TESTS]: ["are those that cost what the order paid, where others are as many"],
      },
    },
    {
      name: "E*TRADE's cash beside the shares of a spin-off is lost",
      file: "packages/adapters-broker/src/etrade/etrade-activity-mapping.ts",
      replace: 'amount === 0 ? [] : [{ kind: "cash-in-lieu"',
      by: 'amount !== 0 ? [] : [{ kind: "cash-in-lieu"',
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-activity-mapping.test.ts": [
          "tell the cash of a Spin-off that brings shares and cash",
          "tell the cash of a Stock Split that brings shares and cash",
        ],
      },
    },
    {
      name: "Whole shares of an order for parts are found by one transaction counted twice",
      file: "packages/adapters-broker/src/etrade/etrade-parts.ts",
      replace: "look(index + 1, left",
      by: "look(index, left",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-parts.test.ts": [
          "are each counted once, and beside parts of any size",
        ],
      },
    },
    {
      name: "What is left of a count of parts is not rounded",
      file: "packages/adapters-broker/src/etrade/etrade-parts.ts",
      replace: "Math.round((sumOf(fills) - sumOf(parts)) * SCALE) / SCALE",
      by: "sumOf(fills) - sumOf(parts)",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-parts.test.ts": [
          "are each counted once, and beside parts of any size",
        ],
      },
    },
    {
      name: "An order for parts is of the day on which it was placed",
      file: "packages/adapters-broker/src/etrade/etrade-day-trades.ts",
      replace: '(status === "EXECUTED" && executedTime) || (placedTime ?? 0)',
      by: "placedTime ?? 0",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-parts.test.ts": [
          "are of the day of the execution, and of that of the order where that is no time",
        ],
      },
    },
    {
      name: "An overflowed time is the day of an order for parts",
      file: "packages/adapters-broker/src/etrade/etrade-day-trades.ts",
      replace: '(status === "EXECUTED" && executedTime)',
      by: "executedTime",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-parts.test.ts": [
          "are of the day of the execution, and of that of the order where that is no time",
        ],
      },
    },
    {
      name: "Options of a symbol are whole shares of an order for parts",
      file: "packages/adapters-broker/src/etrade/etrade-day-trades.ts",
      replace: '  if ((product.securityType ?? "EQ") !== "EQ") return [];\n',
      by: "",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-parts.test.ts": [
          "are no options of the symbol, and no shares that were sold short",
        ],
      },
    },
    {
      name: "Shares sold short are whole shares of an order for parts",
      file: "packages/adapters-broker/src/etrade/etrade-day-trades.ts",
      replace: "/^(bought|sold)$/",
      by: "/^(bought|sold)/",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-parts.test.ts": [
          "are no options of the symbol, and no shares that were sold short",
        ],
      },
    },
    {
      name: "Which trade delivered an option's shares hangs on the order of the list",
      file: "packages/adapters-broker/src/etrade/etrade-deliveries.ts",
      replace: " || one.costs - other.costs",
      by: "",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-deliveries.test.ts": [
          "tells the same trade of it in whatever order the day's are listed, so that none is booked twice",
        ],
      },
    },
    {
      name: "A column that is no number is read as one",
      file: "packages/adapters-persistence/src/exact-numbers.ts",
      replace: "if (digit < 0 || 9 < digit) isNumeric = false;",
      by: "",
      foundBy: {
        "packages/adapters-persistence/src/exact-numbers.test.ts": [
          "refuses what no ten-thousandths can hold",
        ],
      },
    },
    {
      name: "What was paid out counts as a drawdown of the curve",
      file: "packages/web/src/equity/equity-figures.ts",
      replace: "equity + moved",
      by: "equity",
      foundBy: {
        "packages/web/src/equity/equity-figures.test.ts": [
          "takes what was paid in for no gain, and what was paid out for no drawdown",
        ],
      },
    },
  ],
};
