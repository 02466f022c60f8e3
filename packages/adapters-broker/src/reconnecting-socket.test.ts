import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
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

it("S2: keeps a quiet line that answers pings, and cuts one that is half open and begins anew", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  closers.push(() => vi.useRealTimers());
  let isAnswered = true;
  const url = await listening(
    (socket) =>
      socket.on("ping", () => {
        if (isAnswered) socket.pong();
        // Behind the answer: whoever has read this has heard that.
        socket.send("pinged");
      }),
    { autoPong: false },
  );
  const ending = new AbortController();
  closers.push(() => ending.abort());
  const frames = reconnectingFrames({ url, retryMsMin: 1, retryMsMax: 1 }, ending.signal);
  /** The next news, while the line is looked after once. */
  const looked = async () => {
    vi.advanceTimersByTime(5_000);
    return (await next(frames)).kind;
  };

  expect((await next(frames)).kind).toBe("open");
  for (let look = 0; look < 12; look += 1) expect(await looked()).toBe("frame");

  isAnswered = false;
  const heard = [];
  while (heard.at(-1) !== "closed" && heard.length < 12) heard.push(await looked());
  expect(heard).toEqual(["frame", "frame", "frame", "closed"]);
  expect((await next(frames)).kind).toBe("open");
});

it("waits longer for a venue that greets and hangs up each time, until a connection has stood", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const random = vi.spyOn(Math, "random").mockReturnValue(1);
  closers.push(
    () => vi.useRealTimers(),
    () => random.mockRestore(),
  );
  let hangUp = (): void => undefined;
  const url = await listening((socket) => {
    hangUp = () => socket.close();
    socket.send("welcome");
  });
  const ending = new AbortController();
  closers.push(() => ending.abort());
  const frames = reconnectingFrames({ url, retryMsMin: 500 }, ending.signal);
  /** How long after a connection that stood for so long the next one is opened. */
  const waitMsAfter = async (stoodMs: number): Promise<number> => {
    expect((await next(frames)).kind).toBe("frame");
    vi.advanceTimersByTime(stoodMs);
    hangUp();
    expect((await next(frames)).kind).toBe("closed");
    const following = next(frames);
    const closedAt = performance.now();
    await vi.advanceTimersToNextTimerAsync();
    expect((await following).kind).toBe("open");
    return performance.now() - closedAt;
  };

  expect((await next(frames)).kind).toBe("open");
  const waits: number[] = [];
  for (const stoodMs of [0, 0, 9_000, 10_000, 0]) waits.push(await waitMsAfter(stoodMs));
  expect(waits).toEqual([500, 1_000, 2_000, 500, 1_000]);
});

async function listening(
  take: (socket: WebSocket) => void,
  options: ServerOptions = {},
): Promise<string> {
  const server = new WebSocketServer({
    ...{ port: 0, host: "127.0.0.1", perMessageDeflate: true },
    ...options,
  });
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
