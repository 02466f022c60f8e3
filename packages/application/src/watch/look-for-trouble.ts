import { isOpenAt } from "@sevenfold/domain/calendar";

import type { Clock } from "../ports/clock.ts";
import type { Sight, Sighting } from "../ports/sight.ts";
import type { Trouble } from "./trouble.ts";
import { openSilence } from "./worker-silence.ts";

/** Whoever takes longer to answer does not answer. */
export const LOOK_WITHIN_MS = 8_000;

export interface LookNeeds {
  readonly clock: Clock;
  readonly sight: Sight;
}

/** Looks once; what is found depends on what was found before: a ping is old or it has moved on. */
export type Look = () => Promise<readonly Trouble[]>;

export function openLook({ clock, sight }: LookNeeds): Look {
  const isSilent = openSilence();
  return async () => {
    const seen = await within(clock, LOOK_WITHIN_MS, sight.look()).catch(unseen);
    if ("kind" in seen) return [seen];
    const at = clock.now();
    return [
      ...(seen.notReady.length === 0
        ? []
        : [{ kind: "not-ready", because: seen.notReady } as const]),
      ...(isSilent(seen.workerPing, { at, ms: clock.monotonicMs() })
        ? [{ kind: "worker-silent", lastPing: lastPingOf(seen) } as const]
        : // A dead worker reaches no broker and hears no prices: that is one trouble, not three.
          isOpenAt(at)
          ? connectionTroubles(seen)
          : []),
    ];
  };
}

const unseen = (error: unknown): Trouble => ({
  kind: "unseen",
  because: error instanceof Error ? error.message : String(error),
});

const lastPingOf = ({ workerPing }: Sighting) =>
  typeof workerPing === "number" ? workerPing : undefined;

/** Within the hours of the New York exchange: at other hours a market may be quiet. */
const connectionTroubles = ({ disconnected, hasPrices }: Sighting): readonly Trouble[] => [
  ...(hasPrices ? [] : [{ kind: "prices-silent" } as const]),
  ...disconnected.map((account) => ({ kind: "broker-disconnected", account }) as const),
];

/** The work's answer, or a rejection where it takes longer. */
export async function within<Value>(
  clock: Clock,
  durationMs: number,
  work: Promise<Value>,
): Promise<Value> {
  const done = new AbortController();
  const late = clock.sleep(durationMs, done.signal).then(() => {
    if (!done.signal.aborted) throw new Error(`no answer within ${durationMs / 1_000} seconds`);
    return work;
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
