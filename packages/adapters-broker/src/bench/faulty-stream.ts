import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";

/** Websockets passed on to a venue, until they are told to fail. */
export interface FaultyStream {
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Cuts every line, and lets none in before it is mended. */
  break(): void;
  mend(): void;
  /** Every message of the venue comes twice from now on. */
  repeat(): void;
  /** Says something nobody can read, as text and as bytes. */
  garble(): void;
  close(): void;
}

export function faultyStream(target: string): FaultyStream {
  const acceptor = new WebSocketServer({ noServer: true });
  let isBroken = false;
  let times = 1;
  const cut = () => {
    for (const socket of acceptor.clients) socket.terminate();
  };
  return {
    accept(request, socket, head) {
      if (isBroken) {
        socket.destroy();
        return;
      }
      acceptor.handleUpgrade(request, socket, head, (adapter) =>
        join(adapter, `${target.replace("http", "ws")}${request.url}`, () => times),
      );
    },
    break() {
      isBroken = true;
      cut();
    },
    mend() {
      isBroken = false;
    },
    repeat() {
      times = 2;
    },
    garble() {
      for (const socket of acceptor.clients) {
        socket.send("{not json");
        socket.send(Buffer.from('{"stream":"unheard-of","data":{"price":"?"}}'));
      }
    },
    close() {
      cut();
      acceptor.close();
    },
  };
}

function join(adapter: WebSocket, url: string, times: () => number): void {
  const venue = new WebSocket(url);
  const waiting: { readonly frame: WebSocket.RawData; readonly isBinary: boolean }[] = [];
  adapter.on("message", (frame, isBinary) => {
    if (venue.readyState === WebSocket.OPEN) venue.send(frame, { binary: isBinary });
    else waiting.push({ frame, isBinary });
  });
  venue.on("open", () => {
    for (const { frame, isBinary } of waiting) venue.send(frame, { binary: isBinary });
  });
  venue.on("message", (frame, isBinary) => {
    for (let time = 0; time < times(); time += 1) adapter.send(frame, { binary: isBinary });
  });
  adapter.on("close", () => venue.terminate());
  venue.on("close", () => adapter.terminate());
  // A broken line is followed by its close.
  adapter.on("error", () => undefined);
  venue.on("error", () => undefined);
}
