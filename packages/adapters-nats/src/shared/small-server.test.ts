import { afterEach, describe, expect, it } from "vitest";
import { bytesOf, sharingProcesses } from "../testing/sharing-processes.ts";
import {
  canTestOnNats,
  startTestNats,
  type TestNats,
  type TestNatsOptions,
} from "../testing/temporary-nats.ts";

const MEBIBYTE = 2 ** 20;

describe.skipIf(!canTestOnNats())("work shared over a NATS server", () => {
  let nats: TestNats | undefined;
  const processes = sharingProcesses(() => nats?.url ?? "");
  afterEach(async () => {
    await processes.end();
    await nats?.stop();
  });
  const jobOn = async (options: TestNatsOptions, bars: string) => {
    nats = await startTestNats(options);
    const job = processes.job({ materials: [bytesOf(bars)] });
    processes.work(job, 1);
    return job;
  };

  it("that has less room than may be needed is done", async () => {
    const job = await jobOn({ streamBytesMax: 16 * MEBIBYTE }, "bars");

    await expect(processes.share(job)).resolves.toEqual([0, 3, 6, 9]);
  });

  it("that has no room for its bars ends, and says where to make some", async () => {
    const job = await jobOn({ streamBytesMax: 2 * MEBIBYTE }, "bars ".repeat(MEBIBYTE));

    await expect(processes.share(job)).rejects.toThrow("make room where it keeps its streams");
  });

  it("that keeps no streams ends, and says how to start it", async () => {
    const job = await jobOn({ streamBytesMax: 0 }, "bars");

    await expect(processes.share(job)).rejects.toThrow("has no JetStream: start it with -js");
  });
});
