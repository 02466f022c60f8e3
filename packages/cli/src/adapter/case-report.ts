import type { CaseResult } from "@sevenfold/application/broker-kit/run-broker-cases";
import {
  BROKER_CAPABILITIES,
  type BrokerCapability,
  type VenueBench,
} from "@sevenfold/application/broker-kit/venue-bench";
import { textTable } from "../report/text-table.ts";

/** What `sevenfold adapter test --json` prints. */
export interface CaseDocument {
  readonly schemaVersion: 1;
  readonly engineVersion: string;
  readonly adapter: string;
  readonly capabilities: readonly BrokerCapability[];
  readonly lacks: readonly BrokerCapability[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly cases: readonly CaseResult[];
}

export function caseDocument(
  { name, capabilities }: Pick<VenueBench, "capabilities" | "name">,
  cases: readonly CaseResult[],
  engineVersion: string,
): CaseDocument {
  const count = (outcome: CaseResult["outcome"]) =>
    cases.filter((each) => each.outcome === outcome).length;
  const known = Object.keys(BROKER_CAPABILITIES) as BrokerCapability[];
  return {
    schemaVersion: 1,
    engineVersion,
    adapter: name,
    capabilities: known.filter((each) => capabilities.includes(each)),
    lacks: known.filter((each) => !capabilities.includes(each)),
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    cases: cases.map((each) => ({ ...each, durationMs: Math.round(each.durationMs) })),
  };
}

/** The table, what broke and why, and the closing line. */
export function caseReport(document: CaseDocument): string {
  const { adapter, cases, failed, passed, skipped } = document;
  const rows = cases.map((each) => [
    each.rule,
    each.outcome === "failed" ? "FAILED" : each.outcome,
    each.outcome === "skipped" ? "" : String(each.durationMs),
    each.outcome === "skipped" ? `lacks ${each.lacks}` : each.promise,
  ]);
  const table = textTable(["rule", "", "ms", "the adapter …"], rows, [
    "left",
    "left",
    "right",
    "left",
  ]);
  const broken = brokenAlike(cases).map(
    ([message, rules]) =>
      `${rules.map(({ rule, promise }) => `${rule}\n  it ${promise}`).join("\n")}\n  ${message}`,
  );
  const closing = `${adapter}: ${passed} passed, ${failed} failed, ${skipped} skipped`;
  return `${[table, ...broken, closing].join("\n\n")}\n`;
}

/** The broken rules by what went wrong, which is said once however many rules it broke. */
function brokenAlike(cases: readonly CaseResult[]) {
  const alike = new Map<string, CaseResult[]>();
  for (const each of cases) {
    if (each.outcome !== "failed") continue;
    const others = alike.get(each.message);
    if (others === undefined) alike.set(each.message, [each]);
    else others.push(each);
  }
  return [...alike];
}
