import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { natsCallCount } from "./nats-call-count.ts";
import { linkedProcesses } from "./testing/linked-processes.ts";
import { canTestOnNats, startTestNats, type TestNats } from "./testing/temporary-nats.ts";

describe.skipIf(!canTestOnNats())("calls counted over NATS", () => {
  let nats: TestNats;
  beforeAll(async () => {
    nats = await startTestNats();
  });
  afterAll(() => nats?.stop());
  const processes = linkedProcesses(() => nats.url);
  afterEach(() => processes.end());

  it("are told to the others, each once, and not to who made them", async () => {
    const counted = async () => {
      const { link } = await processes.begin();
      const count = natsCallCount({ link, prefix: "test" });
      const heard = new Map<string, number>();
      count.listen((id, calls) => heard.set(id, (heard.get(id) ?? 0) + calls));
      await link.current()?.flush();
      return { count, heard, link };
    };
    const [here, there] = [await counted(), await counted()];
    for (let call = 0; call < 30; call += 1) here.count.made("a", 1);
    here.count.made("b", 2);
    // More than one message holds.
    const many = Array.from({ length: 2_000 }, (_, index) => `account ${index}`);
    for (const id of many) here.count.made(id, 1);
    here.count.close();
    here.count.made("a", 5);
    there.link.publish("test.calls", '{"from":"x","calls":[["a",-4]]}');

    await expect
      .poll(() => [...there.heard])
      .toEqual([["a", 35], ["b", 2], ...many.map((id) => [id, 1])]);
    expect([...here.heard]).toEqual([]);
  });
});
