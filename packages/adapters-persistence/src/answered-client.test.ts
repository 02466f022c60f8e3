import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answeredClient } from "./answered-client.ts";
import { gateTo } from "./testing/gate.ts";
import { silentPostgres } from "./testing/silent-postgres.ts";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "./testing/temporary-postgres.ts";

const TIMEOUT_MS = 1_500;

describe.skipIf(!canTestOnPostgres())("a connection that is given up without an answer", () => {
  let postgres: TestPostgres;
  let url: string;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    url = await postgres.newDatabase();
  });
  afterAll(() => postgres?.stop());

  const connected = async (work: (client: pg.Client) => Promise<void>, at = url) => {
    const client = new (answeredClient(TIMEOUT_MS))({ connectionString: at, pipeline: true });
    client.on("error", () => undefined);
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  };
  const slept = (client: pg.Client, seconds: number) => client.query(`SELECT pg_sleep(${seconds})`);

  it("rejects all that was asked where nothing comes", async () => {
    const gate = await gateTo(url);
    await connected(async (client) => {
      gate.silence();
      const asked = Promise.allSettled([slept(client, 0), slept(client, 0)]);
      const outcomes = await Promise.race([asked, pause(20_000)]);
      const reason = expect.objectContaining({ message: expect.stringContaining("no answer for") });
      expect(outcomes).toEqual([
        { status: "rejected", reason },
        { status: "rejected", reason },
      ]);
    }, gate.url);
    await gate.shut();
  });

  it("keeps a connection on which answers come, however many wait", () =>
    connected(async (client) => {
      const asked = Array.from({ length: 8 }, () => slept(client, TIMEOUT_MS / 3_000));
      const outcomes = await Promise.allSettled(asked);
      expect(outcomes.map(({ status }) => status)).toEqual(asked.map(() => "fulfilled"));
    }));

  it("keeps a connection whose answer came while the process stood still", () =>
    connected(async (client) => {
      const answer = slept(client, 0.1).then(
        () => "answered",
        () => "given up",
      );
      // It leaves before.
      await new Promise((resolve) => setImmediate(resolve));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TIMEOUT_MS + 500);
      expect(await answer).toBe("answered");
    }));

  it("counts no silence while nothing is asked", () =>
    connected(async (client) => {
      await slept(client, 0);
      await pause(2 * TIMEOUT_MS + 300);
      const outcome = slept(client, 0).then(
        () => "answered",
        () => "given up",
      );
      expect(await outcome).toBe("answered");
    }));
});

it("rejects what was asked where bytes come and no answer is whole", async () => {
  const server = await silentPostgres({ dripsEveryMs: 20 });
  const client = new (answeredClient(100))({ connectionString: server.url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await expect(Promise.race([client.query("SELECT 1"), pause(20_000)])).rejects.toThrow(
      "no answer for 600 ms",
    );
  } finally {
    await client.end();
    await server.close();
  }
});
