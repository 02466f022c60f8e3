import type { VenueView } from "@sevenfold/contract/brokers";
import { CALLS } from "@sevenfold/contract/calls";
import { useEndpoint } from "../api/use-endpoint.ts";

/** The brokers this server trades at, in the order in which they are offered; undefined until it has said. */
export function useVenues() {
  const { data: venues, error, mutate } = useEndpoint(CALLS.listVenues);
  return {
    venues,
    error,
    retry: () => void mutate(),
    of: (id: string | undefined): VenueView | undefined => venues?.find((venue) => venue.id === id),
  };
}

/** Play money or real money: what a badge's color says. */
export const toneOf = ({ isRealMoney }: VenueView) => (isRealMoney ? "amber" : "accent");
