import type { Instant } from "@sevenfold/domain/market";

import type { Sighting } from "../ports/sight.ts";
import { ONLINE_WITHIN_MS } from "../trading/account/worker-ping.ts";

export interface Moment {
  readonly at: Instant;
  readonly ms: number;
}

/**
 * Whether the workers have fallen silent. A ping that is newer than the one before says that one
 * lives, whatever the clocks of the two machines say; one that stays the same ages by our clock.
 */
export function openSilence(): (ping: Sighting["workerPing"], moment: Moment) => boolean {
  let known: { readonly ping: Instant | "never"; readonly sinceMs: number } | undefined;
  return (ping, { at, ms }) => {
    if (ping === "unknown") return false;
    const hasMoved = known !== undefined && known.ping !== ping;
    if (known?.ping !== ping) known = { ping, sinceMs: ms };
    if (ping === "never") return true;
    return !hasMoved && (ONLINE_WITHIN_MS <= at - ping || ONLINE_WITHIN_MS <= ms - known.sinceMs);
  };
}
