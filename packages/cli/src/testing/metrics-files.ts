import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { MetricsDocument } from "../metrics/metrics-document.ts";
import { sevenfold } from "./run-sevenfold.ts";

export const folder = await mkdtemp(join(tmpdir(), "sevenfold-metrics-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

export const EQUITY = [
  "date,equity",
  "2024-01-02,100",
  "2024-01-03,110",
  "2024-01-04,99",
  "2024-01-05,108.9",
];

export async function file(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}

export async function documentOf(...argv: readonly string[]): Promise<MetricsDocument> {
  const { stdout, stderr } = await sevenfold("metrics", ...argv, "--json");
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as MetricsDocument;
}
