import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sevenfold } from "../testing/run-sevenfold.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/two-stocks-2024.csv", import.meta.url));
const AXES = ["--set", "buyDropPct=2,4", "--set", "sellRisePct=2,4"];

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-walk-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function walked(...flags: readonly string[]) {
  const ledger = join(folder, "trials.jsonl");
  return sevenfold("walk-forward", EXAMPLE, ...AXES, "--ledger", ledger, ...flags);
}

describe("sevenfold walk-forward", () => {
  it("counts nothing where its run could not be kept", async () => {
    const ledger = join(folder, "uncounted.jsonl");

    const words = ["walk-forward", EXAMPLE, ...AXES, "--ledger", ledger, "--out", EXAMPLE];
    const { exitCode, stderr } = await sevenfold(...words);

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^sevenfold: cannot keep the run in .*: a file is in the way/);
    expect(await readdir(folder)).not.toContain("uncounted.jsonl");
  });

  it("chooses by the days before each step, and counts only the days after", async () => {
    const { stdout, exitCode } = await walked("--windows", "3", "--json");
    const document = JSON.parse(stdout);

    expect(exitCode).toBe(0);
    // 252 days: three steps of 41 after 123 to choose by, with five purged between.
    expect(document.plan).toEqual({ train: 123, test: 41, purge: 5, anchored: false });
    expect(
      document.steps.map(({ train, test }: { train: Days; test: Days }) => [train.days, test.days]),
    ).toEqual([
      [123, 41],
      [123, 41],
      [123, 41],
    ]);
    for (const { train, test } of document.steps) expect(train.to < test.from).toBe(true);
    const chained = document.steps.reduce(
      (growth: number, step: { outOfSampleReturn: number }) =>
        growth * (1 + step.outOfSampleReturn),
      1,
    );
    expect(document.metrics.days).toBe(123);
    expect(document.metrics.totalReturn).toBeCloseTo(chained - 1, 12);
  });

  it("says its costs, the headline before and after them, and one verdict on what is left", async () => {
    const { stdout } = await walked("--windows", "3");
    const judged = JSON.parse((await walked("--windows", "3", "--json")).stdout);
    const free = JSON.parse(
      (await walked("--windows", "3", "--json", "--slippage", "none", "--commission", "none"))
        .stdout,
    );

    const last = stdout.trimEnd().split("\n").slice(-3);
    expect(last[0]).toMatch(
      /^Had trading been free it would have made .* an order may cost \d+ basis points? /,
    );
    expect(last[2]).toBe(judged.verdict.sentence);
    expect(judged.costs.returnAfter).toBeCloseTo(judged.metrics.totalReturn, 12);
    expect(judged.costs.returnBefore).toBeGreaterThan(judged.costs.returnAfter);
    expect(free.verdict.doubts).toEqual(["free-of-costs"]);
  });

  it("counts whole walks as tries of their own, a repeated one once", async () => {
    const own = ["--windows", "2", "--ledger", join(folder, "walks.jsonl"), "--json"];
    const walksAfter = async (...flags: readonly string[]) =>
      JSON.parse((await walked(...own, ...flags)).stdout).skill.walks;

    expect([await walksAfter(), await walksAfter(), await walksAfter("--windows", "4")]).toEqual([
      ...[1, 1, 2],
    ]);
  });

  it("chooses by all days so far when anchored", async () => {
    const { stdout } = await walked("--train", "100", "--test", "50", "--anchored", "--json");
    const document = JSON.parse(stdout);

    expect(document.steps.map(({ train }: { train: Days }) => train.days)).toEqual([100, 150, 200]);
  });

  it("counts what it tried in the ledger, and keeps a report that can be made again", async () => {
    const out = join(folder, "kept");
    const { stdout } = await walked("--windows", "2", "--out", out);
    const [name] = await readdir(out);
    const first = await readFile(join(out, name!, "report.html"), "utf8");
    const again = await sevenfold("report", join(out, name!), "--out", "-");
    const equity = await sevenfold("metrics", join(out, name!, "equity.csv"), "--json");
    const document = JSON.parse(await readFile(join(out, name!, "metrics.json"), "utf8"));

    expect(stdout).toMatch(
      /^Choosing made .* a year on the days it chose by and .* on the days after/m,
    );
    expect(document.triedEver).toBeGreaterThanOrEqual(8);
    expect(again.stdout).toBe(first);
    expect(JSON.parse(equity.stdout).metrics.totalReturn).toBeCloseTo(
      document.metrics.totalReturn,
      12,
    );
  });

  it.each([
    ["too many days", ["--train", "300", "--test", "50"], /there are 252 trading days/],
    [
      "a purge that leaves too few",
      ["--train", "150", "--test", "50", "--purge", "60"],
      /there are 252 trading days, and 150 to choose by, 60 left out and 50 to try them on are more; lower --windows, --train, --test or --purge/,
    ],
  ])("ends with 2 for %s", async (_, flags, message) => {
    const { exitCode, stdout, stderr } = await walked(...flags);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });
});

interface Days {
  readonly from: string;
  readonly to: string;
  readonly days: number;
}
