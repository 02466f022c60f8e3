import { setTimeout as pause } from "node:timers/promises";
import { type JetStreamManager, jetstream } from "@nats-io/jetstream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bytesOf, numbered, sharingProcesses } from "../testing/sharing-processes.ts";
import { canTestOnNats, startTestNats, type TestNats } from "../testing/temporary-nats.ts";
import { partBytes } from "./part-message.ts";
import type { SharedJob } from "./share-work.ts";
import { contentName, loadContent, storeContent } from "./stored-content.ts";

describe.skipIf(!canTestOnNats())("work shared over a NATS server where things go wrong", () => {
  let nats: TestNats;
  const processes = sharingProcesses(() => nats.url);
  const { names } = processes;
  beforeAll(async () => {
    nats = await startTestNats();
  });
  beforeEach(async () => {
    manager = await processes.manager();
  });
  afterEach(() => processes.end());
  afterAll(() => nats?.stop());

  let manager: JetStreamManager;
  const partsAtNats = async () => {
    const found = await manager.streams.info(names.parts).catch(() => undefined);
    return found?.state.messages ?? 0;
  };

  it("goes on when a worker of many idle threads is stopped at its part", async () => {
    const job = processes.job({ to: 3 });
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const stopped = processes.work(job, 8, () => {
      begin();
      return new Promise(() => undefined);
    });
    const coming = processes.share(job);
    coming.catch(() => undefined);
    await begun;
    // The other seven wait for a part by now.
    await pause(300);

    await stopped.stop();
    processes.work(job, 1);

    await expect(coming).resolves.toEqual([0]);
  });

  it("goes on when its part was given back by more workers than it may end", async () => {
    const job = processes.job({ to: 3 });
    const coming = processes.share(job);
    coming.catch(() => undefined);
    for (let workers = 0; workers < 7; workers += 1) {
      let begin = (): void => undefined;
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const stopped = processes.work(job, 1, () => {
        begin();
        return new Promise(() => undefined);
      });
      await begun;
      await stopped.stop();
    }

    processes.work(job, 1);

    await expect(coming).resolves.toEqual([0]);
  });

  it("sends no part twice while sending takes longer than the time between two looks", async () => {
    const job = processes.job({ to: 20_000, perPart: 1 });
    const stopping = new AbortController();
    const coming = processes.share(job, stopping.signal);
    coming.catch(() => undefined);
    const sent = async () => (await manager.streams.info(names.parts)).state;
    await expect
      .poll(async () => (await sent().catch(() => undefined))?.num_subjects, { timeout: 100_000 })
      .toBe(20_000);
    await pause(500);

    expect((await sent()).messages).toBe(20_000);
    stopping.abort(new Error("enough"));
    await expect(coming).rejects.toThrow("enough");
  });

  it("leaves nothing behind where it is stopped while parts are sent", async () => {
    const job = processes.job({ to: 50_000, perPart: 1 });
    const stopping = new AbortController();
    const coming = processes.share(job, stopping.signal);
    coming.catch(() => undefined);
    await expect.poll(partsAtNats, { timeout: 100_000 }).toBeGreaterThan(0);

    stopping.abort(new Error("enough"));

    await expect(coming).rejects.toThrow("enough");
    await pause(500);
    expect(await partsAtNats()).toBe(0);
  });

  it("clears away what a process that was killed has left, in one go", async () => {
    const job = processes.job({ to: 300, perPart: 1 });
    await sentByNobody(job);

    processes.work(job, 1);

    const seen = new Set<number>();
    const left = async () => {
      const parts = await partsAtNats();
      seen.add(parts);
      return parts;
    };
    await expect.poll(left, { timeout: 100_000, interval: 10 }).toBe(0);
    expect([...seen]).toEqual([300, 0]);
  });

  it("sits on no more threads than it has after an answer could not be stored", async () => {
    const job = processes.job({ to: 9, perPart: 1 });
    const wanted = (await processes.connected()).subscribe(names.job(job.id), {
      callback: (_error, asked) => void asked.respond("wanted"),
    });
    await sentByNobody(job, 1);
    await manager.streams.delete(names.answers);
    const full = { name: names.answers, subjects: [names.answer("*")], max_msgs: 1 };
    await manager.streams.add({ ...full, discard: "new" });
    const connection = await processes.connected();
    await jetstream(connection).publish(names.answer("other"), "all the room there is");
    let [atWork, most] = [0, 0];
    const { log } = processes.work(job, 2, async (from, to) => {
      atWork += 1;
      most = Math.max(most, atWork);
      await pause(300);
      atWork -= 1;
      return numbered(from, to);
    });
    await expect
      .poll(() => log.lines.map(({ event }) => event), { timeout: 100_000 })
      .toContain("sweep-parts-not-taken");
    await manager.streams.purge(names.answers);
    await manager.streams.update(names.answers, { max_msgs: 100 });
    // Others have sat down by now, should there be any.
    await pause(6_000);

    await sentByNobody(job);

    await expect.poll(partsAtNats, { timeout: 100_000 }).toBe(0);
    wanted.unsubscribe();
    await manager.streams.delete(names.answers);
    expect(most).toBe(2);
  });

  it("stores anew what parts have in common where a piece of it is gone", async () => {
    const bars = bytesOf("bars ".repeat(100_000));
    const connection = await processes.connected();
    await storeContent(connection, names, bars);
    const pieces = `$O.${names.materials}.C.>`;
    await manager.streams.purge(`OBJ_${names.materials}`, { filter: pieces, keep: 1 });
    const job = processes.job({ materials: [bars] });
    processes.work(job, 1);

    await expect(processes.share(job)).resolves.toEqual([0, 3, 6, 9]);
  });

  it("says so where all pieces are gone, and does not wait for them", async () => {
    const bars = bytesOf("other bars ".repeat(100_000));
    const job = processes.job({ materials: [bars] });
    const connection = await processes.connected();
    const coming = processes.share(job);
    coming.catch(() => undefined);
    await expect.poll(partsAtNats).toBe(4);
    await manager.streams.purge(`OBJ_${names.materials}`, { filter: `$O.${names.materials}.C.>` });
    const { log } = processes.work(job, 1);
    await expect
      .poll(() => log.lines.map(({ facts }) => String(facts.error)), { timeout: 100_000 })
      .toContainEqual(expect.stringContaining("not on the store any more, or not all of it"));

    await storeContent(connection, names, bars);
    await storeContent(connection, names, job.order);

    await expect(coming).resolves.toEqual([0, 3, 6, 9]);
  });

  it("gives a content up that was on its way when NATS went", async () => {
    const bars = new Uint8Array(100_000_000);
    const name = await storeContent(await processes.connected(), names, bars);
    const loading = loadContent(await processes.connected(), names, name);
    const coming = loading.then(
      () => "is there",
      () => "given up",
    );
    await pause(30);

    await nats.restart();

    const late = pause(30_000, "waits for ever", { ref: false });
    expect(["is there", "given up"]).toContain(await Promise.race([coming, late]));
  });

  /** Its parts as a process has sent them that was killed. */
  async function sentByNobody(job: SharedJob, count = job.to) {
    const connection = await processes.connected();
    const [bars = new Uint8Array()] = job.materials;
    const begun = processes.job();
    processes.work(begun, 1);
    // Makes the streams, too.
    await processes.share(begun);
    await storeContent(connection, names, bars);
    const [order, ...materials] = [job.order, ...job.materials].map(contentName);
    for (let part = 0; part < count; part += 1)
      await jetstream(connection).publish(
        names.part(job.version, job.id, part),
        partBytes({ ...{ job: job.id, part, from: part, to: part + 1 }, order: order!, materials }),
      );
  }
});
