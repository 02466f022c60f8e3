/** Several givers, one taker: each giver waits until what it gave was taken, so nothing piles up. */
export interface HandOver<Thing> {
  /** Resolves when it was taken, or when nobody takes any more. */
  give(thing: Thing): Promise<void>;
  /** Everything that is given, until the signal aborts. */
  taken(): AsyncGenerator<Thing>;
}

export function openHandOver<Thing>(signal: AbortSignal): HandOver<Thing> {
  const given: { readonly thing: Thing; readonly taken: () => void }[] = [];
  let wake = (): void => undefined;
  const end = () => {
    for (const { taken } of given.splice(0)) taken();
    wake();
  };
  signal.addEventListener("abort", end, { once: true });
  return {
    give: (thing) =>
      new Promise<void>((taken) => {
        if (signal.aborted) return taken();
        given.push({ thing, taken });
        wake();
      }),
    async *taken() {
      while (!signal.aborted) {
        const next = given.shift();
        if (next === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        try {
          yield next.thing;
        } finally {
          next.taken();
        }
      }
    },
  };
}
