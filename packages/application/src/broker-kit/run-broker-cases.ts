import type { Clock } from "../ports/clock.ts";
import type { BrokerCase } from "./broker-case.ts";
import { openCase } from "./case-world.ts";
import { checkHands } from "./claimed-hands.ts";
import type { BrokerCapability, VenueBench } from "./venue-bench.ts";

export type CaseResult = Pick<BrokerCase, "rule" | "promise"> & { readonly durationMs: number } & (
    | { readonly outcome: "passed" }
    | { readonly outcome: "failed"; readonly message: string }
    /** The first capability the case needs and the bench does not claim. */
    | { readonly outcome: "skipped"; readonly lacks: BrokerCapability }
  );

/** What a bench lacks of what the case needs. */
export const lackOf = (
  { needs = [] }: Pick<BrokerCase, "needs">,
  { capabilities }: Pick<VenueBench, "capabilities">,
): BrokerCapability | undefined => needs.find((need) => !capabilities.includes(need));

const CASE_WITHIN_MS = 30_000;

/** Runs one case on a fresh venue. Rejects with RuleBroken, or with what the adapter threw. */
export async function runBrokerCase(bench: VenueBench, { run }: BrokerCase): Promise<void> {
  const venue = await bench.open();
  const { world, close } = await openCase(venue);
  try {
    checkHands(venue, bench.capabilities);
    await run(world);
  } finally {
    await close();
  }
}

/** Runs the cases one after the other; `tell` hears each result as it comes. */
export async function runBrokerCases(
  bench: VenueBench,
  cases: readonly BrokerCase[],
  clock: Pick<Clock, "monotonicMs" | "sleep">,
  tell: (result: CaseResult) => void = () => undefined,
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const each of cases) {
    const result = await resultOf(bench, each, clock);
    results.push(result);
    tell(result);
  }
  return results;
}

async function resultOf(
  bench: VenueBench,
  each: BrokerCase,
  clock: Pick<Clock, "monotonicMs" | "sleep">,
): Promise<CaseResult> {
  const { rule, promise } = each;
  const lacks = lackOf(each, bench);
  if (lacks) return { rule, promise, outcome: "skipped", lacks, durationMs: 0 };
  const startedMs = clock.monotonicMs();
  const done = new AbortController();
  const tooLong = clock.sleep(CASE_WITHIN_MS, done.signal).then(() => {
    if (!done.signal.aborted) throw new Error(`no end after ${CASE_WITHIN_MS / 1_000} seconds`);
  });
  try {
    await Promise.race([runBrokerCase(bench, each), tooLong]);
    return { rule, promise, outcome: "passed", durationMs: clock.monotonicMs() - startedMs };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const durationMs = clock.monotonicMs() - startedMs;
    return { rule, promise, outcome: "failed", message, durationMs };
  } finally {
    done.abort();
  }
}
