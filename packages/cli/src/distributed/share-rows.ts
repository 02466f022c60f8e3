import { NatsUnavailable, openNatsLink } from "@sevenfold/adapters-nats/nats-link";
import { PartFailed, type SharedJob, shareWork } from "@sevenfold/adapters-nats/shared/share-work";
import { ContentUnusable } from "@sevenfold/adapters-nats/shared/stored-content";
import { ANSWER_BYTES_MAX } from "@sevenfold/adapters-nats/shared/work-names";
import { WorkRefused } from "@sevenfold/adapters-nats/shared/work-refused";
import type { WorkerPresence } from "@sevenfold/adapters-nats/shared/worker-presence";
import { EXIT, Failure } from "../failure.ts";
import type { KeptRows } from "../resumable/kept-rows.ts";
import { jsonLog } from "../system/json-log.ts";
import { randomIdentifiers } from "../system/random-identifiers.ts";
import type { Terminal } from "../terminal.ts";
import { engineToken } from "./engine-token.ts";
import { bytesOfPlain } from "./plain-bytes.ts";
import type { BarsMaterial, NumbersMaterial, RowOrder } from "./row-order.ts";
import { writeRows } from "./rows-bytes.ts";
import { sharingSettingsFrom } from "./sharing-settings.ts";

/** Rows that workers on other machines compute. */
export interface SharedRows {
  readonly order: RowOrder;
  readonly material: BarsMaterial | NumbersMaterial;
  readonly count: number;
  /** Numbers of a row. */
  readonly width: number;
  /** Steps that a row takes, such as bars: parts are made large enough to be worth their way. */
  readonly stepsEach: number;
  readonly kept?: KeptRows;
  readonly onProgress: (done: number) => void;
}

/** Steps of a part, some tenths of a second of a thread. */
const STEPS_OF_PART = 40_000_000;
/** Workers are to end together. */
const PARTS_LEAST = 64;
const TELL_EVERY_MS = 250;

/** Computes rows on the workers at NATS: to the last bit those that this machine would come to. */
export type ShareRows = (rows: SharedRows) => Promise<Float64Array>;

/** Opens the way to the workers; `end` closes it whatever happened. */
export function openSharing(terminal: Terminal): { share: ShareRows; end(): Promise<void> } {
  const { prefix, ...where } = sharingSettingsFrom(process.env);
  const link = openNatsLink({
    ...where,
    name: "sevenfold sweep",
    log: jsonLog("error"),
  });
  const version = engineToken();
  const tellWorkers = workerTeller(terminal, version);
  return {
    async share(shared) {
      const rows = new Float64Array(shared.count * shared.width);
      const first = shared.kept?.restore(rows) ?? 0;
      const done = openDone(first, shared.count);
      const stopping = new AbortController();
      let keeping: Promise<unknown> = Promise.resolve();
      const telling = setInterval(() => {
        shared.onProgress(done.count());
        if (shared.kept?.isStopping()) stopping.abort();
        // One after the other; the first that fails ends the work.
        keeping = keeping.then(() => shared.kept?.keepInTime(rows, done.untilGap()));
        keeping.catch(() => stopping.abort());
      }, TELL_EVERY_MS);
      try {
        await shareWork(jobOf(shared, first, version), {
          ...{ link, prefix },
          signal: stopping.signal,
          onWorkers: tellWorkers,
          onPart(from, to, bytes) {
            writeRows(rows, shared.width, from, bytes);
            done.add(from, to);
          },
        });
      } catch (error) {
        clearInterval(telling);
        await keeping;
        if (shared.kept && stopping.signal.aborted) {
          await shared.kept.keep(rows, done.untilGap());
          shared.kept.stop(done.untilGap());
        }
        throw failureOf(error);
      } finally {
        clearInterval(telling);
      }
      await keeping;
      await shared.kept?.complete(rows, shared.count);
      return rows;
    },
    end: () => link.close(),
  };
}

function jobOf(
  { order, material, count, width, stepsEach }: SharedRows,
  from: number,
  version: string,
): SharedJob {
  return {
    ...{ id: randomIdentifiers.uuid(), version, from, to: count },
    bytesEach: width * Float64Array.BYTES_PER_ELEMENT,
    order: bytesOfPlain(order),
    materials: [bytesOfPlain(material)],
    perPart: rowsPerPart({ count: count - from, width, stepsEach }),
  };
}

/** Large enough to be worth their way, small enough that workers end together and an answer is no burden. */
export function rowsPerPart({
  count,
  stepsEach,
  width,
}: Pick<SharedRows, "count" | "stepsEach" | "width">): number {
  const perPart = Math.min(
    Math.floor(ANSWER_BYTES_MAX / (width * Float64Array.BYTES_PER_ELEMENT)),
    Math.ceil(STEPS_OF_PART / Math.max(1, stepsEach)),
    Math.ceil(count / PARTS_LEAST),
  );
  return Math.max(1, perPart);
}

/** Which rows are there: parts come in any order. */
function openDone(first: number, count: number) {
  const ends = new Map<number, number>();
  let [gap, done] = [first, first];
  return {
    add(from: number, to: number) {
      ends.set(from, to);
      done += to - from;
      for (let end = ends.get(gap); end !== undefined && gap < count; end = ends.get(gap)) {
        ends.delete(gap);
        gap = end;
      }
    },
    count: () => done,
    /** The first row that is not there: only what lies before it is kept. */
    untilGap: () => gap,
  };
}

/** Says who is there when that changes. */
function workerTeller({ stderr }: Terminal, version: string) {
  let said = "";
  return (workers: readonly WorkerPresence[]): void => {
    const words = wordsOf(workers, version);
    if (words === said) return;
    said = words;
    stderr.write(`${words}\n`);
  };
}

function wordsOf(workers: readonly WorkerPresence[], version: string): string {
  const ours = workers.filter((worker) => worker.version === version);
  const others = workers.length - ours.length;
  const threads = ours.reduce((sum, worker) => sum + worker.threads, 0);
  const unlike =
    others === 0
      ? ""
      : `; ${counted(others, "worker")} of another version of Sevenfold or Node ${others === 1 ? "is" : "are"} left out`;
  return ours.length === 0
    ? `waiting for a worker: start \`sevenfold sweep-worker\` with the same NATS_URL${unlike}`
    : `${counted(ours.length, "worker")} with ${counted(threads, "thread")}${unlike}`;
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

function failureOf(error: unknown): unknown {
  if (error instanceof NatsUnavailable || error instanceof WorkRefused)
    return new Failure(EXIT.unexpected, error.message);
  if (error instanceof ContentUnusable || error instanceof PartFailed)
    return new Failure(EXIT.unexpected, `a worker could not do its part: ${error.message}`);
  return error;
}
