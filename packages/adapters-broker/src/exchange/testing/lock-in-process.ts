import type { TakeLock } from "../exchange-journal-file.ts";

const held = new Set<string>();

/** A lock that this process alone knows of. */
export const takeLockHere: TakeLock = (path) => {
  if (held.has(path)) return { heldBy: process.pid };
  held.add(path);
  return { release: () => void held.delete(path) };
};
