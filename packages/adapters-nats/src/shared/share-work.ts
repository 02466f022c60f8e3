import { DeliverPolicy, type JetStreamManager, type JsMsg, jetstream } from "@nats-io/jetstream";
import { type NatsConnection, TimeoutError } from "@nats-io/transport-node";
import type { NatsLink } from "../nats-link.ts";
import { FAILURE_HEADER, PART_HEADER } from "./answer-headers.ts";
import { type PartMessage, partBytes } from "./part-message.ts";
import { storeContent } from "./stored-content.ts";
import { unlessAborted } from "./unless-aborted.ts";
import { openWorkStreams, type WorkNames, workNames } from "./work-names.ts";
import { inWordsOfWork } from "./work-refused.ts";
import { answering, type WorkerPresence, workersPresent } from "./worker-presence.ts";

/** Items that workers compute in parts: what they are made by, and how many bytes each comes to. */
export interface SharedJob {
  /** A name that no other job has. */
  readonly id: string;
  /** The engine that has to do it; workers of another version leave it alone. */
  readonly version: string;
  /** What is to be done, and what with: stored once for each content. */
  readonly order: Uint8Array;
  readonly materials: readonly Uint8Array[];
  /** The items [from, to) are computed. */
  readonly from: number;
  readonly to: number;
  readonly bytesEach: number;
  /** Items of a part. */
  readonly perPart: number;
}

export interface Sharing {
  readonly link: NatsLink;
  /** What all names of the installation at NATS begin with. */
  readonly prefix: string;
  /** Takes what a part came to; each part comes once. */
  readonly onPart: (from: number, to: number, bytes: Uint8Array) => void;
  /** Hears now and then which workers there are; none of them may be of the job's version. */
  readonly onWorkers?: (workers: readonly WorkerPresence[]) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds between looks at what became of the parts; 5,000 when absent. */
  readonly lookEveryMs?: number;
}

/** A worker could not do a part, in its words. */
export class PartFailed extends Error {
  override readonly name = "PartFailed";
}

const NATS_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 5_000;
const PRESENCE_WITHIN_MS = 500;
/** So often NATS may leave us without an answer, each time for five seconds, and nothing comes. */
const FRUITLESS_MAX = 5;
/** Parts that are on their way to NATS at once: one after the other each would wait for the one before. */
const SENT_AT_ONCE = 256;

/**
 * Has a job done by whoever takes its parts, and ends when every part has come. Workers and NATS may
 * go and come back meanwhile: a part that is lost is sent out again. Rejects with PartFailed,
 * ContentUnusable, WorkRefused, NatsUnavailable (none for half a minute), or the reason of the signal.
 */
export async function shareWork(job: SharedJob, sharing: Sharing): Promise<void> {
  const left = new Set(Array.from({ length: partsOf(job) }, (_, part) => part));
  const state: JobState = { left, isNew: true };
  const { signal, link } = sharing;
  const names = workNames(sharing.prefix);
  let fruitless = 0;
  try {
    while (0 < left.size) {
      signal?.throwIfAborted();
      const connection = await unlessAborted(link.connected(NATS_WITHIN_MS), signal);
      if (connection === undefined) continue;
      const before = left.size;
      await doneOver(connection, job, state, sharing).catch((error) => {
        // Lost with the connection; the next one finds what has come meanwhile.
        if (connection.isClosed()) return;
        fruitless = left.size < before ? 0 : fruitless + 1;
        const isLate = error instanceof TimeoutError && fruitless <= FRUITLESS_MAX;
        if (!isLate) throw inWordsOfWork(error);
      });
    }
  } finally {
    const connection = link.current();
    if (connection) await forgotten(connection, names, job).catch(() => undefined);
  }
}

interface JobState {
  /** Parts that have not come. */
  readonly left: Set<number>;
  /** Whether nothing was sent out yet. */
  isNew: boolean;
}

/** Works over one connection until all is done, or it has gone. */
async function doneOver(
  connection: NatsConnection,
  job: SharedJob,
  state: JobState,
  { prefix, onPart, onWorkers, signal, lookEveryMs = LOOK_EVERY_MS }: Sharing,
): Promise<void> {
  const { left } = state;
  const names = workNames(prefix);
  const manager = await openWorkStreams(connection, names);
  const wanted = answering(connection, names.job(job.id), "wanted");
  const consumer = await jetstream(connection).consumers.get(names.answers, {
    filter_subjects: names.answer(job.id),
    deliver_policy: DeliverPolicy.All,
  });
  const answers = await consumer.consume();
  const stop = () => void answers.close();
  signal?.addEventListener("abort", stop);
  void connection.closed().then(stop);
  let failure: unknown;
  const failed = (error: unknown) => {
    failure = error;
    stop();
  };
  const over = new AbortController();
  const sending = partSender({ connection, manager, names }, job);
  const look = async () => {
    const send = await unlessAborted(sending, over.signal);
    await send?.(left, state.isNew, over.signal);
    if (over.signal.aborted) return;
    state.isNew = false;
    const asked = workersPresent(connection, names, PRESENCE_WITHIN_MS);
    const workers = await unlessAborted(asked, over.signal);
    if (workers) onWorkers?.(workers);
  };
  // One after the other: what the one before has not sent yet would be sent twice.
  let looked: Promise<void> | undefined;
  const lookInTurn = () => {
    looked ??= look()
      .catch(failed)
      .finally(() => {
        looked = undefined;
      });
  };
  const looking = setInterval(lookInTurn, lookEveryMs);
  lookInTurn();
  try {
    for await (const answer of answers) {
      const part = partOf(answer, job, left);
      if (part === undefined) continue;
      onPart(...rangeOf(job, part), answer.data);
      left.delete(part);
      if (left.size === 0) break;
    }
  } finally {
    clearInterval(looking);
    over.abort();
    signal?.removeEventListener("abort", stop);
    wanted.unsubscribe();
    await answers.close();
    await looked;
  }
  signal?.throwIfAborted();
  if (failure !== undefined) throw failure;
}

interface Place {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly names: WorkNames;
}

/**
 * Sends everything out, and later what is left and waits nowhere: whoever took it has lost it. An
 * answer that is on its way looks the same for a moment, so a part is sent again at the second look.
 */
async function partSender({ connection, manager, names }: Place, job: SharedJob) {
  const order = await storeContent(connection, names, job.order);
  const materials: string[] = [];
  for (const each of job.materials) materials.push(await storeContent(connection, names, each));
  const stream = jetstream(connection);
  let absent: ReadonlySet<number> | undefined;
  const publish = (part: number) => {
    const [from, to] = rangeOf(job, part);
    const message: PartMessage = { job: job.id, part, from, to, order, materials };
    return stream.publish(names.part(job.version, job.id, part), partBytes(message));
  };
  return async (left: ReadonlySet<number>, isNew: boolean, signal: AbortSignal): Promise<void> => {
    const waiting = await waitingParts({ manager, names }, job);
    const gone = [...left].filter((part) => !waiting.has(part));
    const due = isNew ? gone : gone.filter((part) => absent?.has(part));
    for (let at = 0; at < due.length && !signal.aborted; at += SENT_AT_ONCE)
      await Promise.all(due.slice(at, at + SENT_AT_ONCE).map(publish));
    absent = new Set(gone);
  };
}

/** The parts that wait for a worker or are being computed. */
async function waitingParts(
  { manager, names }: Omit<Place, "connection">,
  { version, id }: SharedJob,
): Promise<ReadonlySet<number>> {
  const { state } = await manager.streams.info(names.parts, {
    subjects_filter: names.part(version, id, "*"),
  });
  return new Set(
    Object.keys(state.subjects ?? {}).map((subject) => Number(subject.split(".").at(-1))),
  );
}

/** The part that an answer is of; undefined where it is there already. Throws PartFailed. */
function partOf(answer: JsMsg, job: SharedJob, left: ReadonlySet<number>): number | undefined {
  const part = Number(answer.headers?.get(PART_HEADER));
  if (!left.has(part)) return undefined;
  const failure = answer.headers?.get(FAILURE_HEADER);
  if (failure) throw new PartFailed(failure);
  const [from, to] = rangeOf(job, part);
  const count = to - from;
  if (answer.data.length !== count * job.bytesEach)
    throw new PartFailed(`a worker sent ${answer.data.length} bytes for ${count} items`);
  return part;
}

async function forgotten(
  connection: NatsConnection,
  names: WorkNames,
  { version, id }: SharedJob,
): Promise<void> {
  const manager = await openWorkStreams(connection, names);
  await manager.streams.purge(names.parts, { filter: names.part(version, id, "*") });
  await manager.streams.purge(names.answers, { filter: names.answer(id) });
}

const partsOf = ({ from, to, perPart }: SharedJob): number => Math.ceil((to - from) / perPart);

function rangeOf({ from, to, perPart }: SharedJob, part: number): readonly [number, number] {
  const first = from + part * perPart;
  return [first, Math.min(to, first + perPart)];
}
