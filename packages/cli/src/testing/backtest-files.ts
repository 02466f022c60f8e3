import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import type { BacktestDocument } from "../report/backtest-document.ts";
import { sevenfold } from "./run-sevenfold.ts";

export const EXAMPLES = fileURLToPath(new URL("../../examples/", import.meta.url));
export const EXAMPLE = join(EXAMPLES, "two-stocks-2024.csv");

export async function documentOf(...argv: readonly string[]): Promise<BacktestDocument> {
  const { stdout } = await sevenfold("backtest", ...argv, "--json");
  return JSON.parse(stdout) as BacktestDocument;
}

export const folder = await mkdtemp(join(tmpdir(), "sevenfold-backtest-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

export async function csv(name: string, rows: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, ["Date,Open,High,Low,Close", ...rows, ""].join("\n"));
  return path;
}
