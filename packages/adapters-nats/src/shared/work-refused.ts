import { JetStreamApiError, JetStreamError } from "@nats-io/jetstream";
import { TimeoutError } from "@nats-io/transport-node";

/** NATS is there and does not take the work, in words that say what to change. */
export class WorkRefused extends Error {
  override readonly name = "WorkRefused";
}

/** As the server numbers its refusals. */
const INSUFFICIENT_RESOURCES = 10023;
const RESOURCES_EXCEEDED = 10002;
const STORAGE_EXCEEDED = 10047;
const STORE_FAILED = 10077;

/** Whether the server has less to give than was asked of it. */
export const isWithoutRoom = (error: unknown): boolean =>
  error instanceof JetStreamApiError &&
  [INSUFFICIENT_RESOURCES, RESOURCES_EXCEEDED, STORAGE_EXCEEDED].includes(error.code);

/** Whether NATS did not do what was asked of it; it may the next time. */
export const isOfNats = (error: unknown): boolean =>
  error instanceof TimeoutError || isRefused(error);

/** A refusal of JetStream in our words; anything else as it is. */
export function inWordsOfWork(error: unknown): unknown {
  if (!isRefused(error)) return error;
  if (isNotEnabled(error))
    return new WorkRefused("the NATS server has no JetStream: start it with -js");
  const hasNoRoom =
    isWithoutRoom(error) || (error instanceof JetStreamApiError && error.code === STORE_FAILED);
  const advice = hasNoRoom ? "; make room where it keeps its streams" : "";
  return new WorkRefused(`the NATS server does not take the work: ${error.message}${advice}`);
}

const isRefused = (error: unknown): error is Error =>
  error instanceof JetStreamApiError || error instanceof JetStreamError || isNotEnabled(error);

/** The library does not export its class. */
const isNotEnabled = (error: unknown): boolean =>
  error instanceof Error && error.name === "JetStreamNotEnabled";
