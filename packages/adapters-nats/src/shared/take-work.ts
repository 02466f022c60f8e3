import { setTimeout as pause } from "node:timers/promises";
import {
  AckPolicy,
  type Consumer,
  type JetStreamManager,
  type JsMsg,
  jetstream,
} from "@nats-io/jetstream";
import { type NatsConnection, nanos } from "@nats-io/transport-node";
import type { Log } from "@sevenfold/application/ports/log";
import type { NatsLink } from "../nats-link.ts";
import { answerHeaders } from "./answer-headers.ts";
import { type PartMessage, partFrom } from "./part-message.ts";
import { ContentUnusable, loadContent } from "./stored-content.ts";
import { unlessAborted } from "./unless-aborted.ts";
import {
  ANSWER_BYTES_MAX,
  LOST_AFTER_MS,
  openWorkStreams,
  type WorkNames,
  workNames,
} from "./work-names.ts";
import { isOfNats } from "./work-refused.ts";
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
  /** How long it waits for a part, or after a failure, before it asks anew; 5,000 when absent. */
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
  const { link, log, signal, askEveryMs = ASK_EVERY_MS } = taking;
  while (!signal.aborted) {
    const coming = link.connected(NATS_WITHIN_MS).catch(() => undefined);
    const connection = await unlessAborted(coming, signal);
    if (connection === undefined) continue;
    try {
      await takeOver(connection, taking);
    } catch (error) {
      if (signal.aborted) return;
      if (!connection.isClosed()) log.error("sweep-parts-not-taken", { error });
      await unlessAborted(pause(askEveryMs), signal);
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
  // Who sits down later must not find one of these at work still.
  const ending = new AbortController();
  const end = () => ending.abort();
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  const seats = Array.from({ length: threads }, async () => {
    try {
      while (!ending.signal.aborted && !connection.isClosed()) {
        const message = await nextOf(consumer, { ...taking, connection, signal: ending.signal });
        if (message === null) continue;
        await taken(message, { ...taking, connection, manager, names, isWanted });
      }
    } finally {
      end();
    }
  });
  try {
    await Promise.race([Promise.allSettled(seats), connection.closed()]);
  } finally {
    signal.removeEventListener("abort", end);
    if (!shown.isClosed()) shown.unsubscribe();
  }
  if (!connection.isClosed()) await Promise.all(seats);
}

/** Null where nothing waits. Once the signal says so nothing more is given to this seat. */
async function nextOf(
  consumer: Consumer,
  {
    connection,
    signal,
    askEveryMs = ASK_EVERY_MS,
  }: Pick<Seat, "connection" | "signal" | "askEveryMs">,
): Promise<JsMsg | null> {
  try {
    const pulled = await consumer.fetch({ max_messages: 1, expires: askEveryMs });
    const stop = () => void pulled.close();
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    try {
      for await (const message of pulled) return message;
      return null;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  } catch (error) {
    if (connection.isClosed()) return null;
    throw error;
  }
}

interface Seat extends Taking {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
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
  if (signal.aborted) return givenBack(message, isLast, seat);
  if (!(await isWanted(part.job)))
    return isLast ? await forgotten(part.job, seat) : message.nak(LATER_MS);
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
    if (made === undefined) return await givenBack(message, isLast, seat);
    await answered(seat, part, made);
    message.ack();
    onPart?.(part);
  } catch (error) {
    if (connection.isClosed()) return;
    if (isOfNats(error)) {
      // No fault of the part: whoever waits for it sends it anew.
      message.term("not to be answered");
      throw error;
    }
    log.error("sweep-part-failed", { job: part.job, part: part.part, error });
    // Content is stored before its parts are sent; it can be away for a moment only.
    if (error instanceof ContentUnusable && !isLast) return message.nak(LATER_MS);
    await answered(seat, part, error instanceof Error ? error.message : String(error));
    message.ack();
  } finally {
    clearInterval(working);
  }
}

/**
 * Another worker gets it at once. What is given back time and again is sent anew: it has ended none
 * of those who gave it back.
 */
async function givenBack(message: JsMsg, isLast: boolean, { connection }: Seat): Promise<void> {
  if (!isLast) return message.nak();
  await jetstream(connection).publish(message.subject, message.data);
  message.ack();
}

/** Whoever sent the job out has gone: what is left of it would keep others waiting. */
async function forgotten(job: string, { manager, names, version }: Seat): Promise<void> {
  await manager.streams.purge(names.parts, { filter: names.part(version, job, "*") });
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
