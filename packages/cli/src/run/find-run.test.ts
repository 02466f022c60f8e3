import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sevenfold } from "../testing/run-sevenfold.ts";
import { findRun } from "./find-run.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/two-stocks-2024.csv", import.meta.url));

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-found-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("takes for the latest the run begun last, also of those begun in one second", async () => {
  for (const name of ["ox", "zebra", "ant"]) {
    await sevenfold("backtest", EXAMPLE, "--out", folder, "--name", name);
    const kept = (await readdir(folder)).find((each) => each.endsWith(name))!;
    await rename(join(folder, kept), join(folder, `2026-11-20T14-30-05Z-${name}`));
  }
  await sevenfold("backtest", EXAMPLE, "--out", folder, "--name", "yak");
  const yak = (await readdir(folder)).find((each) => each.endsWith("yak"))!;
  await rename(join(folder, yak), join(folder, "2026-11-20T14-30-04Z-yak"));

  expect((await findRun("latest", folder)).folder).toMatch(/-ant$/);
});
