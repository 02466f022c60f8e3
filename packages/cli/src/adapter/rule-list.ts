import { BROKER_CASES } from "@sevenfold/application/broker-kit/broker-cases";
import { type BrokerPhase, phaseOf } from "@sevenfold/application/broker-kit/broker-phases";
import type { BrokerCapability } from "@sevenfold/application/broker-kit/venue-bench";
import { textTable } from "../report/text-table.ts";

export interface ListedRule {
  readonly rule: string;
  readonly phase: BrokerPhase;
  /** Finishes "the adapter …". */
  readonly promise: string;
  readonly needs: readonly BrokerCapability[];
}

export const ruleList = (): readonly ListedRule[] =>
  BROKER_CASES.map(({ needs = [], promise, rule }) => ({
    rule,
    phase: phaseOf({ rule }),
    promise,
    needs,
  }));

export function ruleTable(rules: readonly ListedRule[]): string {
  const rows = rules.map(({ needs, phase, promise, rule }) => [
    rule,
    phase,
    promise,
    needs.join(", "),
  ]);
  const table = textTable(["rule", "phase", "the adapter …", "needs"], rows, [
    "left",
    "left",
    "left",
    "left",
  ]);
  return `${table}\n\n${rules.length} rules\n`;
}
