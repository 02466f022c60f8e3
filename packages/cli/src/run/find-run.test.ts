import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
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

it("takes for the latest no run but one: an archive of it, notes and an empty folder are none", async () => {
  await writeFile(join(folder, "2026-11-20T14-30-05Z-ant.zip"), "");
  await writeFile(join(folder, "2027-notes.txt"), "");
  await mkdir(join(folder, "2027-01-01 old"));

  expect((await findRun("latest", folder)).folder).toMatch(/-ant$/);
});

it("says which run is damaged, and takes no older one in its place", async () => {
  const damaged = join(folder, "2028-01-03T14-30-00Z-damaged");
  await mkdir(damaged);
  await writeFile(join(damaged, "config.json"), "{");

  await expect(findRun("latest", folder)).rejects.toThrow(/damaged.config\.json/);
});
