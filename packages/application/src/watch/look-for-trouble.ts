import { isOpenAt } from "@sevenfold/domain/calendar";

import type { Clock } from "../ports/clock.ts";
import type { Sight, Sighting } from "../ports/sight.ts";
import { keyOf, type Trouble } from "./trouble.ts";
import { openSilence } from "./worker-silence.ts";

/** Whoever takes longer to answer does not answer. */
export const LOOK_WITHIN_MS = 8_000;

export interface LookNeeds {
  readonly clock: Clock;
  readonly sight: Sight;
}

export interface Looked {
  readonly found: readonly Trouble[];
  /** Whether this look cannot say that the trouble, which it has not found, is over. */
  readonly isUnsaid: (trouble: Trouble) => boolean;
}

/** Looks once; what is found depends on what was found before: a ping is old or it has moved on. */
export type Look = () => Promise<Looked>;

export function openLook({ clock, sight }: LookNeeds): Look {
  const isSilent = openSilence();
  return async () => {
    const seen = await within(clock, LOOK_WITHIN_MS, sight.look()).catch(unseen);
    if ("kind" in seen) return { found: [seen], isUnsaid: () => true };
    const at = clock.now();
    const { notReady, stopped, workerPing } = seen;
    const isDead = isSilent(workerPing, { at, ms: clock.monotonicMs() });
    const worker = isDead ? [{ kind: "worker-silent", lastPing: lastPingOf(seen) } as const] : [];
    const lines = connectionTroubles(seen);
    return {
      found: [
        ...(notReady.length === 0 ? [] : [{ kind: "not-ready", because: notReady } as const]),
        ...worker,
        ...stopped.map((one) => ({ kind: "exits-stopped", ...one }) as const),
        // A dead worker reaches no broker and hears no prices: that is one trouble, not three.
        ...(!isDead && isOpenAt(at) ? lines : []),
      ],
      isUnsaid: (trouble) => {
        if (trouble.kind === "worker-silent" || trouble.kind === "exits-stopped")
          return workerPing === "unknown";
        if (!ofWorker(trouble)) return false;
        // It was the worker that told of them; and what is as it was is not over because it is evening.
        return isDead || workerPing === "unknown" || lines.some(isSame(trouble));
      },
    };
  };
}

const ofWorker = ({ kind }: Trouble): boolean =>
  kind === "prices-silent" || kind === "broker-disconnected";

const isSame = (one: Trouble) => (other: Trouble) => keyOf(one) === keyOf(other);

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
