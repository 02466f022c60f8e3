import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

let world: HttpWorld;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await world.close();
});

const TIMES = { headersMs: 200, requestMs: 400, idleMs: 200, checkMs: 50 };

/** A client that sends this much and then waits; resolves when the server has ended it. */
function slowClient(text: string): Promise<string> {
  const { port } = new URL(world.server.url);
  const socket = connect({ host: "127.0.0.1", port: Number(port) });
  sockets.push(socket);
  socket.write(text);
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk.toString();
  });
  socket.on("error", () => undefined);
  return new Promise((resolve) => socket.once("close", () => resolve(heard)));
}

describe("a slow client", () => {
  it.each([
    ["never ends its headers", "GET /api/user HTTP/1.1\r\nHost: localhost\r\nX-Slow: 1\r\n"],
    [
      "never sends the body it announced",
      "POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
        "X-Requested-With: sevenfold\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 9\r\n\r\n{",
    ],
    ["says nothing at all", ""],
  ])("that %s is let go", async (_, text) => {
    world = await openHttpWorld({ times: TIMES });

    expect(await slowClient(text)).not.toContain(" 200 ");
  });

  it("keeps nobody else waiting", async () => {
    world = await openHttpWorld({ times: { ...TIMES, headersMs: 60_000, requestMs: 60_000 } });
    for (let count = 0; count < 300; count += 1) void slowClient("GET / HTTP/1.1\r\nHost: loc");

    expect((await world.browser().get("/healthz")).status).toBe(200);
  });

  it("finds no more room than there is", async () => {
    world = await openHttpWorld({ connectionsMax: 20 });
    const ended = Array.from({ length: 30 }, () => slowClient("GET / HTTP/1.1\r\n"));

    await Promise.all([Promise.race(ended)]);
    expect(sockets.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(0);
  });
});
