import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SettingRow } from "../packages/domain/src/setting-row.ts";
import {
  AUTOMATION_SETTINGS,
  LIMIT_SETTINGS,
  STRATEGY_SETTINGS,
} from "../packages/domain/src/setting-table.ts";
import { sourceFiles, withoutComments } from "./source-files.ts";

const TABLE = "packages/domain/src/setting-table.ts";
const FILES_MAX = 4;

/** Where the rule stands: what the worker, a backtest and a sweep do by a setting. */
const RULE =
  /^packages\/(domain\/src\/(?!setting-table|choice-settings)|application\/src\/(trading|research|views)\/|application\/src\/people\/demo\/demo-account|cli\/src\/run\/assumptions)/;
const NOT_COUNTED = /\/migrations\/|\.test\.|\.bench\.|\.conformance\.|\/testing\//;

const product = sourceFiles("packages/*/src")
  .filter((path) => !NOT_COUNTED.test(path))
  .map((path) => ({ path, code: withoutComments(readFileSync(path, "utf8")) }));

/** They are more than one setting among others: which others are shown, a band of two, a switch with routes. */
const CENTRAL = ["mode", "stopLossEnabled", "buyDropBps", "buyDropMaxBps", "automationEnabled"];

const settings = [STRATEGY_SETTINGS, LIMIT_SETTINGS, AUTOMATION_SETTINGS].flatMap((rows) =>
  Object.entries<SettingRow>(rows)
    .filter(([key]) => !CENTRAL.includes(key))
    .map(([key, { name }]) => ({ key, name })),
);

describe("a setting", () => {
  it.each(settings)("$key is named in four files at most, rule and migration apart", (setting) => {
    const files = filesNaming(setting).filter((path) => !RULE.test(path));

    expect(files.slice(FILES_MAX)).toEqual([]);
    expect(files).toContain(TABLE);
  });

  it("that the worker alone obeys, as the stop at the broker, is its rule and one row", () => {
    expect(filesNaming({ key: "stopAtBroker", name: "stopAtBroker" })).toEqual([
      "packages/application/src/trading/orders/send-again.ts",
      "packages/application/src/trading/settings/change-settings.ts",
      "packages/application/src/trading/stops/keep-stops.ts",
      "packages/application/src/trading/stops/stop-step.ts",
      TABLE,
    ]);
  });
});

/** By the domain's name or the one it travels under. */
function filesNaming({ key, name }: { readonly key: string; readonly name: string }) {
  const named = new RegExp(`\\b(${key}|${name})\\b`);
  return product
    .filter(({ code }) => named.test(code))
    .map(({ path }) => path)
    .sort();
}
