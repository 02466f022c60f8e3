import { type JetStreamManager, jetstreamManager, type StreamInfo } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { nanos } from "@nats-io/transport-node";
import { isWithoutRoom } from "./work-refused.ts";

/** What an installation's streams, stores and subjects for shared work are called. */
export interface WorkNames {
  /** Stream of parts that wait for a worker; each is gone once it is done. */
  readonly parts: string;
  /** Stream of what workers made of them, until whoever asked has it. */
  readonly answers: string;
  /** Store of what parts have in common, once for each content. */
  readonly materials: string;
  /** Every worker answers here. */
  readonly workers: string;
  /** Work of one version is done by workers of the same alone: another might come to other numbers. */
  part(version: string, job: string, part: number | "*"): string;
  partsOf(version: string): string;
  consumerOf(version: string): string;
  answer(job: string): string;
  /** Whoever waits for a job answers here. */
  job(job: string): string;
}

/** `prefix` is what all names of the installation begin with. */
export const workNames = (prefix: string): WorkNames => ({
  parts: `${prefix}-parts`,
  answers: `${prefix}-answers`,
  materials: `${prefix}-materials`,
  workers: `${prefix}.sweep-workers`,
  part: (version, job, part) => `${prefix}.part.${version}.${job}.${part}`,
  partsOf: (version) => `${prefix}.part.${version}.*.*`,
  consumerOf: (version) => `sweep-workers-${version}`,
  answer: (job) => `${prefix}.answer.${job}`,
  job: (job) => `${prefix}.job.${job}`,
});

const DAY_MS = 86_400_000;
/** A worker that computes says so every five seconds; one that was killed has lost its part after these. */
export const LOST_AFTER_MS = 20_000;
const PARTS_MAX = 1_000_000;
const PARTS_BYTES_MAX = 2 ** 30;
const ANSWERS_BYTES_MAX = 8 * 2 ** 30;
/** An answer and what the server says around it; a server takes messages of a mebibyte. */
export const ANSWER_BYTES_MAX = 512 * 1024;
const ANSWERS_MAX = ANSWERS_BYTES_MAX / ANSWER_BYTES_MAX;

/** Makes the streams where they are not there. */
export async function openWorkStreams(
  connection: NatsConnection,
  names: WorkNames,
): Promise<JetStreamManager> {
  const manager = await jetstreamManager(connection);
  await ensured(manager, {
    ...{ name: names.parts, subjects: [names.part("*", "*", "*")] },
    ...{ retention: "workqueue", discard: "new" },
    ...{ max_age: nanos(DAY_MS), max_msgs: PARTS_MAX, max_bytes: PARTS_BYTES_MAX },
  });
  await ensured(manager, {
    ...{ name: names.answers, subjects: [names.answer("*")], retention: "limits", discard: "old" },
    ...{ max_age: nanos(DAY_MS), max_msgs: ANSWERS_MAX, max_bytes: ANSWERS_BYTES_MAX },
  });
  return manager;
}

/** One that others made meanwhile is as good. */
async function ensured(
  { streams }: JetStreamManager,
  config: Parameters<JetStreamManager["streams"]["add"]>[0] & { readonly max_bytes: number },
): Promise<StreamInfo> {
  const found = () => streams.info(config.name);
  const made = () =>
    whereRoomIs(config.max_bytes, (max_bytes) => streams.add({ ...config, max_bytes }));
  return await found().catch(() =>
    made().catch((refused) =>
      found().catch(() => {
        throw refused;
      }),
    ),
  );
}

const UNBOUNDED = -1;

/**
 * Makes a stream or a store of so many bytes at most. A server sets them aside at once: where it has
 * less to give, what is kept is bounded by the age and the number of its messages, and by its disk.
 */
export const whereRoomIs = <Made>(
  bytesMax: number,
  make: (bytesMax: number) => Promise<Made>,
): Promise<Made> =>
  make(bytesMax).catch((error) => {
    if (!isWithoutRoom(error)) throw error;
    return make(UNBOUNDED);
  });
