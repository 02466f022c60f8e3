import { type ComponentType, lazy, type ReactNode, useSyncExternalStore } from "react";

const ATTEMPTS_MAX = 5;
const FIRST_PAUSE_MS = 1_000;

/** A part of the program that could not be had: the server is down, or newer than this page. */
export class PartNotLoaded extends Error {
  override name = "PartNotLoaded";
}

/**
 * A component in a file of its own, loaded when it is first shown. Without a network it waits for
 * one; from a server that does not answer it is asked for five times in fifteen seconds. Then it
 * throws `PartNotLoaded` where it stands.
 */
export const apart = <Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, (props: Props) => ReactNode>>,
) =>
  lazy<ComponentType<Props>>(async () => {
    count(1);
    try {
      const part = await patiently(load);
      return { default: part[name] };
    } finally {
      count(-1);
    }
  });

let underWay = 0;
const listeners = new Set<() => void>();

/** React asks for a part while it renders, when nothing else may be made to: it is told right after. */
function count(more: 1 | -1): void {
  underWay += more;
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}

/** Whether a part that is wanted has yet to come. */
export const useIsPartUnderWay = (): boolean => useSyncExternalStore(listen, isPartUnderWay);

const isPartUnderWay = (): boolean => 0 < underWay;

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function patiently<Part>(load: () => Promise<Part>): Promise<Part> {
  let attempts = 0;
  for (;;)
    try {
      return await load();
    } catch (cause) {
      if (navigator.onLine) attempts += 1;
      if (ATTEMPTS_MAX <= attempts) throw new PartNotLoaded("A part did not come.", { cause });
      await (navigator.onLine ? pause(FIRST_PAUSE_MS * 2 ** (attempts - 1)) : aNetwork());
    }
}

const pause = (forMs: number) => new Promise<void>((resolve) => setTimeout(resolve, forMs));

const aNetwork = () =>
  new Promise<void>((resolve) => addEventListener("online", () => resolve(), { once: true }));
