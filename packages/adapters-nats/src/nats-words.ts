import {
  AuthorizationError,
  PermissionViolationError,
  UserAuthenticationExpiredError,
} from "@nats-io/transport-node";

/** What went wrong with NATS and what to do about it, in one sentence without any secret. */
export function wordsOfFailure(error: unknown, at: string): string {
  const met = causesOf(error);
  if (met.some((each) => each instanceof PermissionViolationError))
    return `The NATS server at ${at} does not let us do this: ${saidBy(error)}.`;
  if (met.some((each) => each instanceof UserAuthenticationExpiredError))
    return `Our credentials at the NATS server at ${at} have run out: renew NATS_CREDENTIALS.`;
  if (met.some((each) => each instanceof AuthorizationError))
    return `The NATS server at ${at} does not know us: correct the user in NATS_URL, or NATS_CREDENTIALS.`;
  if (error === undefined || error === null)
    return `The NATS server at ${at} does not answer: start it, or correct NATS_URL.`;
  return `No NATS server can be used at ${at} (${saidBy(error)}): start it, or correct NATS_URL.`;
}

/** Whether somebody is there who does not let us in. */
export const isRefusal = (error: unknown): boolean =>
  causesOf(error).some(
    (each) => each instanceof UserAuthenticationExpiredError || each instanceof AuthorizationError,
  );

const CAUSES_MAX = 5;

function causesOf(error: unknown): readonly unknown[] {
  const met: unknown[] = [];
  for (let each = error; each instanceof Error && met.length < CAUSES_MAX; each = each.cause)
    met.push(each);
  return met;
}

const saidBy = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error))
    .slice(0, 200)
    .replace(/\.$/, "");
