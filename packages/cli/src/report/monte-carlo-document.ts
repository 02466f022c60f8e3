import {
  BANDS,
  type BootstrapResult,
  percentilesOf,
} from "@sevenfold/application/research/monte-carlo/bootstrap";
import { earnedAmountsOf } from "../run/earned-amounts.ts";
import type { MonteCarloDocument as Published } from "../schema/monte-carlo-schema.ts";
import type { NamedRun } from "./compare-document.ts";
import { runIdOf } from "./inputs-hash.ts";

export interface MonteCarloOrigin {
  readonly of: NamedRun;
  readonly bootstrap: {
    readonly paths: number;
    readonly block: number;
    readonly seed: number;
  };
  readonly engineVersion: string;
  readonly inputsHash: string;
}

export type MonteCarloDocument = Published;

/** The one JSON document of `sevenfold monte-carlo`. docs/backtesting.md */
export function monteCarloDocument(
  drawn: readonly BootstrapResult[],
  origin: MonteCarloOrigin,
): MonteCarloDocument {
  const { summary, config } = origin.of.run;
  return {
    schemaVersion: 1 as const,
    kind: "monte-carlo" as const,
    runId: runIdOf(origin),
    engineVersion: origin.engineVersion,
    inputsHash: origin.inputsHash,
    of: { name: origin.of.name, runId: config.runId, symbols: summary.symbols },
    ...origin.bootstrap,
    initialCash: summary.initialCash,
    observed: {
      totalReturn: summary.metrics.totalReturn,
      maxDrawdown: summary.metrics.maxDrawdown,
    },
    percentiles: BANDS.map((share) => share * 100),
    /** What the run earned, by kind: all of it is drawn, what is open as if closed at the end. */
    earned: countsOf(origin.of.run),
    methods: drawn.map((result) => ({
      method: result.method,
      steps: result.steps,
      totalReturn: percentilesOf(result.growths),
      maxDrawdown: percentilesOf(result.drawdowns),
      /** Where the run itself lies outside what nine in ten paths came to. */
      outside: outsideOf(result, summary.metrics),
      lossProbability: shareOf(result.growths, (growth) => growth < 0),
      /** How often the deepest fall was deeper than the one observed. */
      deeperProbability: shareOf(
        result.drawdowns,
        (depth) => depth < (summary.metrics.maxDrawdown ?? 0),
      ),
      halvedProbability: shareOf(result.drawdowns, (depth) => depth <= -0.5),
      bands: result.bands,
    })),
    assumptions: assumptionsOf(origin.bootstrap.block),
  };
}

function countsOf(run: NamedRun["run"]) {
  const earned = earnedAmountsOf(run);
  if (earned === undefined) return null;
  const { closed, open, payments } = earned;
  return { closedTrades: closed, openPositions: open, payments };
}

const MEASURES = ["totalReturn", "maxDrawdown"] as const;

/** A number of the run beyond the outermost bands, and on which side of them. */
export interface OutsideBand {
  readonly measure: (typeof MEASURES)[number];
  readonly side: "below" | "above";
}

function outsideOf(
  { growths, drawdowns }: BootstrapResult,
  observed: Readonly<Record<(typeof MEASURES)[number], number | null>>,
): readonly OutsideBand[] {
  return MEASURES.flatMap((measure): OutsideBand[] => {
    const bands = percentilesOf(measure === "totalReturn" ? growths : drawdowns);
    const [value, low, high] = [observed[measure], bands[0]!, bands.at(-1)!];
    if (value === null || (low - SAME <= value && value <= high + SAME)) return [];
    return [{ measure, side: value < low ? "below" : "above" }];
  });
}

/** Sums of floating-point numbers in another order differ by less. */
const SAME = 1e-9;

const shareOf = (sample: Float64Array, holds: (value: number) => boolean): number =>
  sample.reduce((count, value) => count + Number(holds(value)), 0) / sample.length;

const assumptionsOf = (block: number): readonly string[] => [
  "Drawing trades again adds up as many results as there were, each as likely as any other: it forgets that they overlapped and came in good and bad times, and sees no fall between the two ends of a trade.",
  "Positions still open are drawn with what they had gained or lost at the last close, less the fees of their entry; splits and dividends are drawn with what they paid.",
  `Drawing blocks compounds ${block} days at a time as they came: it keeps quiet and wild times together, and forgets what lasts longer than a block.`,
  "Both draw from this past only: what never happened in it happens in no path.",
];
