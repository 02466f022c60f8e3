import { percentileOf } from "@sevenfold/application/research/metrics/sample";
import type { RunRecord, RunTrade } from "../../run/run-record.ts";
import { counted, duration, percent } from "../amounts.ts";
import { histogram } from "./histogram.ts";
import { markup } from "./markup.ts";
import type { ReportSection } from "./page.ts";
import { scatter } from "./scatter.ts";
import { switched } from "./switched.ts";

const DAY_MS = 86_400_000;

/** A closed trade whose folder tells how it went. */
type ToldTrade = RunTrade & Required<Pick<RunTrade, "heldSince" | "mae" | "mfe" | "growth">>;

const isTold = (trade: RunTrade): trade is ToldTrade =>
  trade.heldSince !== undefined && trade.mae !== undefined && trade.growth !== undefined;

/** How far prices went while trades were held, and for how long they were. */
export function excursionSection({ trades }: RunRecord): ReportSection | undefined {
  const told = trades.filter(isTold);
  if (told.length < 2) return undefined;
  const held = told.map(({ heldSince, time }) => (time - heldSince) / DAY_MS);
  return {
    id: "excursions",
    title: "How trades went",
    note: "A dot is a closed trade. Excursions are how far the price went against it and for it while it was held, in percent of the entry price.",
    body: markup`${switched("excursions", [
      [
        "Adverse",
        scatter({
          label: `Adverse excursion of ${counted(told.length, "trade")} and what each returned`,
          points: told.map(({ mae, growth }) => [mae, growth]),
          across: "furthest against the trade (MAE)",
          up: "what it returned",
          unit: "percent",
        }),
      ],
      [
        "Favorable",
        scatter({
          label: `Favorable excursion of ${counted(told.length, "trade")} and what each returned`,
          points: told.map(({ mfe, growth }) => [mfe, growth]),
          across: "furthest in its favor (MFE)",
          up: "what it returned",
          unit: "percent",
        }),
      ],
    ])}
${sentencesOf(told).map((sentence) => markup`<p class="note">${sentence}</p>`)}
<h3>How long trades were held</h3>
${histogram({
  label: `How long ${counted(told.length, "trade")} were held`,
  values: held,
  textOf: duration,
  marks: [{ at: percentileOf(held, 0.5), name: "median" }],
  look: "plain",
})}`,
  };
}

/** With fewer trades a share of them says little. */
const TRADES_MIN = 10;

/** What a stop or a target would have met. */
function sentencesOf(told: readonly ToldTrade[]): readonly string[] {
  const won = told.filter(({ growth }) => 0 < growth);
  const lost = told.filter(({ growth }) => growth < 0);
  return [
    ...(won.length < TRADES_MIN
      ? []
      : [
          `Nine in ten of the ${counted(won.length, "winning trade")} were never further down than ${percent(
            percentileOf(
              won.map(({ mae }) => mae),
              0.1,
            ),
          )}.`,
        ]),
    ...(lost.length < TRADES_MIN
      ? []
      : [
          `Half of the ${counted(lost.length, "losing trade")} had once been up by ${percent(
            percentileOf(
              lost.map(({ mfe }) => mfe),
              0.5,
            ),
          )} or more.`,
        ]),
  ];
}
