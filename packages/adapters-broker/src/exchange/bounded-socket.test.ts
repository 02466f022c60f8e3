import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { afterEach, describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";

import { SEND_BUFFER_BYTES_MAX, sendBounded } from "./bounded-socket.ts";

const MEGABYTE = 2 ** 20;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

describe("sendBounded", () => {
  it("drops a client that does not read, having kept no more than it may", async () => {
    const { server, client } = await connected();
    client.pause();
    let sent = 0;
    while (server.readyState === WebSocket.OPEN && sent < 1_000) {
      sendBounded(server, Buffer.alloc(MEGABYTE), () => "too slow");
      sent += 1;
      await new Promise((resolve) => setImmediate(resolve));
      expect(server.bufferedAmount).toBeLessThan(SEND_BUFFER_BYTES_MAX + 2 * MEGABYTE);
    }
    await once(server, "close");

    expect(sent).toBeLessThan(1_000);
  });

  it("lets a client that reads have everything", async () => {
    const { server, client } = await connected();
    let heard = 0;
    client.on("message", (frame: Buffer) => {
      heard += frame.length;
    });
    for (let count = 0; count < 20; count += 1) {
      sendBounded(server, Buffer.alloc(MEGABYTE), () => "too slow");
      while (0 < server.bufferedAmount) await new Promise((resolve) => setImmediate(resolve));
    }
    while (heard < 20 * MEGABYTE) await once(client, "message");

    expect(server.readyState).toBe(WebSocket.OPEN);
  });
});

async function connected() {
  const acceptor = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(acceptor, "listening");
  const client = new WebSocket(`ws://127.0.0.1:${(acceptor.address() as AddressInfo).port}`);
  closing.push(
    () => client.terminate(),
    () => acceptor.close(),
  );
  const [[server]] = await Promise.all([once(acceptor, "connection"), once(client, "open")]);
  return { server: server as WebSocket, client };
}
