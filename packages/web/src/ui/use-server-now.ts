import { serverNow } from "../live/server-clock.ts";
import { useNow } from "./use-now.ts";

/** The same by the server's clock, which dates what it tells: the browser's own may be hours off. */
export function useServerNow(everyMs: number): number {
  useNow(everyMs);
  return serverNow();
}
