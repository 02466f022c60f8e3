import useSWR from "swr";
import { isFromGateway } from "./gateway.ts";

const READY_ADDRESS = "/readyz";
const EVERY_MS = 30_000;

/** Whether the server can do its work: undefined where that is not known. */
export interface Readiness {
  readonly isAnswering: boolean;
  readonly isStored: boolean | undefined;
}

/** What the server says to whoever watches over it. A proxy may keep that to itself. */
export const useReadiness = () =>
  useSWR<Readiness>(READY_ADDRESS, readReadiness, { refreshInterval: EVERY_MS });

async function readReadiness(): Promise<Readiness> {
  const response = await fetch(READY_ADDRESS, { cache: "no-store" }).catch(() => undefined);
  if (response === undefined || isFromGateway(response))
    return { isAnswering: false, isStored: undefined };
  const said = (await response.json().catch(() => undefined)) as { storage?: unknown } | undefined;
  return {
    isAnswering: true,
    isStored: typeof said?.storage === "boolean" ? said.storage : undefined,
  };
}
