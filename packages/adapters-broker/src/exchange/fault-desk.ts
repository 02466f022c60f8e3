import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebSocket } from "ws";

import { addressOf } from "./exchange-http.ts";
import { type Fault, type FaultStream, isStreamFault } from "./exchange-script.ts";

/** Puts the faults of a script on what passes: the same script meets the same traffic alike. */
export interface FaultDesk {
  /** The faults in force, and how often each has been met. */
  list(): readonly (Fault & { readonly met: number })[];
  /** Other faults from now on, their counts at nought. */
  replace(faults: readonly Fault[]): void;
  /** Answers a request by `handle`, or as its fault says. */
  meetRequest(
    request: IncomingMessage,
    response: ServerResponse,
    handle: () => Promise<void>,
  ): Promise<void>;
  /** Whatever is sent on the socket from now on may meet a fault of the stream. */
  tapSocket(socket: WebSocket, stream: FaultStream): void;
}

interface Counted {
  readonly fault: Fault;
  readonly pattern: RegExp | undefined;
  seen: number;
}

export function openFaultDesk(faults: readonly Fault[]): FaultDesk {
  let counted = faults.map(countedFault);

  /** The first fault that is due. Each fault counts all it could be on, whatever another does. */
  function due(isOn: (each: Counted) => boolean): Fault | undefined {
    let found: Fault | undefined;
    for (const each of counted) {
      if (!isOn(each)) continue;
      each.seen += 1;
      if (found === undefined && isDue(each)) found = each.fault;
    }
    return found;
  }

  return {
    list: () =>
      counted.map(({ fault, seen }) => ({
        ...fault,
        met: Math.max(0, Math.min(seen - fault.skip, fault.times ?? Number.MAX_SAFE_INTEGER)),
      })),
    replace(next) {
      counted = next.map(countedFault);
    },
    async meetRequest(request, response, handle) {
      if (counted.length === 0) return handle();
      const { pathname } = addressOf(request);
      const asked = `${request.method} ${pathname}`;
      const fault = due(({ pattern }) => pattern?.test(asked) === true);
      return fault ? breakRequest(fault, { request, response, handle }) : handle();
    },
    tapSocket(socket, stream) {
      const send = socket.send.bind(socket) as Send;
      const tap: Tap = { socket, send, isStalled: false, held: undefined };
      socket.send = ((frame: Frame, done?: () => void) => {
        const fault = due(({ fault: { on } }) => on === stream);
        passFrame(fault, tap, frame, done);
      }) as WebSocket["send"];
    },
  };
}

const isDue = ({ fault, seen }: Counted): boolean =>
  fault.skip < seen && (fault.times === undefined || seen <= fault.skip + fault.times);

function countedFault(fault: Fault): Counted {
  const text = fault.on.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  return { fault, pattern: isStreamFault(fault) ? undefined : new RegExp(`^${text}$`), seen: 0 };
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly handle: () => Promise<void>;
}

/** What each fault does to a request. Unless it says when, an answer is lost after the deed. */
async function breakRequest(fault: Fault, { request, response, handle }: Call): Promise<void> {
  const isAfter = fault.when === "after" || (fault.when === undefined && fault.does === "drop");
  switch (fault.does) {
    case "delay":
      if (isAfter) holdAnswer(response, fault.ms ?? 0);
      else await pause(fault.ms ?? 0);
      return handle();
    case "malform":
      cutAnswer(response);
      return handle();
    case "status":
      if (isAfter) await unanswered(response, handle);
      return answerStatus(response, fault.status ?? 500);
    case "stall":
      return isAfter ? unanswered(response, handle) : undefined;
    default:
      if (isAfter) await unanswered(response, handle);
      // A kill resets the line, a drop only hangs up.
      if (fault.does === "kill") request.socket.resetAndDestroy();
      else request.socket.destroy();
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type End = ServerResponse["end"];
type WriteHead = ServerResponse["writeHead"];

/** Does what was asked and swallows the answer; the response is as new afterwards. */
async function unanswered(response: ServerResponse, handle: () => Promise<void>): Promise<void> {
  const { writeHead, end } = response;
  response.writeHead = (() => response) as unknown as WriteHead;
  response.end = (() => response) as unknown as End;
  await handle();
  Object.assign(response, { writeHead, end });
}

function holdAnswer(response: ServerResponse, ms: number): void {
  const end = response.end.bind(response) as (...rest: readonly unknown[]) => ServerResponse;
  response.end = ((...rest: readonly unknown[]) => {
    setTimeout(() => end(...rest), ms);
    return response;
  }) as End;
}

/** Half of the answer, as if it were whole. */
function cutAnswer(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...rest: readonly unknown[]) => unknown;
  const end = response.end.bind(response) as (chunk?: string) => ServerResponse;
  response.writeHead = ((status: number, headers: Record<string, unknown> = {}) => {
    const { "content-length": _, ...rest } = headers;
    writeHead(status, rest);
    return response;
  }) as WriteHead;
  response.end = ((chunk?: unknown) =>
    end(typeof chunk === "string" ? chunk.slice(0, Math.ceil(chunk.length / 2)) : "{")) as End;
}

const SECONDS_PER_MINUTE = 60;

function answerStatus(response: ServerResponse, status: number): void {
  if (status === 429) {
    response.setHeader("Retry-After", SECONDS_PER_MINUTE);
    response.writeHead(429, { "content-type": "application/json; charset=UTF-8" });
    response.end('{"code":42910000,"message":"too many requests."}');
    return;
  }
  response.writeHead(status, { "content-type": "text/html" });
  response.end(`<html><head><title>${status}</title></head><body>${status}</body></html>`);
}

type Frame = string | Buffer;
type Send = (frame: Frame, done?: () => void) => void;

interface Tap {
  readonly socket: WebSocket;
  readonly send: Send;
  isStalled: boolean;
  /** Waits for the next frame to go first. */
  held: Frame | undefined;
}

function passFrame(fault: Fault | undefined, tap: Tap, frame: Frame, done?: () => void): void {
  if (fault?.does === "stall") tap.isStalled = true;
  if (tap.isStalled) return;
  const { send, socket } = tap;
  switch (fault?.does) {
    case "drop":
      return;
    case "kill":
      socket.terminate();
      return;
    case "delay":
      setTimeout(() => socket.readyState === socket.OPEN && send(frame, done), fault.ms ?? 0);
      return;
    case "reorder":
      tap.held = frame;
      return;
    case "malform":
      send(frame.slice(0, Math.ceil(frame.length / 2)), done);
      return;
    default:
      send(frame, done);
      if (fault?.does === "duplicate") send(frame);
      if (tap.held !== undefined) send(tap.held);
      tap.held = undefined;
  }
}
