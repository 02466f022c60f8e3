import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type {
  BenchCall,
  BenchFault,
  WireFault,
} from "@sevenfold/application/broker-kit/venue-bench";
import { faultyStream } from "./faulty-stream.ts";

/** What of a protocol the wire has to know. */
export interface WireManners {
  /** What a call is for; undefined for those no fault is put on, such as a sign-in. */
  callOf(method: string, path: string): BenchCall | undefined;
  /** How the venue says that there were too many calls. */
  readonly tooMany: WireAnswer;
  /** How it refuses a call in words. */
  refusal(words: string): WireAnswer;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Changes an answer on its way to the adapter. */
export type Rewrite = (body: string, path: string) => string;

/** A line between an adapter and a venue that breaks in the ways lines do: HTTP and websockets. */
export interface FaultyWire {
  /** Stands in for the venue's. */
  readonly url: string;
  readonly callCount: () => number;
  /** Calls that place an order and carry this key. */
  arrivalsOf(clientKey: string): number;
  breakCalls(fault: BenchFault): void;
  mendCalls(): void;
  /** Instead of the venue's, this is the answer to such calls from now on. */
  answerInstead(answer: WireAnswer, on?: BenchCall): void;
  rewriteAnswers(rewrite: Rewrite): void;
  breakStream(): void;
  mendStream(): void;
  repeatMessages(): void;
  sendGarbage(): void;
  close(): Promise<void>;
}

export async function faultyWire(target: string, manners: WireManners): Promise<FaultyWire> {
  const stream = faultyStream(target);
  const faults = callFaults();
  const rewrites: Rewrite[] = [];
  const submits: string[] = [];
  let calls = 0;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const path = request.url ?? "/";
    const call = manners.callOf(request.method ?? "GET", path.split("?")[0] ?? "/");
    calls += 1;
    if (call === "submit") submits.push(`${path} ${body.toString("utf8")}`);
    const instead = faults.insteadOf(call);
    if (instead) return say(response, instead);
    const fault = faults.faultOn(call);
    if (fault?.endsWith("-before")) return answerBefore(fault, response);
    const answer = await forwarded(target, request, body);
    if (fault) return answerAfter(fault, answer, response, call);
    const text = rewrites.reduce((each, rewrite) => rewrite(each, path), answer.body.toString());
    const { "content-length": _, "transfer-encoding": __, ...headers } = answer.headers;
    const status = answer.status === 204 && text !== "" ? 200 : answer.status;
    response.writeHead(status, headers).end(text === "" ? undefined : text);
  }

  const server = createServer((request, response) => {
    // Whatever fails here looks to the adapter like a line that was cut.
    pass(request, response).catch(() => request.socket.destroy());
  });
  server.on("upgrade", stream.accept);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    callCount: () => calls,
    arrivalsOf: (clientKey) => submits.filter((text) => text.includes(clientKey)).length,
    breakCalls: faults.breakCalls,
    mendCalls: faults.mendCalls,
    answerInstead: faults.answerInstead,
    rewriteAnswers: (rewrite) => rewrites.push(rewrite),
    breakStream: stream.break,
    mendStream: stream.mend,
    repeatMessages: stream.repeat,
    sendGarbage: stream.garble,
    async close() {
      stream.close();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Call = BenchCall | undefined;

/** What is wrong with calls at the moment. */
function callFaults() {
  let broken: { readonly on: BenchCall; readonly fault: WireFault; sparing: number } | undefined;
  let instead: { readonly answer: WireAnswer; readonly on: Call } | undefined;
  return {
    breakCalls({ on, fault, sparing = 0 }: BenchFault): void {
      broken = { on, fault, sparing };
    },
    mendCalls(): void {
      broken = undefined;
    },
    answerInstead(answer: WireAnswer, on?: BenchCall): void {
      instead = { answer, on };
    },
    insteadOf: (call: Call): WireAnswer | undefined =>
      instead && (instead.on === undefined || instead.on === call) ? instead.answer : undefined,
    faultOn(call: Call): WireFault | undefined {
      if (broken?.on !== call || broken === undefined) return undefined;
      if (broken.sparing === 0) return broken.fault;
      broken.sparing -= 1;
      return undefined;
    },
  };
}

function say(response: ServerResponse, { body, headers = JSON_TYPE, status }: WireAnswer): void {
  response.writeHead(status, headers).end(body);
}

interface Forwarded {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The venue's answer. The host stays the adapter's: some protocols sign it. */
async function forwarded(
  target: string,
  { headers, method, url = "/" }: IncomingMessage,
  body: Buffer,
): Promise<Forwarded> {
  const asked = httpRequest(new URL(url, target), { method, headers, agent: false });
  asked.end(body);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 500, headers: answer.headers, body: await bodyOf(answer) };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

/** The venue has not heard of the call. */
function answerBefore(fault: WireFault, response: ServerResponse): void {
  if (fault === "hang-up-before") response.socket?.destroy();
  if (fault === "server-error-before") response.writeHead(500, JSON_TYPE).end('{"message":"oops"}');
  if (fault === "gateway-page-before") response.writeHead(502, PAGE_TYPE).end(page("Bad Gateway"));
  if (fault === "refusal-page-before") response.writeHead(403, PAGE_TYPE).end(page("Forbidden"));
  if (fault === "redirect-before") response.writeHead(307, { location: "/elsewhere" }).end();
  // "silence-before": nothing, until the adapter gives up.
}

/** The venue has acted. */
function answerAfter(
  fault: WireFault,
  { body }: Forwarded,
  response: ServerResponse,
  call: BenchCall | undefined,
): void {
  if (fault === "hang-up-after") response.socket?.destroy();
  if (fault === "server-error-after") response.writeHead(503, PAGE_TYPE).end(page("Unavailable"));
  if (fault === "half-answer-after")
    response.writeHead(200, JSON_TYPE).end(body.subarray(0, Math.ceil(body.length / 2)));
  if (fault === "empty-answer-after") response.writeHead(200, JSON_TYPE).end();
  if (fault === "wrong-shape-after") response.writeHead(200, JSON_TYPE).end('{"done":"yes"}');
  // To whoever reads it whole it is a good answer.
  if (fault === "too-long-after") {
    const more = Buffer.alloc(call === "read" ? TOO_LONG_LIST : TOO_LONG, " ");
    response.writeHead(200, JSON_TYPE).end(Buffer.concat([body, more]));
  }
}

const TOO_LONG = 1_048_576;
/** Of what is read: a list that a venue gives in one piece may be longer than a mebibyte. */
const TOO_LONG_LIST = 4 * TOO_LONG;
const JSON_TYPE = { "content-type": "application/json" };
const PAGE_TYPE = { "content-type": "text/html" };
const page = (title: string): string =>
  `<html><head><title>${title}</title></head><body>${title}</body></html>`;
