import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { recordingLog } from "@sevenfold/application/testing/world/recording-log";
import { natsAddressOf } from "../nats-address.ts";
import { type NatsLink, openNatsLink } from "../nats-link.ts";
import { type SharedJob, shareWork } from "../shared/share-work.ts";
import { type OpenOrder, takeWork } from "../shared/take-work.ts";
import { workNames } from "../shared/work-names.ts";

const PREFIX = "shared";
const PATIENT_MS = 50_000;

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An item comes to its number and to 7. */
export const numbered: OpenOrder = async (from, to) =>
  Uint8Array.from(Array.from({ length: to - from }, (_, at) => [from + at, 7]).flat());

/** Processes that share work over one NATS server and those that do it, until `end`. */
export function sharingProcesses(url: () => string) {
  const ends: (() => Promise<unknown>)[] = [];
  let jobs = 0;
  const open = (): NatsLink => {
    const link = openNatsLink({
      ...{ address: natsAddressOf(url()), name: "a test", log: recordingLog() },
      pauseMs: () => 50,
    });
    ends.push(() => link.close());
    return link;
  };
  return {
    names: workNames(PREFIX),
    connected: () => open().connected(PATIENT_MS),
    manager: async (): Promise<JetStreamManager> =>
      jetstreamManager(await open().connected(PATIENT_MS)),
    /** Of a version of its own: only workers that are begun for it take it. */
    job(more: Partial<SharedJob> = {}): SharedJob {
      jobs += 1;
      return {
        ...{ id: `job-${jobs}`, version: `v${jobs}` },
        ...{ order: bytesOf("double"), materials: [bytesOf("bars")] },
        ...{ from: 0, to: 10, bytesEach: 2, perPart: 3 },
        ...more,
      };
    },
    /** Takes parts of a version until it is stopped. */
    work({ version }: SharedJob, threads: number, compute: OpenOrder = numbered) {
      const stopping = new AbortController();
      const log = recordingLog();
      const done = takeWork({
        ...{ link: open(), prefix: PREFIX, id: "one", version, threads, log },
        ...{ signal: stopping.signal, askEveryMs: 1_000 },
        maker: {
          async open(_order, materials, load) {
            for (const each of materials) await load(each);
            return compute;
          },
        },
      });
      const stop = () => {
        stopping.abort();
        return done;
      };
      ends.push(stop);
      return { stop, log };
    },
    /** First items of the parts that came, once all have. */
    async share(job: SharedJob, signal?: AbortSignal): Promise<readonly number[]> {
      const came: number[] = [];
      await shareWork(job, {
        ...{ link: open(), prefix: PREFIX, lookEveryMs: 100 },
        onPart: (from) => came.push(from),
        ...(signal && { signal }),
      });
      return came.sort((one, other) => one - other);
    },
    async end() {
      for (const end of ends.splice(0).reverse()) await end();
    },
  };
}
