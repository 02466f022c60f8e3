import { MODE_SETTING, PATTERN_SETTING } from "./choice-settings.ts";
import type { SettingRows } from "./setting-row.ts";

/**
 * Every setting of an account, said once. The types of the domain, the schemas of the API, the
 * columns, the page of settings with its words, the flags of a backtest, the axes of a sweep and the
 * tables of docs/strategy.md and docs/backtesting.md follow from these rows.
 */

const TRADE_RATE = { unit: "rate", min: 100, max: 2_000, default: 300 } as const;
const ORDER_SHARES = { unit: "shares", min: 1, max: 1_000, default: 10 } as const;
const RISK_UNBOUND = Number.MAX_SAFE_INTEGER;

/** The rule. */
export const STRATEGY_SETTINGS = {
  mode: MODE_SETTING,
  buyDropBps: {
    ...TRADE_RATE,
    name: "buyDropPct",
    words: "Buy drop",
    measure: "basis points of the high",
    field: {
      card: "rates",
      place: 1,
      label: "Buy drop %",
      labelIn: { HYBRID: "Minimum drop %" },
      hint: "Buys when the price stands this far below the trail's high.",
    },
    flag: { name: "buy-drop", words: "fall from the high that enters", default: 400 },
  },
  /** HYBRID only: the lower edge of the entry band. */
  buyDropMaxBps: {
    ...TRADE_RATE,
    name: "buyDropPctMax",
    words: "Maximum buy drop",
    measure: "basis points of the high",
    field: {
      card: "rates",
      place: 2,
      label: "Maximum drop %",
      hint: "Does not buy below this. A band of some width is needed.",
      modes: ["HYBRID"],
    },
    flag: { name: "buy-drop-max", words: "hybrid: deepest fall that enters", default: 500 },
  },
  sellRiseBps: {
    ...TRADE_RATE,
    name: "sellRisePct",
    words: "Sell rise",
    measure: "basis points of the low",
    field: {
      card: "rates",
      place: 4,
      label: "Sell rise %",
      hint: "Sells when the price stands this far above the trail's low.",
      modes: ["TRAILING", "HYBRID"],
    },
    flag: {
      name: "sell-rise",
      words: "trailing, hybrid: rise from the low that leaves",
      default: 400,
    },
  },
  takeProfitBps: {
    ...TRADE_RATE,
    name: "takeProfitFromEntryPct",
    words: "Take profit",
    measure: "basis points of the entry",
    field: {
      card: "rates",
      place: 3,
      label: "Take profit %",
      hint: "Sells when the price stands this far above your average cost.",
      modes: ["SIMPLE", "HYBRID"],
    },
    flag: {
      name: "take-profit",
      words: "simple, hybrid: gain on the entry that leaves",
      default: 400,
    },
  },
  stopLossBps: {
    unit: "rate",
    min: 500,
    max: 5_000,
    default: 1_000,
    name: "stopLossPct",
    words: "Stop loss",
    measure: "basis points of the entry",
    field: {
      card: "rates",
      place: 6,
      label: "Stop loss %",
      hint: "Sells all when the price stands this far below your average cost.",
      ofStop: true,
    },
    flag: { name: "stop-loss", words: "loss on the entry that sells all" },
  },
  /** Tests the stop before every other exit. Part of HYBRID; optional elsewhere. */
  stopLossEnabled: {
    unit: "switch",
    default: false,
    name: "stopLossEnabled",
    words: "Stop loss used",
    measure: "yes or no; yes in HYBRID",
    field: {
      card: "rates",
      place: 5,
      label: "Use a stop loss",
      hint: "Tested before every other exit, also during a cool-down.",
      modes: ["TRAILING", "SIMPLE"],
    },
    flag: {
      name: "stop",
      words: "whether the stop-loss works: on in hybrid, else off",
      default: null,
    },
  },
  sharesToBuy: {
    ...ORDER_SHARES,
    name: "sharesToBuy",
    words: "Shares to buy",
    measure: "shares per order",
    field: {
      card: "sizing",
      place: 1,
      label: "Shares to buy",
      hint: "At most, at each entry. 1 to 1,000.",
    },
    flag: { name: "shares-to-buy", words: "shares of an entry" },
  },
  sharesToSell: {
    ...ORDER_SHARES,
    name: "sharesToSell",
    words: "Shares to sell",
    measure: "shares per order",
    field: {
      card: "sizing",
      place: 2,
      label: "Shares to sell",
      hint: "At most, at each exit; a stop sells all. 1 to 1,000.",
    },
    flag: { name: "shares-to-sell", words: "shares of an exit" },
  },
  maxPositionSize: {
    unit: "shares",
    min: 1,
    max: 10_000,
    default: 50,
    name: "maxPositionSize",
    words: "Maximum position size",
    measure: "shares of one symbol",
    field: {
      card: "sizing",
      place: 3,
      label: "Maximum position size",
      hint: "Shares of one stock the agent holds at most. 1 to 10,000.",
    },
    flag: { name: "max-position-size", words: "most shares of a symbol", limitsAll: true },
  },
  minCashReserve: {
    unit: "dollars",
    min: 0,
    max: 1_000_000_000,
    default: 10_000_000,
    name: "minCashReserve",
    words: "Minimum cash reserve",
    measure: "dollars",
    field: {
      card: "sizing",
      place: 4,
      label: "Minimum cash reserve ($)",
      hint: "Cash the agent never spends. 0 to 100,000.",
    },
    flag: {
      name: "min-cash-reserve",
      words: "cash that entries leave untouched",
      limitsAll: true,
    },
  },
  patternConfirmation: PATTERN_SETTING,
} as const satisfies SettingRows;

/** What automated orders may risk. Manual ones are warned by it. */
export const LIMIT_SETTINGS = {
  /** Largest share of equity in one symbol. */
  maxPositionBps: {
    unit: "rate",
    min: 100,
    max: 10_000,
    default: 1_200,
    none: RISK_UNBOUND,
    reported: "positionShare",
    name: "maxPosPct",
    words: "Maximum position",
    measure: "basis points of equity",
    field: {
      card: "limits",
      place: 1,
      label: "Maximum position %",
      hint: "Of your equity, in one stock.",
    },
    axis: { name: "maxPositionPct", flag: "max-position", max: 9_900 },
  },
  /** Loss since the previous close that halts entries for the session. */
  dailyLossBps: {
    unit: "rate",
    min: 10,
    max: 5_000,
    default: 300,
    none: 10_000,
    reported: "dailyLoss",
    name: "dailyLossLimitPct",
    words: "Daily loss limit",
    measure: "basis points of the last close's equity",
    field: {
      card: "limits",
      place: 2,
      label: "Daily loss limit %",
      hint: "Once equity is this far below the last close, entries halt until the next session.",
    },
    axis: { flag: "daily-loss", max: 9_900 },
  },
  coolDownSec: {
    unit: "seconds",
    min: 0,
    max: 86_400,
    default: 600,
    none: 0,
    reported: "coolDownSec",
    name: "coolDownSec",
    words: "Cool-down",
    measure: "seconds",
    field: {
      card: "limits",
      place: 3,
      label: "Cool-down (seconds)",
      hint: "After each automated fill, per stock. 600 seconds are 10 minutes.",
    },
    axis: { flag: "cool-down", max: 30 * 86_400 },
  },
  allowAfterHours: {
    unit: "switch",
    default: false,
    name: "allowAfterHours",
    words: "After-hours trading",
    measure: "yes or no",
    field: { card: "limits", place: 4, label: "Allow after-hours trading" },
  },
  /** Automated entries an account may make in any minute. */
  entriesPerMinuteMax: {
    unit: "times",
    min: 0,
    max: RISK_UNBOUND,
    default: 10,
    none: RISK_UNBOUND,
    reported: "entriesPerMinute",
    name: "entriesPerMinuteMax",
    words: "Entries per minute",
    measure: "entries in any minute",
    isHidden: true,
  },
} as const satisfies SettingRows;

/** What the worker is told to do for the account, beside its rule. */
export const AUTOMATION_SETTINGS = {
  /** The rule's stop also rests at the broker, for each position the agent manages. */
  stopAtBroker: {
    unit: "switch",
    default: false,
    name: "stopAtBroker",
    words: "Stop at the broker",
    measure: "yes or no",
    field: {
      card: "rates",
      place: 7,
      label: "Keep the stop at the broker too",
      hint: "A stop order for all shares of each position the agent manages rests at the broker while automated trading is on. It sells even if Sevenfold is down. Before any other order of the symbol it is taken back.",
      ofStop: true,
    },
  },
  /** Has a card of its own on the page of settings: it takes no saving. */
  automationEnabled: {
    unit: "switch",
    default: false,
    name: "enableAutomatedTrading",
    words: "Automated trading",
    measure: "yes or no",
  },
} as const satisfies SettingRows;
