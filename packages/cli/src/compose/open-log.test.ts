import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { nameInHand, oneInHand } from "@sevenfold/adapters-http/request-in-hand";
import { afterEach, describe, expect, it } from "vitest";

import { Closing } from "./closing.ts";
import { configurationFrom } from "./configuration.ts";
import { openLog } from "./open-log.ts";

const closing = new Closing();
afterEach(() => closing.close());

function lines() {
  const written: string[] = [];
  const { log } = openLog(configurationFrom({ LOG_LEVEL: "info", METRICS_TOKEN: TOKEN }), {
    destination: { write: (line) => void written.push(line) },
  });
  return { log, written, said: () => written.map((line) => JSON.parse(line)) };
}
const TOKEN = "known-to-be-secret-1";

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  closing.add(async () => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("the product's log", () => {
  it("names the request that is served where a line is written", async () => {
    const { log, said } = lines();
    const arrived: (() => void)[] = [];
    const url = await serving(
      oneInHand(async (request, response) => {
        const id = request.headers["x-request-id"] as string;
        nameInHand(id);
        log.info("begun", { of: id });
        await new Promise<void>((resolve) => arrived.push(resolve));
        log.warn("ended", { of: id });
        response.end();
      }),
    );
    const ask = async (id: string) =>
      (await fetch(url, { headers: { "x-request-id": id } })).arrayBuffer();
    const ids = Array.from({ length: 5 }, () => randomUUID());
    const answers = ids.map(ask);
    await expect.poll(() => arrived.length).toBe(ids.length);
    for (const go of arrived.reverse()) go();
    await Promise.all(answers);
    log.error("outside");

    expect(said()).toHaveLength(2 * ids.length + 1);
    for (const { msg, of, requestId } of said())
      expect(requestId).toBe(msg === "outside" ? undefined : of);
  });

  it("tells no secret that somebody gives as the id of a request", async () => {
    const { log, written } = lines();
    const url = await serving(
      oneInHand(async (_, response) => {
        nameInHand(TOKEN);
        log.info("served");
        response.end();
      }),
    );
    await (await fetch(url)).arrayBuffer();

    expect(written).toHaveLength(1);
    expect(written[0]).toContain('"requestId":"…"');
  });
});
