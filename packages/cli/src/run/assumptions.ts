import type {
  BacktestSettings,
  ShortTerms,
} from "@sevenfold/application/research/backtest/backtest-settings";
import type { Commission, Slippage } from "@sevenfold/application/research/backtest/costs";
import {
  INITIAL_MARGIN_PERCENT,
  MAINTENANCE_MARGIN_PERCENT,
} from "@sevenfold/application/research/shorts/margin";
import { BPS_PER_ONE, dollarsOf } from "@sevenfold/domain/money";
import { RISK_UNLIMITED, type RiskLimits } from "@sevenfold/domain/strategy";
import type { BarClock } from "../bars/bar-instants.ts";
import { settingsSentence, settingsView } from "../report/settings-view.ts";

/** What a run did, and what its numbers take for granted, in sentences a reader of its report needs. */
export function assumptionsOf(settings: BacktestSettings, clock: BarClock): readonly string[] {
  return [
    settingsSentence(settingsView(settings, clock)),
    ...pathSentences(settings),
    commissionSentence(settings.commission),
    slippageSentence(settings.slippage),
    ...(settings.volumeLimitBps === undefined
      ? []
      : [`An order takes at most ${rate(settings.volumeLimitBps)} of the volume of a bar.`]),
    clock.session === "xnys"
      ? "Nothing trades outside the regular hours of the New York Stock Exchange, and prices outside them value nothing."
      : "Every bar counts as inside the trading session.",
    limitSentence(settings.limits),
    ...shortSentences(settings.shorts),
    ...(settings.fractional
      ? [
          "Every symbol can be had in parts of a share, to nine decimals and for a dollar at the least; not every venue and not every stock can.",
        ]
      : []),
    "What is still held at the end is valued at its last close and not sold.",
    "The past was chosen after it happened: symbols that vanished are missing, and settings that look best here looked best here only.",
  ];
}

function pathSentences({ path = "close", fill, resting = "none" }: BacktestSettings): string[] {
  if (path === "ohlc")
    return [
      "The strategy sees the open, both extremes and the close of a bar in turn, the worse extreme first, and its orders fill at the price that crossed the trigger.",
    ];
  return [
    "Only the close of a bar is a price to the strategy: what happened within a bar triggers nothing that does not rest at the venue.",
    fill === "close"
      ? "An order fills at the very close it was decided on. Nobody can trade so; the result flatters."
      : "An order fills at the next open of its symbol, however far that is from the price it was decided on.",
    ...(resting === "none"
      ? []
      : [
          `Exits rest at the venue (${resting === "both" ? "stop and target" : resting}): a stop fills at the worse of open and stop, a target at its price or better, and the stop first where a bar reaches both.`,
        ]),
  ];
}

function commissionSentence(commission: Commission | undefined): string {
  if (commission === undefined) return "Commissions are taken as nothing.";
  const { perOrder, perShare, rate: ofValue, minimum } = commission;
  const parts = [
    ...(perOrder === 0 ? [] : [`${dollarsOf(perOrder)} an order`]),
    ...(perShare === 0 ? [] : [`${perShare / MILLION} a share`]),
    ...(ofValue === 0 ? [] : [`${(ofValue / MILLION) * 100}% of its value`]),
  ];
  const least = minimum === 0 ? "" : `, at least ${dollarsOf(minimum)}`;
  return `The broker takes ${parts.join(" and ") || "nothing more"}${least} (dollars).`;
}

function slippageSentence(slippage: Slippage | undefined): string {
  if (slippage === undefined)
    return "Orders pay no spread and do not move the market: for large sizes or frequent trades the truth is worse.";
  const parts = [
    ...(slippage.bps === 0 ? [] : [`${rate(slippage.bps)} of the price`]),
    ...(slippage.spread === 0 ? [] : [`half of a spread of ${dollarsOf(slippage.spread)} dollars`]),
    ...(slippage.impactBps === 0
      ? []
      : [
          `an impact of ${rate(slippage.impactBps)} at a whole bar's volume, falling with its square`,
        ]),
  ];
  return `Market and stop orders fill worse than the market by ${parts.join(" and ") || "nothing"}.`;
}

function shortSentences(shorts: ShortTerms | undefined): readonly string[] {
  if (shorts === undefined) return [];
  return [
    `Any share can be borrowed at any time, for ${shorts.borrowRate / 10_000}% of its closing value a year of 360 days, paid for every night; hard ones cost many times as much, and cash earns nothing.`,
    `What is short keeps ${INITIAL_MARGIN_PERCENT}% of its worth in cash when it is sold; where the cash falls below ${MAINTENANCE_MARGIN_PERCENT}% at a close, all of it is bought back at the next openings.`,
  ];
}

function limitSentence(limits: RiskLimits): string {
  if (limits.maxPositionBps === RISK_UNLIMITED)
    return "No risk limit holds, but cash never goes below zero.";
  return `The risk limits hold: at most ${rate(limits.maxPositionBps)} of equity in one symbol, no entry for the rest of a day that lost ${rate(limits.dailyLossBps)}, ${limits.coolDownSec} seconds between automated orders of a symbol.`;
}

const MILLION = 1_000_000;
const rate = (bps: number): string => `${(bps / BPS_PER_ONE) * 100}%`;
