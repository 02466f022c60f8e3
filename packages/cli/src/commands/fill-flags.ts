import {
  type BacktestSettings,
  FILL_MODELS,
  PRICE_PATHS,
  RESTING_EXITS,
} from "@sevenfold/application/research/backtest/backtest-settings";
import type { Commission, Slippage } from "@sevenfold/application/research/backtest/costs";
import { BPS_PER_ONE, type Bps, bps, type Money, money, NO_MONEY } from "@sevenfold/domain/money";
import type { Strategy } from "@sevenfold/domain/strategy";
import { InvalidArgumentError, Option } from "commander";
import { usageFailure } from "../failure.ts";
import { choice } from "./choice-flag.ts";

/** What the command line says about how orders fill and what that costs. */
export interface FillFlags {
  readonly fill?: BacktestSettings["fill"];
  readonly path: NonNullable<BacktestSettings["path"]>;
  readonly resting: NonNullable<BacktestSettings["resting"]>;
  readonly commission?: Commission;
  readonly slippage?: Slippage;
  readonly volumeLimit?: Bps;
}

/** The flags of the simulated venue and its broker. docs/backtesting.md */
export const fillFlags = (): readonly Option[] => [
  choice("--fill <model>", "where orders fill: next-open unless given", FILL_MODELS),
  choice("--path <path>", "what of a bar is traded: its close, or its whole way", [
    ...PRICE_PATHS,
  ]).default("close"),
  choice("--resting <exits>", "exits that wait at the venue as orders", [...RESTING_EXITS]).default(
    "none",
  ),
  new Option("--commission <parts>", "such as order=1,share=0.005,percent=0.1,min=1").argParser(
    commission,
  ),
  new Option("--slippage <parts>", "such as bps=5,spread=0.02,impact=10%").argParser(slippage),
  new Option(
    "--volume-limit <share>",
    "most of a bar's volume that orders fill, such as 10%",
  ).argParser(volumeLimit),
];

type FillSettings = Omit<BacktestSettings, "strategy" | "limits" | "cash">;

/** Throws a usage `Failure` when the flags contradict each other, or rest what the strategy lacks. */
export function fillSettingsOf(flags: FillFlags, strategy: Strategy): FillSettings {
  const { fill, path, resting, commission, slippage, volumeLimit } = flags;
  if ((resting === "stop" || resting === "both") && !strategy.stopLossEnabled)
    throw usageFailure(`--resting ${resting} has no stop to rest; add --stop on`);
  if ((resting === "target" || resting === "both") && strategy.mode === "TRAILING")
    throw usageFailure(
      `--resting ${resting} has no target to rest; take --mode simple or hybrid, or --resting stop`,
    );
  if (path === "ohlc" && fill !== undefined)
    throw usageFailure(
      "--path ohlc fills where the price crosses the trigger; leave --fill away, or take --path close",
    );
  if (path === "ohlc" && resting !== "none")
    throw usageFailure(
      "--path ohlc fills every exit where the price crosses it; leave --resting away, or take --path close",
    );
  return {
    fill: fill ?? "next-open",
    path,
    resting,
    ...(commission && commission !== NO_COMMISSION && { commission }),
    ...(slippage && slippage !== NO_SLIPPAGE && { slippage }),
    ...(volumeLimit !== undefined && { volumeLimitBps: volumeLimit }),
  };
}

const MILLION = 1_000_000;
/** A ten-thousandth of a dollar in its millionths. */
const MILLIONTHS_PER_UNIT = 100;
/** A basis point in millionths of a percent. */
const MILLIONTHS_PER_BPS = 10_000;

/** What "none" says, unlike a flag that is not there. */
const NO_COMMISSION: Commission = {
  ...{ perOrder: NO_MONEY, perShare: 0, rate: 0, minimum: NO_MONEY },
};
const NO_SLIPPAGE: Slippage = { bps: bps(0), spread: NO_MONEY, impactBps: bps(0) };

function commission(text: string): Commission {
  if (text === "none") return NO_COMMISSION;
  const parts = partsOf(text, ["order", "share", "percent", "min"]);
  return {
    perOrder: dollarsOf(parts.order),
    perShare: parts.share,
    rate: rateOf(parts.percent),
    minimum: dollarsOf(parts.min),
  };
}

function slippage(text: string): Slippage {
  if (text === "none") return NO_SLIPPAGE;
  const parts = partsOf(text, ["bps", "spread", "impact"]);
  return {
    bps: wholeBps(parts.bps / MILLION, "bps=1"),
    spread: dollarsOf(parts.spread),
    impactBps: wholeBps(parts.impact / MILLIONTHS_PER_BPS, "impact=0.01"),
  };
}

function volumeLimit(text: string): Bps | undefined {
  if (text === "none") return undefined;
  const millionths = millionthsOf(text.replace(/%$/, ""));
  if (millionths === undefined || millionths === 0)
    throw new InvalidArgumentError('It is a percentage of the volume, such as "10%", or "none".');
  const isPercent = text.endsWith("%") || MILLION < millionths;
  if (!isPercent && millionths === MILLION)
    throw new InvalidArgumentError('It may be all of the volume or 1%: write "100%" or "1%".');
  return wholeBps(millionths / (isPercent ? MILLIONTHS_PER_BPS : MILLION / BPS_PER_ONE), "0.01%");
}

/** What may be written with a percent sign; the other parts are dollars or basis points. */
const PERCENTS: ReadonlySet<string> = new Set(["percent", "impact"]);

/** "order=1,share=0.005" in millionths; a part that is not named is 0. */
function partsOf<Name extends string>(
  text: string,
  names: readonly Name[],
): Readonly<Record<Name, number>> {
  const parts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  const seen = new Set<string>();
  for (const part of text.split(",")) {
    const [word = "", value = ""] = part.split("=").map((piece) => piece.trim());
    const name = names.find((known) => known === word);
    const millionths = millionthsOf(PERCENTS.has(word) ? value.replace(/%$/, "") : value);
    if (name !== undefined && /^-[\d.]/.test(value))
      throw new InvalidArgumentError(`"${part}" is below 0, and no cost is.`);
    if (name !== undefined && TOO_FINE.test(value.replace(/%$/, "")))
      throw new InvalidArgumentError(
        `"${part}" is finer or larger than costs are counted: at most seven digits before the point and six after it.`,
      );
    if (name === undefined || millionths === undefined)
      throw new InvalidArgumentError(
        `"${part}" is not one of ${names.map((known) => `${known}=NUMBER`).join(", ")}.`,
      );
    if (seen.has(name)) throw new InvalidArgumentError(`"${name}" is given twice.`);
    seen.add(name);
    parts[name] = millionths;
  }
  return parts;
}

/** A number that is not counted in millionths. */
const TOO_FINE = /^(?:\d{8,}(?:\.\d*)?|\d*\.\d{7,})$/;

function millionthsOf(text: string): number | undefined {
  const match = /^(\d{0,7})(?:\.(\d{0,6}))?$/.exec(text);
  if (!match || text === "" || text === ".") return undefined;
  return Number(match[1]) * MILLION + Number((match[2] ?? "").padEnd(6, "0"));
}

function dollarsOf(millionths: number): Money {
  if (millionths % MILLIONTHS_PER_UNIT !== 0)
    throw new InvalidArgumentError("An amount has at most four decimals.");
  return money(millionths / MILLIONTHS_PER_UNIT);
}

/** Millionths of a percent → millionths of the whole, up to 100%. */
function rateOf(millionths: number): number {
  const rate = millionths / 100;
  if (!Number.isInteger(rate) || MILLION < rate)
    throw new InvalidArgumentError("A percentage has at most four decimals and is at most 100.");
  return rate;
}

/** @param one a basis point, as the flag writes it */
function wholeBps(points: number, one: string): Bps {
  if (!Number.isInteger(points) || BPS_PER_ONE < points)
    throw new InvalidArgumentError(
      `It must be whole basis points, at most 10,000 (${one} is one).`,
    );
  return bps(points);
}
