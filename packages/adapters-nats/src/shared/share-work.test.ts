import { jetstreamManager } from "@nats-io/jetstream";
import { recordingLog } from "@sevenfold/application/testing/world/recording-log";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { natsAddressOf } from "../nats-address.ts";
import { type NatsLink, openNatsLink } from "../nats-link.ts";
import { canTestOnNats, startTestNats, type TestNats } from "../testing/temporary-nats.ts";
import { PartFailed, type SharedJob, shareWork } from "./share-work.ts";
import { type OpenOrder, takeWork } from "./take-work.ts";
import { workNames } from "./work-names.ts";
import type { WorkerPresence } from "./worker-presence.ts";

const PREFIX = "tried";
const NAMES = workNames(PREFIX);
const bytes = (text: string) => new TextEncoder().encode(text);
const deferred = () => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};
const text = (from: Uint8Array) => new TextDecoder().decode(from);

describe.skipIf(!canTestOnNats())("work shared over NATS", () => {
  let nats: TestNats;
  beforeAll(async () => {
    nats = await startTestNats();
  });
  afterAll(() => nats?.stop());

  const ends: (() => Promise<unknown> | unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  const open = (): NatsLink => {
    const link = openNatsLink({
      ...{ address: natsAddressOf(nats.url), name: "a test", log: recordingLog() },
      pauseMs: () => 50,
    });
    ends.push(() => link.close());
    return link;
  };

  let jobs = 0;
  const job = (more: Partial<SharedJob> = {}): SharedJob => {
    jobs += 1;
    return {
      ...{ id: `job-${jobs}`, version: "v1", order: bytes("double"), materials: [bytes("bars")] },
      ...{ from: 0, to: 10, bytesEach: 2, perPart: 3 },
      ...more,
    };
  };

  /** Takes parts until it is stopped; by default an item comes to its number and to 7. */
  const work = (id: string, compute: OpenOrder = numbered, version = "v1") => {
    const stopping = new AbortController();
    const loaded: string[] = [];
    const took: number[] = [];
    const done = takeWork({
      ...{
        link: open(),
        prefix: PREFIX,
        id,
        version,
        threads: 1,
        log: recordingLog(),
        signal: stopping.signal,
        askEveryMs: 1_000,
      },
      maker: {
        async open(_order, materials, load) {
          for (const each of materials) loaded.push(text(await load(each)));
          return compute;
        },
      },
      onPart: ({ part }) => took.push(part),
    });
    const stop = () => {
      stopping.abort();
      return done;
    };
    ends.push(stop);
    return { stop, took, loaded };
  };

  const numbered: OpenOrder = async (from, to) =>
    Uint8Array.from(Array.from({ length: to - from }, (_, at) => [from + at, 7]).flat());

  const shared = async (of: SharedJob, more: object = {}) => {
    const all = new Uint8Array(of.to * of.bytesEach);
    const came: number[] = [];
    await shareWork(of, {
      ...{ link: open(), prefix: PREFIX },
      lookEveryMs: 100,
      onPart: (from, _to, part) => {
        came.push(from);
        all.set(part, from * of.bytesEach);
      },
      ...more,
    });
    return { all: [...all], came: came.sort((one, other) => one - other) };
  };
  const whole = Array.from({ length: 10 }, (_, at) => [at, 7]).flat();

  it("is done by whoever is there, each part once, and leaves nothing behind", async () => {
    const one = work("one");
    const two = work("two");
    const seen: (readonly WorkerPresence[])[] = [];

    const { all, came } = await shared(job({ to: 40, perPart: 1 }), {
      onWorkers: (workers: readonly WorkerPresence[]) => seen.push(workers),
    });

    expect(all).toEqual(Array.from({ length: 40 }, (_, at) => [at, 7]).flat());
    expect(came).toEqual(Array.from({ length: 40 }, (_, at) => at));
    expect(one.took.length + two.took.length).toBeGreaterThanOrEqual(40);
    expect([...new Set([...one.loaded, ...two.loaded])]).toEqual(["bars"]);
    const manager = await jetstreamManager(await open().connected(50_000));
    for (const name of [NAMES.parts, NAMES.answers])
      expect((await manager.streams.info(name)).state.messages, name).toBe(0);
  });

  it("waits for a worker, and says that none is there", async () => {
    const seen: (readonly WorkerPresence[])[] = [];
    const done = shared(job(), {
      onWorkers: (workers: readonly WorkerPresence[]) => seen.push(workers),
    });
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    expect(seen[0]).toEqual([]);

    work("late");

    expect((await done).all).toEqual(whole);
  });

  it("is left alone by workers of another version, which are told of", async () => {
    const seen: (readonly WorkerPresence[])[] = [];
    const other = work("other", numbered, "v2");
    const stopping = new AbortController();
    const done = shared(job(), {
      signal: stopping.signal,
      onWorkers: (workers: readonly WorkerPresence[]) => seen.push(workers),
    });
    await expect.poll(() => seen.at(-1)).toEqual([{ id: "other", version: "v2", threads: 1 }]);

    stopping.abort(new Error("enough"));

    await expect(done).rejects.toThrow("enough");
    expect(other.took).toEqual([]);
  });

  it("has a part done again whose worker is gone", async () => {
    const { promise: begun, resolve: begin } = deferred();
    const stuck = work("stuck", () => {
      begin();
      return new Promise(() => undefined);
    });
    const done = shared(job());
    await begun;
    await stuck.stop();

    work("next");

    expect((await done).all).toEqual(whole);
  });

  it("goes on when NATS was away, without a part twice", async () => {
    const { promise: held, resolve: release } = deferred();
    let begun = 0;
    work("one", async (from, to) => {
      begun += 1;
      if (1 < begun) await held;
      return numbered(from, to);
    });
    const done = shared(job());
    await expect.poll(() => begun).toBe(2);

    await nats.restart();
    release();

    const { all, came } = await done;
    expect(all).toEqual(whole);
    expect(came).toEqual([0, 3, 6, 9]);
  });

  it("sends out again what was lost on its way", async () => {
    const done = shared(job());
    const manager = await jetstreamManager(await open().connected(50_000));
    const messages = async () => (await manager.streams.info(NAMES.parts)).state.messages;
    await expect.poll(messages).toBe(4);
    await manager.streams.purge(NAMES.parts);

    await expect.poll(messages).toBe(4);
    work("one");
    expect((await done).all).toEqual(whole);
  });

  it("is left alone once nobody waits for it", async () => {
    const gone = open();
    const lost = job();
    const done = shareWork(lost, {
      link: gone,
      prefix: PREFIX,
      lookEveryMs: 100,
      onPart: () => undefined,
    });
    done.catch(() => undefined);
    const manager = await jetstreamManager(await open().connected(50_000));
    await expect.poll(async () => (await manager.streams.info(NAMES.parts)).state.messages).toBe(4);
    // As a process that is killed: it takes nothing back.
    await gone.close();
    let computed = 0;
    work("one", async (from, to) => {
      computed += 1;
      return numbered(from, to);
    });
    const redelivered = async () => {
      const [consumer] = await manager.consumers.list(NAMES.parts).next();
      return consumer?.num_redelivered ?? 0;
    };
    await expect.poll(redelivered).toBeGreaterThan(0);

    expect(computed).toBe(0);
    await manager.streams.purge(NAMES.parts);
  });

  it("ends with the words of a worker that cannot do it", async () => {
    work("one", async () => {
      throw new Error("bars without a price\nat line 3");
    });

    const failed = shared(job());

    await expect(failed).rejects.toThrow(PartFailed);
    await expect(failed).rejects.toThrow("bars without a price at line 3");
  });

  it("is done from where it was left", async () => {
    work("one");

    const { all, came } = await shared(job({ from: 4 }));

    expect(all.slice(8)).toEqual(whole.slice(8));
    expect(all.slice(0, 8)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(came).toEqual([4, 7]);
  });

  it("refuses an answer that is too short", async () => {
    work("one", async () => new Uint8Array(1));

    await expect(shared(job())).rejects.toThrow("sent 1 bytes for 3 items");
  });

  it("stores what parts have in common once", async () => {
    work("one");
    const bars = bytes("bars ".repeat(100_000));
    await shared(job({ materials: [bars] }));
    const manager = await jetstreamManager(await open().connected(50_000));
    const before = (await manager.streams.info(`OBJ_${NAMES.materials}`)).state.bytes;

    await shared(job({ materials: [bars] }));

    const after = (await manager.streams.info(`OBJ_${NAMES.materials}`)).state.bytes;
    expect(after).toBe(before);
  });
});
