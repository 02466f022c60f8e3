import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

describe("the latest run", () => {
  let runs = "";
  beforeAll(async () => {
    runs = await mkdtemp(join(tmpdir(), "sevenfold-latest-"));
    await sevenfold("backtest", EXAMPLE, "--out", runs, "--name", "ant");
  });
  afterAll(() => rm(runs, { recursive: true, force: true }));

  it("is no archive of it, no notes and no empty folder", async () => {
    const [ant] = await readdir(runs);
    await writeFile(join(runs, `${ant}.zip`), "");
    await writeFile(join(runs, "2027-notes.txt"), "");
    await mkdir(join(runs, "2027-01-01 old"));

    await expect(findRun("latest", runs)).resolves.toMatchObject({
      folder: expect.stringMatching(/-ant$/),
    });
  });

  it("is said to be damaged where it is, and no older one stands in for it", async () => {
    const damaged = join(runs, "2028-01-03T14-30-00Z-damaged");
    await mkdir(damaged);
    await writeFile(join(damaged, "config.json"), "{");

    await expect(findRun("latest", runs)).rejects.toThrow(/damaged.config\.json/);
  });
});
