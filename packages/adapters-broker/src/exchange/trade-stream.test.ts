import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { ExchangeDesk } from "./exchange-desk.ts";
import { JSON_CODING } from "./frame-coding.ts";
import { tradeStream } from "./trade-stream.ts";

/** What a client hears and does on its end of a socket. */
class Client extends EventEmitter {
  readyState: number = WebSocket.OPEN;
  readonly bufferedAmount = 0;
  readonly heard: unknown[] = [];
  closedWith: number | undefined;
  send(frame: Buffer) {
    this.heard.push(JSON.parse(frame.toString("utf8")));
  }
  close(code: number) {
    this.closedWith = code;
    this.readyState = WebSocket.CLOSED;
    this.emit("close");
  }
  terminate() {}
  says(message: object) {
    this.emit("message", Buffer.from(JSON.stringify(message)));
  }
  signIn(secret = "right") {
    this.says({ action: "auth", key: "PK1", secret });
  }
}

function opened() {
  const accountOf: ExchangeDesk["accountOf"] = (_key, secret) =>
    secret === "right" ? ({ opening: { id: "one" } } as never) : undefined;
  const stream = tradeStream({ accountOf });
  return () => {
    const client = new Client();
    stream.accept(client as never, JSON_CODING);
    return client;
  };
}

describe("the stream of an account's orders", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("hangs up on a client that does not sign in, also when it tries wrong keys", () => {
    const connect = opened();
    const [silent, wrong] = [connect(), connect()];
    wrong.signIn("wrong");

    vi.advanceTimersByTime(60_000);

    expect([silent.closedWith, wrong.closedWith]).toEqual([1008, 1008]);
    expect(wrong.heard).toEqual([
      { stream: "authorization", data: { action: "authenticate", status: "unauthorized" } },
    ]);
  });

  it("keeps a client that has signed in, however long it is silent", () => {
    const client = opened()();
    client.signIn();

    vi.advanceTimersByTime(3_600_000);

    expect(client.closedWith).toBeUndefined();
  });

  it("lets one account have a hundred sockets and no more, until one is closed", () => {
    const connect = opened();
    const clients = Array.from({ length: 101 }, connect);
    for (const client of clients) client.signIn();
    expect(clients.map(({ closedWith }) => closedWith).filter((code) => code)).toEqual([1008]);
    clients[0]!.close(1000);

    const next = connect();
    next.signIn();
    next.signIn();

    expect(next.closedWith).toBeUndefined();
    expect(next.heard).toHaveLength(2);
  });
});
