import { setTimeout as pause } from "node:timers/promises";
import { AckPolicy, type Consumer, type JsMsg, jetstream } from "@nats-io/jetstream";
import { type NatsConnection, nanos } from "@nats-io/transport-node";
import type { Log } from "@sevenfold/application/ports/log";
import type { NatsLink } from "../nats-link.ts";
import { type PartMessage, partFrom } from "./part-message.ts";
import { answerHeaders } from "./share-work.ts";
import { ContentUnusable, loadContent } from "./stored-content.ts";
import {
  ANSWER_BYTES_MAX,
  LOST_AFTER_MS,
  openWorkStreams,
  type WorkNames,
  workNames,
} from "./work-names.ts";
import { showPresence } from "./worker-presence.ts";

/** What a worker makes of parts. */
export interface PartMaker {
  /** Makes ready for an order; its parts are asked of what it answers. Loads each content once. */
  open(order: string, materials: readonly string[], load: LoadContent): Promise<OpenOrder>;
}

export type LoadContent = (content: string) => Promise<Uint8Array>;
/** Computes the items [from, to). */
export type OpenOrder = (from: number, to: number) => Promise<Uint8Array>;

export interface Taking {
  readonly link: NatsLink;
  /** What all names of the installation at NATS begin with. */
  readonly prefix: string;
  readonly id: string;
  readonly version: string;
  /** Parts computed at the same time. */
  readonly threads: number;
  readonly maker: PartMaker;
  readonly log: Log;
  /** Ends taking; parts that are being computed go to another worker at once. */
  readonly signal: AbortSignal;
  readonly onPart?: (part: PartMessage) => void;
  /** How long it waits for a part before it asks anew, and at most until it ends; 5,000 when absent. */
  readonly askEveryMs?: number;
}

const NATS_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 5_000;
const SAY_WORKING_MS = LOST_AFTER_MS / 4;
const OWNER_WITHIN_MS = 2_000;
const OWNER_KNOWN_MS = 5_000;
const LATER_MS = 5_000;
/** A part that has been given out so often takes its workers with it, or nobody waits for it. */
const DELIVERIES_MAX = 5;

/** Takes parts and answers them, over one connection after the other, until it is told to end. */
export async function takeWork(taking: Taking): Promise<void> {
  const { link, log, signal } = taking;
  while (!signal.aborted) {
    const coming = link.connected(NATS_WITHIN_MS).catch(() => undefined);
    const connection = await unlessAborted(coming, signal);
    if (connection === undefined) continue;
    try {
      await takeOver(connection, taking);
    } catch (error) {
      if (signal.aborted) return;
      if (!connection.isClosed()) log.error("sweep-parts-not-taken", { error });
      await unlessAborted(pause(ASK_EVERY_MS), signal);
    }
  }
}

async function takeOver(connection: NatsConnection, taking: Taking): Promise<void> {
  const { id, version, threads, signal } = taking;
  const names = workNames(taking.prefix);
  const manager = await openWorkStreams(connection, names);
  const name = names.consumerOf(version);
  // The same for all workers of a version: each part goes to one of them.
  await manager.consumers.add(names.parts, {
    durable_name: name,
    filter_subject: names.partsOf(version),
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(LOST_AFTER_MS),
    max_ack_pending: 10_000,
  });
  const consumer = await jetstream(connection).consumers.get(names.parts, name);
  const shown = showPresence(connection, names, { id, version, threads });
  const isWanted = ownerWatch(connection, names);
  const seats = Array.from({ length: threads }, async () => {
    while (!signal.aborted && !connection.isClosed()) {
      const message = await nextOf(consumer, { ...taking, connection });
      if (message === null) continue;
      await taken(message, { ...taking, connection, names, isWanted });
    }
  });
  try {
    await Promise.race([Promise.all(seats), connection.closed()]);
  } finally {
    if (!shown.isClosed()) shown.unsubscribe();
  }
}

/** Null where nothing waits. */
async function nextOf(
  consumer: Consumer,
  { connection, askEveryMs = ASK_EVERY_MS }: Pick<Seat, "connection" | "askEveryMs">,
): Promise<JsMsg | null> {
  try {
    return await consumer.next({ expires: askEveryMs });
  } catch (error) {
    if (connection.isClosed()) return null;
    throw error;
  }
}

interface Seat extends Taking {
  readonly connection: NatsConnection;
  readonly names: WorkNames;
  readonly isWanted: (job: string) => Promise<boolean>;
}

async function taken(message: JsMsg, seat: Seat): Promise<void> {
  const { connection, isWanted, log, onPart, signal } = seat;
  const part = partFrom(message.data);
  if (part === undefined) {
    log.error("sweep-part-not-understood", { subject: message.subject });
    return message.term("not understood");
  }
  const isLast = DELIVERIES_MAX <= message.info.deliveryCount;
  if (!(await isWanted(part.job)))
    return isLast ? message.term("nobody waits for it") : message.nak(LATER_MS);
  if (DELIVERIES_MAX < message.info.deliveryCount) {
    await answered(
      seat,
      part,
      `items ${part.from} to ${part.to} have ended ${DELIVERIES_MAX} workers`,
    );
    return message.ack();
  }
  const working = setInterval(() => message.working(), SAY_WORKING_MS);
  try {
    const made = await unlessAborted(computed(part, seat), signal);
    // Whoever ends gives it back at once.
    if (made === undefined) return message.nak();
    await answered(seat, part, made);
    message.ack();
    onPart?.(part);
  } catch (error) {
    if (connection.isClosed()) return;
    log.error("sweep-part-failed", { job: part.job, part: part.part, error });
    // Content is stored before its parts are sent; it can be away for a moment only.
    if (error instanceof ContentUnusable && !isLast) return message.nak(LATER_MS);
    await answered(seat, part, error instanceof Error ? error.message : String(error));
    message.ack();
  } finally {
    clearInterval(working);
  }
}

async function computed(
  { order, materials, from, to }: PartMessage,
  { connection, maker, names }: Seat,
): Promise<Uint8Array> {
  const load = (content: string) => loadContent(connection, names, content);
  const compute = await maker.open(order, materials, load);
  return compute(from, to);
}

/** Words tell of a failure. The server drops an answer that it has. */
async function answered(
  { connection, names }: Seat,
  { job, part }: PartMessage,
  answer: Uint8Array | string,
): Promise<void> {
  const isFailure = typeof answer === "string";
  if (!isFailure && ANSWER_BYTES_MAX < answer.length)
    throw new Error(`${answer.length} bytes are no answer to a part`);
  await jetstream(connection).publish(names.answer(job), isFailure ? new Uint8Array() : answer, {
    msgID: `${job}-${part}`,
    headers: answerHeaders(part, isFailure ? answer : undefined),
  });
}

/** Whether whoever sent a job out still waits for it; asked now and then. */
function ownerWatch(
  connection: NatsConnection,
  names: WorkNames,
): (job: string) => Promise<boolean> {
  const known = new Map<string, { readonly until: number; readonly isWanted: Promise<boolean> }>();
  return (job) => {
    const now = performance.now();
    for (const [each, { until }] of known) if (until < now) known.delete(each);
    const before = known.get(job);
    if (before) return before.isWanted;
    const isWanted = connection
      .request(names.job(job), undefined, { timeout: OWNER_WITHIN_MS })
      .then(
        () => true,
        () => false,
      );
    known.set(job, { until: now + OWNER_KNOWN_MS, isWanted });
    return isWanted;
  };
}

/** What a promise comes to; undefined as soon as the signal says so. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let end = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
