import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";

import { openBell } from "./etrade-notices.ts";

const WAITS = 200;

/** What a signal holds on to, whoever waits with it: its listeners, and signals that follow it. */
function heldBy(signal: AbortSignal): number {
  const own = signal as unknown as Record<symbol, { readonly size?: number } | undefined>;
  const followers = Object.getOwnPropertySymbols(signal).find(
    (symbol) => symbol.description === "kDependantSignals",
  );
  return getEventListeners(signal, "abort").length + (followers ? (own[followers]?.size ?? 0) : 0);
}

describe("the bell", () => {
  it("leaves nothing at the signal of an account that is followed for long", async () => {
    const { signal } = new AbortController();
    const bell = openBell();
    for (let wait = 0; wait < WAITS; wait += 1) {
      const waiting = bell.wait(wait % 2 === 0 ? 0 : 60_000, signal);
      if (wait % 2 === 1) bell.ring();
      await waiting;
    }

    expect(heldBy(signal)).toBe(0);
  });

  it("ends a wait when it is rung, also before it began, and with the signal", async () => {
    const ending = new AbortController();
    const bell = openBell();
    bell.ring();
    await bell.wait(60_000, ending.signal);
    const waiting = bell.wait(60_000, ending.signal);
    bell.ring();
    await waiting;
    const last = bell.wait(60_000, ending.signal);
    ending.abort();
    await last;
    await bell.wait(60_000, ending.signal);

    expect(ending.signal.aborted).toBe(true);
  });
});
