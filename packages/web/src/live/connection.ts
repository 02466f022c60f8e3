import { useSyncExternalStore } from "react";

/**
 * What the live stream covers. A view counts as pushed from its first push until the stream breaks,
 * so that a view the server never pushes goes on being polled.
 */
const pushed = new Set<string>();
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

export function markPushed(address: string): void {
  if (pushed.has(address)) return;
  pushed.add(address);
  tell();
}

/** The stream broke or was closed: everything is polled again. */
export function nothingPushed(): void {
  if (pushed.size === 0) return;
  pushed.clear();
  tell();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useIsPushed = (address: string): boolean =>
  useSyncExternalStore(subscribe, () => pushed.has(address));
