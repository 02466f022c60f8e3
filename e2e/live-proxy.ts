import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

const LIVE_PATH = "/api/live";

/** What stands between a browser and the product, and does to it what proxies and networks do. */
export interface LiveProxy {
  readonly url: string;
  /** Passes everything on, also to streams opened from now on. */
  pass(): void;
  /** Keeps live streams open and passes on nothing more of them; calls are answered as before. */
  swallow(): void;
  /** Cuts every live stream; the next one passes. */
  cut(): void;
  /** Nobody answers any more, until `pass`. */
  vanish(): void;
  /** Live streams opened so far. */
  streams(): number;
  /** Live streams that are open now. */
  openStreams(): number;
  close(): Promise<void>;
}

export async function openLiveProxy(target: string): Promise<LiveProxy> {
  const { hostname, port } = new URL(target);
  let mode: "passing" | "swallowing" | "gone" = "passing";
  let streams = 0;
  const live = new Set<ServerResponse>();
  const sockets = new Set<Socket>();

  const server = createServer((asked, answer) => {
    const isLive = asked.url === LIVE_PATH;
    if (isLive) {
      streams += 1;
      live.add(answer);
      answer.on("close", () => live.delete(answer));
    }
    const passed = request(
      { hostname, port, path: asked.url, method: asked.method, headers: asked.headers },
      (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        if (!isLive) return void given.pipe(answer);
        answer.flushHeaders();
        given.on("data", (chunk: Buffer) => {
          if (mode !== "swallowing") answer.write(chunk);
        });
        given.on("end", () => answer.end());
      },
    );
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  server.on("connection", (socket: Socket) => {
    if (mode === "gone") return void socket.destroy();
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pass: () => {
      mode = "passing";
    },
    swallow: () => {
      mode = "swallowing";
    },
    cut: () => {
      for (const answer of live) answer.destroy();
    },
    vanish: () => {
      mode = "gone";
      for (const socket of sockets) socket.destroy();
    },
    streams: () => streams,
    openStreams: () => live.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
