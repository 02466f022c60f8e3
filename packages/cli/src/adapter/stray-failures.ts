import { setImmediate as turn } from "node:timers/promises";
import type { BrokerCase } from "@sevenfold/application/broker-kit/broker-case";
import {
  type CaseResult,
  runBrokerCases,
} from "@sevenfold/application/broker-kit/run-broker-cases";
import type { VenueBench } from "@sevenfold/application/broker-kit/venue-bench";
import type { Clock } from "@sevenfold/application/ports/clock";

/**
 * Runs the cases of somebody's adapter. A promise it leaves to fail unheard would end this process;
 * here it fails the case in which it happened.
 */
export async function runWatched(
  bench: VenueBench,
  cases: readonly BrokerCase[],
  clock: Pick<Clock, "monotonicMs" | "sleep">,
): Promise<readonly CaseResult[]> {
  let strays: unknown[] = [];
  const note = (reason: unknown) => {
    strays.push(reason);
  };
  process.on("unhandledRejection", note);
  const results: CaseResult[] = [];
  try {
    for (const each of cases) {
      strays = [];
      const [result] = await runBrokerCases(bench, [each], clock);
      // Such promises are told of between two turns of the loop.
      await turn();
      if (result) results.push(0 < strays.length ? strayed(result, strays[0]) : result);
    }
  } finally {
    process.off("unhandledRejection", note);
  }
  return results;
}

function strayed(result: CaseResult, reason: unknown): CaseResult {
  if (result.outcome === "failed") return result;
  const { durationMs, promise, rule } = result;
  const words = reason instanceof Error ? reason.message : String(reason);
  const message = `a promise was left to fail unheard: ${words}`;
  return { rule, promise, durationMs, outcome: "failed", message };
}
