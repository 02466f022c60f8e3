import { headers } from "@nats-io/transport-node";

export const PART_HEADER = "Sevenfold-Part";
export const FAILURE_HEADER = "Sevenfold-Failure";
const FAILURE_MAX = 500;

/** What stands above an answer; a failure is told in one line. */
export function answerHeaders(part: number, failure?: string) {
  const above = headers();
  above.set(PART_HEADER, String(part));
  if (failure !== undefined)
    above.set(FAILURE_HEADER, failure.replace(/\s+/g, " ").slice(0, FAILURE_MAX));
  return above;
}
