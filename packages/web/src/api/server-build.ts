import { BUILD_HEADER, buildOf } from "@sevenfold/contract/build";
import { useSyncExternalStore } from "react";

let isOther = false;
const listeners = new Set<() => void>();

/** Compares what an answer says with the script this page began with. */
export function noteBuild(headers: Headers): void {
  const served = headers.get(BUILD_HEADER);
  const own = ownBuild();
  if (served === null || own === undefined || isOther === (served !== own)) return;
  isOther = served !== own;
  for (const listener of listeners) listener();
}

/** Undefined while pages are edited: they are no build then. */
const ownBuild = (): string | undefined =>
  [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
    .flatMap((script) => buildOf(script.src) ?? [])
    .at(0);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The server serves another build of the pages than this one. */
export const useIsOtherBuild = (): boolean => useSyncExternalStore(subscribe, () => isOther);
