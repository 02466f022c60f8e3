import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Instant } from "@sevenfold/domain/market";
import { StandInMarket } from "./stand-in-market.ts";

export interface StandInAnswer {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
}

export interface StandInCall {
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly market: StandInMarket;
  /** Rows and objects are told under another symbol's name. */
  readonly isMistaken: boolean;
}

/** How a provider speaks. */
export interface PriceProtocol {
  answer(call: StandInCall): StandInAnswer | Promise<StandInAnswer>;
  readonly tooMany: StandInAnswer;
  readonly wrongKey: StandInAnswer;
}

/** What goes wrong with every call. */
export type PriceFault =
  | "too-many"
  | "wrong-key"
  | "page"
  | "gateway"
  | "silence"
  | "half"
  | "huge"
  | "drip"
  | "empty"
  | "hang-up"
  | "redirect"
  | "other-symbol";

/** A provider of prices on a socket of this machine, with a market and faults by hand. */
export interface PriceStandIn {
  readonly url: string;
  readonly server: ReturnType<typeof createServer>;
  readonly market: StandInMarket;
  readonly callCount: () => number;
  /** Of bodies, as far as they were written. */
  readonly bytesSent: () => number;
  breakCalls(fault: PriceFault): void;
  mendCalls(): void;
  /** This is the answer from now on, whatever is asked. */
  answerInstead(answer: StandInAnswer): void;
  close(): Promise<void>;
}

export async function priceStandIn(
  protocol: PriceProtocol,
  now: () => Instant,
): Promise<PriceStandIn> {
  const market = new StandInMarket(now);
  let fault: PriceFault | undefined;
  let instead: StandInAnswer | undefined;
  let calls = 0;
  let bytes = 0;
  const send = (response: ServerResponse, text: string) => {
    bytes += text.length;
    return response.write(text);
  };
  const say = (response: ServerResponse, { body, status, type = JSON_TYPE }: StandInAnswer) => {
    response.writeHead(status, { "content-type": type });
    send(response, body);
    response.end();
  };

  const server = createServer((request, response) => {
    calls += 1;
    const url = new URL(request.url ?? "/", "http://stand-in");
    if (instead) return say(response, instead);
    const isMistaken = fault === "other-symbol";
    const sound = () => protocol.answer({ url, headers: request.headers, market, isMistaken });
    if (fault === "too-many") return say(response, protocol.tooMany);
    if (fault === "wrong-key") return say(response, protocol.wrongKey);
    if (fault === "page") return say(response, page(200));
    if (fault === "gateway") return say(response, page(502));
    if (fault === "empty") return say(response, { status: 200, body: "" });
    if (fault === "hang-up") return request.socket.destroy();
    if (fault === "redirect") {
      response.writeHead(302, { location: "/elsewhere" }).end();
      return;
    }
    if (fault === "silence") return;
    if (fault === "huge" || fault === "drip") {
      response.writeHead(200, { "content-type": JSON_TYPE });
      // Spaces before an answer: to whoever reads it whole it is a good one, were there an end.
      return fault === "huge" ? flood(response, send) : drip(response, send);
    }
    const answered = Promise.resolve(sound()).then((answer) => {
      const half = answer.body.slice(0, Math.ceil(answer.body.length / 2));
      say(response, fault === "half" ? { status: 200, body: half } : answer);
    });
    answered.catch(() => request.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    market,
    callCount: () => calls,
    bytesSent: () => bytes,
    breakCalls(kind) {
      fault = kind;
    },
    mendCalls() {
      fault = undefined;
      instead = undefined;
    },
    answerInstead(answer) {
      instead = answer;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      // One that was on its way in meanwhile would hold the others up.
      const again = setInterval(() => server.closeAllConnections(), 50);
      await closed;
      clearInterval(again);
    },
  };
}

type Send = (response: ServerResponse, text: string) => boolean;

function flood(response: ServerResponse, send: Send): void {
  const part = " ".repeat(65_536);
  const pour = () => {
    while (!response.destroyed && send(response, part));
    if (!response.destroyed) response.once("drain", pour);
  };
  pour();
}

function drip(response: ServerResponse, send: Send): void {
  const timer = setInterval(() => send(response, " "), 20);
  response.on("close", () => clearInterval(timer));
}

const JSON_TYPE = "application/json";
const page = (status: number): StandInAnswer => ({
  status,
  type: "text/html",
  body: "<!DOCTYPE html><html><head><title>Will be right back</title></head><body></body></html>",
});
export const json = (body: unknown, status = 200): StandInAnswer => ({
  status,
  body: JSON.stringify(body),
});
