import type { GlanceView } from "@sevenfold/contract/market";
import { useMemo } from "react";
import { listGlances } from "../api/lines.ts";
import { useEndpoint } from "../api/use-endpoint.ts";

/** Finished sessions change once a day; a symbol added meanwhile is found by then. */
const EVERY_MS = 300_000;

/** The last sessions of every watched symbol, by ticker; empty until they are loaded. */
export function useGlances(): ReadonlyMap<string, GlanceView> {
  const { data } = useEndpoint(listGlances, {}, { everyMs: EVERY_MS });
  return useMemo(() => new Map(data?.map((glance) => [glance.ticker, glance])), [data]);
}
