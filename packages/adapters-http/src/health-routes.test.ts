import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

/** A world that counts how often its database is asked, on a clock that stands. */
async function counted() {
  let asked = 0;
  let atMs = 0;
  let timesRead = 0;
  let answer = Promise.resolve();
  world = await openHttpWorld({
    keptMs: 1_000,
    instead: ({ clock, storage }) => ({
      clock: {
        ...clock,
        monotonicMs: () => {
          timesRead += 1;
          return atMs;
        },
      },
      storage: {
        ...storage,
        read: {
          ...storage.read,
          workers: {
            ...storage.read.workers,
            latest: async () => {
              asked += 1;
              await answer;
              return storage.read.workers.latest();
            },
          },
        },
      },
    }),
  });
  return {
    asked: () => asked,
    timesRead: () => timesRead,
    ask: () => world.browser().get("/readyz"),
    pass: (ms: number) => {
      atMs += ms;
    },
    answerAfter: (until: Promise<void>) => {
      answer = until;
    },
  };
}

describe("readiness", () => {
  it("asks the database once a second at most, however many want to know", async () => {
    const { ask, asked, pass } = await counted();

    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    for (const { json, status } of [...answers, await ask()])
      expect([status, json.ok]).toEqual([200, true]);
    expect(asked()).toBe(1);

    pass(1_000);
    await ask();
    expect(asked()).toBe(2);
  });

  it("waits with all for one answer, however long that takes", async () => {
    const { answerAfter, ask, asked, pass, timesRead } = await counted();
    let answer = () => {};
    answerAfter(new Promise((resolve) => (answer = resolve)));

    const first = ask();
    await expect.poll(asked).toBe(1);
    pass(60_000);
    const before = timesRead();
    const second = ask();
    // Once where its time is taken, and once where the answer is looked for.
    await expect.poll(timesRead).toBe(before + 2);
    answer();
    expect((await first).status).toBe(200);
    expect((await second).status).toBe(200);
    expect(asked()).toBe(1);
  });

  it("says when a worker last lived, that none ever did, and nothing of it while it cannot know", async () => {
    let isStored = true;
    world = await openHttpWorld({
      instead: ({ storage }) => ({
        storage: {
          ...storage,
          read: {
            ...storage.read,
            workers: {
              ...storage.read.workers,
              latest: async () => {
                if (!isStored) throw new Error("the database is away");
                return storage.read.workers.latest();
              },
            },
          },
        },
      }),
    });
    const asked = async () => (await world.browser().get("/readyz")).json;
    expect(await asked()).toMatchObject({ worker: { last_ping: null } });

    await world.pingWorker();
    expect(await asked()).toMatchObject({
      worker: { last_ping: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    isStored = false;
    expect(await asked()).not.toHaveProperty("worker");
  });
});
