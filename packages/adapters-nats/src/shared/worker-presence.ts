import type { NatsConnection, Subscription } from "@nats-io/transport-node";
import { z } from "zod";
import type { WorkNames } from "./work-names.ts";

const PresenceWire = z.object({
  id: z.string().max(200),
  version: z.string().max(100),
  threads: z.int().min(1).max(4_096),
});

/** A worker that takes parts of sweeps. */
export type WorkerPresence = z.infer<typeof PresenceWire>;

/** Workers that answer; more than that are not counted. */
const WORKERS_MAX = 10_000;

/** Answers whoever asks which workers there are, for as long as the connection lives. */
export const showPresence = (
  connection: NatsConnection,
  { workers }: WorkNames,
  presence: WorkerPresence,
): Subscription => answering(connection, workers, JSON.stringify(presence));

/** Says the same to everybody who asks. */
export const answering = (
  connection: NatsConnection,
  subject: string,
  words: string,
): Subscription =>
  connection.subscribe(subject, {
    callback: (error, asked) => void (error ?? asked.respond(words)),
  });

/** The workers that answer within a time, of any version. */
export async function workersPresent(
  connection: NatsConnection,
  { workers }: WorkNames,
  withinMs: number,
): Promise<readonly WorkerPresence[]> {
  const found = new Map<string, WorkerPresence>();
  const answers = await connection
    .requestMany(workers, undefined, {
      ...{ strategy: "timer", maxWait: withinMs, maxMessages: WORKERS_MAX },
    })
    .catch(() => []);
  try {
    for await (const answer of answers) {
      const read = PresenceWire.safeParse(JSON.parse(answer.string()));
      if (read.success) found.set(read.data.id, read.data);
    }
  } catch {
    // Nobody is there, or what answers is none of ours.
  }
  return [...found.values()];
}
