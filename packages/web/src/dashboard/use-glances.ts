import { CALLS } from "@sevenfold/contract/calls";
import type { GlanceView } from "@sevenfold/contract/market";
import { useMemo } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";

/** The last sessions of every watched symbol, by ticker; empty until they are loaded. */
export function useGlances(): ReadonlyMap<string, GlanceView> {
  const { data } = useEndpoint(CALLS.listGlances);
  return useMemo(() => new Map(data?.map((glance) => [glance.ticker, glance])), [data]);
}
