import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { BarClock } from "../bars/bar-instants.ts";
import { loadBars } from "../bars/load-bars.ts";

export const CLOCK: BarClock = { zone: "America/New_York", session: "data" };
export const HEADER = "Date,Open,High,Low,Close,Volume";
export const ROWS = "2024-01-02,10,11,9,10.5,100\n2024-01-03,10.5,12,10,11.25,100\n";

export const folder = await mkdtemp(join(tmpdir(), "sevenfold-bars-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

export async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, text);
  return path;
}

/** The first symbol of one file as rows a person can compare. */
export async function rowsOf(text: string, clock: BarClock = CLOCK, name = "abc.csv") {
  const { columns, warnings } = await loadBars([await file(name, text)], [], clock);
  const { ticker, count, opensAt, closesAt, open, close } = columns[0]!;
  const time = (ms: number) => new Date(ms).toISOString().replace(":00.000Z", "Z");
  const rows = Array.from({ length: count }, (_, i) =>
    [time(opensAt[i]!), time(closesAt[i]!), open[i]! / 10_000, close[i]! / 10_000].join(" "),
  );
  return { ticker, rows, warnings, columns };
}
