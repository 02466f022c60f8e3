import { join } from "node:path";
import { numberOfCell, readCsvTable } from "../bars/csv-table.ts";
import { readJson } from "./read-json.ts";
import type { RunConfig } from "./run-schema.ts";
import {
  type AxisValue,
  type SweepRecord,
  SweepSummary,
  type SweepTrial,
  TRIAL_COLUMNS,
} from "./sweep-schema.ts";

/** Reads a sweep's folder back. Throws a `Failure` that names the file and what is wrong in it. */
export async function readSweep(folder: string, config: RunConfig): Promise<SweepRecord> {
  const summary = await readJson(join(folder, "metrics.json"), SweepSummary);
  return { config, summary, results: await readTrials(join(folder, "trials.csv"), summary) };
}

async function readTrials(path: string, { axes }: SweepSummary): Promise<readonly SweepTrial[]> {
  const names = [...axes.map(({ name }) => name), ...TRIAL_COLUMNS];
  const { rows } = await readCsvTable(
    path,
    Object.fromEntries(names.map((name) => [name, [name.toLowerCase()]])),
  );
  return rows.map((row) => {
    const values = axes.map(({ name }): [string, AxisValue] => {
      const cell = row.cell(name) ?? "";
      return [name, numberOfCell(cell) ?? cell];
    });
    const numbers = TRIAL_COLUMNS.map((column): [string, number | null] => {
      const cell = row.cell(column) ?? "";
      if (cell === "") return [column, null];
      return [column, numberOfCell(cell) ?? row.refuse(`the ${column} is no number`)];
    });
    return { ...Object.fromEntries(numbers), values: Object.fromEntries(values) } as SweepTrial;
  });
}
