import type { Clock } from "../ports/clock.ts";
import type { BrokerCase } from "./broker-case.ts";
import { openCase } from "./case-world.ts";
import { checkHands } from "./claimed-hands.ts";
import { RuleBroken } from "./rule-broken.ts";
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

/**
 * Runs one case on a fresh venue. Rejects with RuleBroken, with what the adapter threw, or as `limit`
 * does; the venue is closed in any case.
 */
export async function runBrokerCase(
  bench: VenueBench,
  { run }: BrokerCase,
  limit?: Promise<never>,
): Promise<void> {
  const venue = await bench.open();
  const { close, world } = openCase(venue, bench.capabilities);
  let failure: unknown;
  try {
    checkHands(venue, bench.capabilities);
    await Promise.race([run(world), ...(limit ? [limit] : [])]);
  } catch (error) {
    failure = error ?? new RuleBroken("the adapter threw nothing at all");
  }
  // What went wrong first is told, not what it leads to when all is put away.
  await close().catch((error: unknown) => {
    failure ??= error;
  });
  if (failure !== undefined) throw failure;
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
  const limit = clock.sleep(CASE_WITHIN_MS, done.signal).then((): Promise<never> => {
    if (done.signal.aborted) return new Promise(() => undefined);
    throw new RuleBroken(`no end after ${CASE_WITHIN_MS / 1_000} seconds`);
  });
  // Where it comes too late, nobody waits for it any more.
  limit.catch(() => undefined);
  try {
    await runBrokerCase(bench, each, limit);
    return { rule, promise, outcome: "passed", durationMs: clock.monotonicMs() - startedMs };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const durationMs = clock.monotonicMs() - startedMs;
    return { rule, promise, outcome: "failed", message, durationMs };
  } finally {
    done.abort();
  }
}
