import { type AddressInfo, createServer } from "node:net";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { Objm } from "@nats-io/obj";
import { recordingLog } from "@sevenfold/application/testing/world/recording-log";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { natsAddressOf } from "./nats-address.ts";
import { type NatsLink, openNatsLink } from "./nats-link.ts";
import { canTestOnNats, startTestNats, type TestNats } from "./testing/temporary-nats.ts";

const PATIENT_MS = 50_000;
const text = (payload: Uint8Array) => new TextDecoder().decode(payload);

describe.skipIf(!canTestOnNats())("the link to NATS", () => {
  let nats: TestNats;
  beforeAll(async () => {
    nats = await startTestNats();
  });
  afterAll(() => nats?.stop());

  const links: NatsLink[] = [];
  afterAll(async () => {
    for (const link of links) await link.close();
  });
  const open = (url: string) => {
    const log = recordingLog();
    const link = openNatsLink({
      ...{ address: natsAddressOf(url), name: "a test", log, pauseMs: () => 50 },
    });
    links.push(link);
    return { link, log };
  };

  it("carries what is published to who subscribed, and no longer", async () => {
    const { link: here } = open(nats.url);
    const { link: there } = open(nats.url);
    const heard: string[] = [];
    // Before there is a connection: it is made good for.
    const end = there.subscribe("prices.>", (payload, subject) =>
      heard.push(`${subject} ${text(payload)}`),
    );
    await (await there.connected(PATIENT_MS)).flush();
    await here.connected(PATIENT_MS);

    expect(here.publish("prices.AAPL", "190")).toBe(true);
    await expect.poll(() => heard).toEqual(["prices.AAPL 190"]);
    end();
    await there.current()?.flush();
    here.publish("prices.AAPL", "191");
    await here.current()?.flush();
    await there.current()?.flush();
    expect(heard).toEqual(["prices.AAPL 190"]);
  });

  it("drops what is published while the server is away, says so, and heals by itself", async () => {
    const { link, log } = open(nats.url);
    const heard: string[] = [];
    const told: boolean[] = [];
    link.watch((isUp) => told.push(isUp));
    link.subscribe("news", (payload) => heard.push(text(payload)));
    link.subscribe("news", () => heard.push("by who hears no more"))();
    await link.connected(PATIENT_MS);
    await nats.kill();
    await expect.poll(() => link.current()).toBeUndefined();

    expect(link.publish("news", "of the time between")).toBe(false);
    await nats.restart();
    await (await link.connected(PATIENT_MS)).flush();
    expect(link.publish("news", "of now")).toBe(true);
    await expect.poll(() => heard).toEqual(["of now"]);
    expect(told).toEqual([true, false, true]);
    expect(log.lines.map(({ event }) => event)).toEqual(["nats-is-away", "nats-is-back"]);
  });

  it("notices a server that hangs up nothing and says nothing", async () => {
    const { link } = open(nats.url);
    await link.connected(PATIENT_MS);
    process.kill(nats.pid, "SIGSTOP");
    try {
      await expect.poll(() => link.current()).toBeUndefined();
      await expect(link.connected(10)).rejects.toThrow("NATS");
    } finally {
      process.kill(nats.pid, "SIGCONT");
    }
    await link.connected(PATIENT_MS);
  });

  it("hangs up soon on servers that take its calls and say nothing", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const { link } = open(Array.from({ length: 6 }, () => `nats://127.0.0.1:${port}`).join(","));

    const over = link.close().then(() => "closed");

    const late = new Promise((resolve) => setTimeout(resolve, 20_000, "waits for them"));
    expect(await Promise.race([over, late])).toBe("closed");
    silent.close();
  });

  it("hands its connection to streams and stores", async () => {
    const { link } = open(nats.url);
    const connection = await link.connected(PATIENT_MS);
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: "work", subjects: ["work"] });
    await jetstream(connection).publish("work", "a chunk");
    expect((await manager.streams.info("work")).state.messages).toBe(1);

    const bars = await new Objm(connection).create("bars");
    await bars.putBlob({ name: "AAPL" }, new Uint8Array([1, 2, 3]));
    expect([...((await bars.getBlob("AAPL")) ?? [])]).toEqual([1, 2, 3]);
  });

  it("says in words that nobody is there or that it is not known, and no secret", async () => {
    const guarded = await startTestNats({ user: { name: "us", password: "right" } });
    try {
      const at = guarded.url.slice("nats://".length);
      const { link: known } = open(`nats://us:right@${at}`);
      await known.connected(PATIENT_MS);

      const { link: unknown, log } = open(`nats://us:wrong-secret@${at}`);
      await expect.poll(() => log.lines.length).toBe(1);
      await expect(unknown.connected(1)).rejects.toThrow(
        `The NATS server at ${at} does not know us: correct the user in NATS_URL`,
      );
      expect(JSON.stringify(log.lines)).not.toContain("wrong-secret");
    } finally {
      await guarded.stop();
    }
    const { link: nobody, log } = open("nats://127.0.0.1:1");
    await expect.poll(() => log.lines.length).toBe(1);
    await expect(nobody.connected(1)).rejects.toThrow(/127\.0\.0\.1:1 .*: start it, or correct/);
  });
});
