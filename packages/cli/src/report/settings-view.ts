import type {
  BacktestSettings,
  ShortTerms,
  StrategyOrigin,
} from "@sevenfold/application/research/backtest/backtest-settings";
import {
  INITIAL_MARGIN_PERCENT,
  MAINTENANCE_MARGIN_PERCENT,
} from "@sevenfold/application/research/shorts/margin";
import { BPS_PER_ONE, dollarsOf } from "@sevenfold/domain/money";
import type { BarClock } from "../bars/bar-instants.ts";
import { limitingView, limitsView, type StrategyView, strategyView } from "./setting-values.ts";

/** The settings of a run as the flags name them: rates as fractions, null where no limit is. */
export function settingsView(settings: BacktestSettings, clock: BarClock) {
  const { limits, fill, path = "close", resting = "none" } = settings;
  return {
    ...strategyShown(settings),
    fill: path === "ohlc" ? "crossing" : fill,
    path,
    resting,
    commission: commissionView(settings),
    slippage: slippageView(settings),
    volumeLimit:
      settings.volumeLimitBps === undefined ? null : settings.volumeLimitBps / BPS_PER_ONE,
    limits: limitsView(limits),
    session: clock.session,
    tz: clock.zone,
  };
}

type StrategyShown = StrategyView & {
  /** Who decides in the rule's place; of the rule there is then no more than what limits everyone. */
  readonly own?: StrategyOrigin;
  /** Absent: nothing is sold short. */
  readonly shorts?: ReturnType<typeof shortsView>;
  /** Absent: shares are whole. */
  readonly fractional?: true;
};

const strategyShown = ({ strategy, own, shorts, fractional }: BacktestSettings): StrategyShown =>
  own === undefined
    ? strategyView(strategy)
    : ({
        own,
        ...(shorts && { shorts: shortsView(shorts) }),
        ...(fractional && { fractional }),
        ...limitingView(strategy),
      } as StrategyShown);

/** The cost of a year, and the margins, as fractions of what is owed. */
const shortsView = ({ borrowRate }: ShortTerms) => ({
  borrowRate: borrowRate / MILLION,
  initialMargin: INITIAL_MARGIN_PERCENT / 100,
  maintenanceMargin: MAINTENANCE_MARGIN_PERCENT / 100,
});

/** In dollars; the rate as a fraction. */
const commissionView = ({ commission }: BacktestSettings) =>
  commission === undefined
    ? null
    : {
        order: dollarsOf(commission.perOrder),
        share: commission.perShare / MILLION,
        rate: commission.rate / MILLION,
        minimum: dollarsOf(commission.minimum),
      };

/** The spread in dollars, the others as fractions of the price. */
const slippageView = ({ slippage }: BacktestSettings) =>
  slippage === undefined
    ? null
    : {
        rate: slippage.bps / BPS_PER_ONE,
        spread: dollarsOf(slippage.spread),
        impact: slippage.impactBps / BPS_PER_ONE,
      };

const MILLION = 1_000_000;

export type SettingsView = ReturnType<typeof settingsView>;

/** "Buys a fall of 4% from the high, sells a rise of 4% from the low; orders fill at the next open." */
export function settingsSentence(view: SettingsView): string {
  return `${decisionsOf(view)}; ${circumstancesOf(view)}.`;
}

/** "sma.ts (fast 20, slow 50) says what to hold" */
function decisionsOf(view: SettingsView): string {
  if (view.own === undefined) return ruleOf(view);
  const set = Object.entries(view.own.parameters).map(([name, value]) => `${name} ${value}`);
  return `${view.own.name}${set.length === 0 ? "" : ` (${set.join(", ")})`} says what to hold${view.shorts === undefined ? "" : " and what to sell short"}${view.fractional ? ", in parts of a share too" : ""}`;
}

function ruleOf(view: SettingsView): string {
  const enters =
    view.mode === "hybrid"
      ? `Buys a fall of ${percent(view.buyDrop)} to ${percent(view.buyDropMax)} from the high`
      : `Buys a fall of ${percent(view.buyDrop)} from the high`;
  const rise = `a rise of ${percent(view.sellRise)} from the low`;
  const profit = `a gain of ${percent(view.takeProfit)} on the entry`;
  const leaves = { trailing: rise, simple: profit }[view.mode] ?? `${profit} or ${rise}`;
  const stop = view.stop === "on" ? `, and all at a loss of ${percent(view.stopLoss)}` : "";
  const waits = view.patternConfirmation === "require" ? " once a bar pattern confirms it" : "";
  return `${enters}${waits}, sells ${leaves}${stop}`;
}

function circumstancesOf(view: SettingsView): string {
  const fills = { close: "the deciding close", crossing: "the crossing price" }[
    view.fill as string
  ];
  const costs = costNamesOf(view).join(" and ") || "no costs";
  const limits = view.limits.positionShare === null ? "no risk limits" : "risk limits on";
  return `orders fill at ${fills ?? "the next open"}; ${limits}; ${costs}`;
}

/** What a run is charged: nothing is a result that one could not have had. */
export const costNamesOf = (
  view: Pick<SettingsView, "commission" | "slippage" | "shorts">,
): readonly string[] => [
  ...(view.commission === null ? [] : ["commissions"]),
  ...(view.slippage === null ? [] : ["slippage"]),
  ...(view.shorts === undefined || view.shorts.borrowRate === 0 ? [] : ["borrowing"]),
];

const percent = (fraction: number): string => `${Math.round(fraction * BPS_PER_ONE) / 100}%`;
