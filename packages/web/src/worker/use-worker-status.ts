import { CALLS } from "@sevenfold/contract/calls";
import type { WorkerStatusView } from "@sevenfold/contract/worker";
import { useEndpoint } from "../api/use-endpoint.ts";

const PING_AGE_MAX_MS = 30_000;

export const useWorkerStatus = () => useEndpoint(CALLS.readWorkerStatus);

/** Online: not said to be off, and without a fault of its own. */
export const isOnline = ({ online, worker_health }: WorkerStatusView): boolean =>
  online && worker_health.error === null;

/** Healthy: its last ping is under thirty seconds old. */
export function isHealthy({ worker_health }: WorkerStatusView, now: number): boolean {
  const { last_ping } = worker_health;
  return last_ping !== null && now - Date.parse(last_ping) < PING_AGE_MAX_MS;
}
