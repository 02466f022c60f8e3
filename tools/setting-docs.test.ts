import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isNumberRow, type SettingRow, UNIT_SCALES } from "../packages/domain/src/setting-row.ts";
import {
  AUTOMATION_SETTINGS,
  LIMIT_SETTINGS,
  STRATEGY_SETTINGS,
} from "../packages/domain/src/setting-table.ts";

describe("the documents", () => {
  it("list every setting as the table has it", () => {
    expect(tableUnder("docs/strategy.md", "| Setting |")).toEqual(settingLines());
  });

  it("list the flag of every setting with its default and its words", () => {
    const lines = tableUnder("docs/backtesting.md", "| Flag |");

    expect(flagLines().filter((wanted) => !lines.some((line) => line.startsWith(wanted)))).toEqual(
      [],
    );
  });

  it("name every setting that a sweep varies", () => {
    const named =
      /The names are (.+?);/.exec(readFileSync("docs/backtesting.md", "utf8"))?.[1] ?? "";

    expect(wordsIn(named).sort()).toEqual([...axisNames(), "cash"].sort());
  });
});

/** The rows below a table's head. */
function tableUnder(document: string, head: string): readonly string[] {
  const lines = readFileSync(document, "utf8").split("\n");
  const start = lines.findIndex((line) => line.startsWith(head));
  const after = lines.slice(start + 2);
  return after.slice(
    0,
    after.findIndex((line) => !line.startsWith("|")),
  );
}

const wordsIn = (markdown: string): string[] =>
  [...markdown.matchAll(/`(\w+)`/g)].map(([, word = ""]) => word);

const settingLines = (): readonly string[] =>
  [STRATEGY_SETTINGS, LIMIT_SETTINGS, AUTOMATION_SETTINGS]
    .flatMap((rows) => Object.entries<SettingRow>(rows))
    .map(([key, row]) => {
      const cells = [`\`${key}\``, row.isHidden ? "" : `\`${row.name}\``, row.measure];
      return `| ${[...cells, ...boundsOf(row), presetOf(row)].join(" | ")} |`.replace(
        / {2,}/g,
        " ",
      );
    });

const boundsOf = (row: SettingRow): readonly string[] =>
  isNumberRow(row) && !row.isHidden ? [row.min, row.max].map((at) => amountOf(row, at)) : ["", ""];

const presetOf = (row: SettingRow): string => {
  if (isNumberRow(row)) return amountOf(row, row.default);
  return row.unit === "switch" ? (row.default ? "yes" : "no") : `\`${row.default}\``;
};

/** Rates stay in basis points, as the rule counts them. */
function amountOf(row: SettingRow, stored: number): string {
  const scale = row.unit === "dollars" ? UNIT_SCALES.dollars : 1;
  return (stored / scale).toLocaleString("en-US");
}

/** A line begins so; what each choice means may follow. */
const flagLines = (): readonly string[] =>
  Object.values<SettingRow>(STRATEGY_SETTINGS).map((row) => {
    const { name, words, default: preset = row.default } = row.flag!;
    return `| \`--${name}\` | ${flagPresetOf(row, preset)} | ${words}`;
  });

function flagPresetOf(row: SettingRow, preset: boolean | number | string | null): string {
  if (preset === null) return "as the mode has it";
  if (row.unit === "choice") return `\`${String(preset).toLowerCase()}\``;
  return String(isNumberRow(row) ? Number(preset) / UNIT_SCALES[row.unit] : preset);
}

const axisNames = (): readonly string[] =>
  [STRATEGY_SETTINGS, LIMIT_SETTINGS]
    .flatMap((rows) => Object.values<SettingRow>(rows))
    .filter(({ flag, axis }) => flag ?? axis)
    .map(({ name, axis }) => axis?.name ?? name);
