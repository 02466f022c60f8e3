import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { reconnectingFrames, type SocketNews } from "./reconnecting-socket.ts";

const MEBIBYTE = 1_048_576;
const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close();
});

it("gives up a connection whose frames pile up in bytes, and begins anew", async () => {
  const opened: WebSocket[] = [];
  const url = await listening((socket) => {
    opened.push(socket);
    for (let frame = 0; frame < 24; frame += 1) socket.send("x".repeat(MEBIBYTE - 1));
  });
  const ending = new AbortController();
  closers.push(() => ending.abort());
  const frames = reconnectingFrames({ url, retryMsMin: 1, retryMsMax: 1 }, ending.signal);

  expect((await next(frames)).kind).toBe("open");
  // Nobody reads until the venue has been hung up on.
  await expect.poll(() => opened[0]?.readyState).toBe(3);
  const news: SocketNews[] = [];
  while (news.at(-1)?.kind !== "open") news.push(await next(frames));

  const read = news.filter(({ kind }) => kind === "frame").length;
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(16);
  expect(news).toContainEqual({ kind: "closed", message: "the reader fell behind" });
});

it("takes no frame beyond its limit, packed or not", async () => {
  const url = await listening((socket) => socket.send(" ".repeat(MEBIBYTE + 1)));
  const ending = new AbortController();
  closers.push(() => ending.abort());
  const frames = reconnectingFrames({ url, retryMsMin: 1, retryMsMax: 1 }, ending.signal);

  expect((await next(frames)).kind).toBe("open");
  expect(await next(frames)).toMatchObject({
    kind: "closed",
    message: expect.stringMatching(/payload/i),
  });
});

async function listening(take: (socket: WebSocket) => void): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: true });
  await new Promise((resolve) => server.once("listening", resolve));
  server.on("connection", (socket) => {
    socket.on("error", () => undefined);
    take(socket);
  });
  closers.push(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function next(frames: AsyncGenerator<SocketNews>): Promise<SocketNews> {
  const { done, value } = await frames.next();
  if (done) throw new Error("the frames ended");
  return value;
}
