import { HasherBusy } from "../ports/password-hasher.ts";

/**
 * Places for work that costs much, such as comparing a password: whoever asks most waits longest.
 * Askers take turns, whatever the number of their requests, and every other place goes to askers
 * that are known, so that a crowd of strangers never keeps them out.
 */
export interface FairPlaces {
  /** Does the work once it is the asker's turn. @throws HasherBusy where too much of the asker's waits. */
  take<Value>(asker: string, work: () => Promise<Value>): Promise<Value>;
  /** Somebody has shown there who they are. */
  know(asker: string): void;
}

export interface PlaceLimits {
  readonly atOnceMax: number;
  /** Of one asker. */
  readonly waitingMax: number;
  /** Of all strangers; as much again of those that are known. */
  readonly waitingInAllMax: number;
  readonly knownMax: number;
}

const LIMITS: PlaceLimits = {
  atOnceMax: 2,
  waitingMax: 8,
  waitingInAllMax: 200,
  knownMax: 10_000,
};

export function fairPlaces(limits: PlaceLimits = LIMITS): FairPlaces {
  const { atOnceMax, knownMax } = limits;
  const known = new Set<string>();
  const lines = { known: waitingLine(limits), strangers: waitingLine(limits) };
  let running = 0;
  let wasKnownsTurn = false;

  const next = () => {
    wasKnownsTurn = !wasKnownsTurn;
    const [first, second] = wasKnownsTurn
      ? [lines.known, lines.strangers]
      : [lines.strangers, lines.known];
    return first.next() ?? second.next();
  };
  const lineOf = (asker: string) => (known.has(asker) ? lines.known : lines.strangers);
  return {
    async take(asker, work) {
      if (running < atOnceMax) running += 1;
      // Whoever ends hands its place on: nobody who comes later takes it.
      else await lineOf(asker).wait(asker);
      try {
        return await work();
      } finally {
        const begin = next();
        if (begin) begin();
        else running -= 1;
      }
    },
    know(asker) {
      known.delete(asker);
      known.add(asker);
      const [longestUnseen] = known;
      if (knownMax < known.size && longestUnseen !== undefined) known.delete(longestUnseen);
    },
  };
}

/** What waits, asker by asker: one of each in turn. */
function waitingLine({ waitingInAllMax, waitingMax }: PlaceLimits) {
  const waiting = new Map<string, (() => void)[]>();
  let count = 0;
  return {
    wait(asker: string): Promise<void> {
      const own = waiting.get(asker) ?? [];
      if (waitingMax <= own.length || waitingInAllMax <= count)
        throw new HasherBusy(`${count} passwords wait to be checked.`);
      waiting.set(asker, own);
      count += 1;
      return new Promise((resolve) => own.push(resolve));
    },
    /** Begins the next one; undefined where nobody waits. */
    next(): (() => void) | undefined {
      const [first] = waiting;
      if (first === undefined) return undefined;
      const [asker, own] = first;
      const begin = own.shift();
      count -= 1;
      // Behind everybody else who waits.
      waiting.delete(asker);
      if (0 < own.length) waiting.set(asker, own);
      return begin;
    },
  };
}
