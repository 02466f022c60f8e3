import { CALLS } from "@sevenfold/contract/calls";
import { useEndpoint } from "../api/use-endpoint.ts";
import { unrealizedOf } from "./unrealized.ts";
import { useMoved } from "./use-moved.ts";

const UNKNOWN: ReturnType<typeof unrealizedOf> = { money: undefined, percent: undefined };

/** What the open positions have gained at the newest prices known, and the positions themselves. */
export function useGain() {
  const { data: positions, error, mutate } = useEndpoint(CALLS.listPositions);
  const { data: account } = useEndpoint(CALLS.readAccount);
  const moved = useMoved(positions);
  // No position of an account that its broker has not shown is no position we know of.
  const gain = account?.cash === null ? UNKNOWN : positions && unrealizedOf(positions, moved);
  return { gain, positions, error, mutate };
}
