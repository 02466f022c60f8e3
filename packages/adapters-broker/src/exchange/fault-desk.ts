import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { WebSocket } from "ws";

import { addressOf, type ExchangeContext, type Next } from "./exchange-http.ts";
import { type Fault, type FaultStream, isStreamFault } from "./exchange-script.ts";

/** Puts the faults of a script on what passes: the same script meets the same traffic alike. */
export interface FaultDesk {
  /** The faults in force, and how often each has been met. */
  list(): readonly (Fault & { readonly met: number })[];
  /** Other faults from now on, their counts at nought. */
  replace(faults: readonly Fault[]): void;
  /** Lets a request pass, or does to it as its fault says. */
  meetRequest(ctx: ExchangeContext, next: Next): Promise<unknown>;
  /** Lets a websocket's handshake pass, or does to it as the fault on its "GET /path" says. */
  meetHandshake(request: IncomingMessage, line: Duplex, accept: () => void): void;
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

  const dueOn = (method: string | undefined, request: IncomingMessage): Fault | undefined => {
    if (counted.length === 0) return undefined;
    const asked = `${method} ${addressOf(request).pathname}`;
    return due(({ pattern }) => pattern?.test(asked) === true);
  };

  return {
    list: () =>
      counted.map(({ fault, seen }) => ({
        ...fault,
        met: Math.max(0, Math.min(seen - fault.skip, fault.times ?? Number.MAX_SAFE_INTEGER)),
      })),
    replace(next) {
      counted = next.map(countedFault);
    },
    async meetRequest(ctx, next) {
      const fault = dueOn(ctx.method, ctx.req);
      return fault ? breakRequest(fault, ctx, next) : next();
    },
    meetHandshake(request, line, accept) {
      const fault = dueOn(request.method, request);
      if (fault) breakHandshake(fault, line, accept);
      else accept();
    },
    tapSocket(socket, stream) {
      const send = socket.send.bind(socket) as Send;
      const tap: Tap = { socket, send, isStalled: false, held: [] };
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

/** What each fault does to a request. Unless it says when, an answer is lost after the deed. */
async function breakRequest(fault: Fault, ctx: ExchangeContext, next: Next): Promise<void> {
  const isAfter = fault.when === "after" || (fault.when === undefined && fault.does === "drop");
  // Nothing is sent before this step is over: what was done may be told otherwise, or not at all.
  if (isAfter) await next();
  switch (fault.does) {
    case "delay":
      await pause(fault.ms ?? 0);
      if (!isAfter) await next();
      return;
    case "malform":
      if (!isAfter) await next();
      return halveAnswer(ctx);
    case "status":
      return answerStatus(ctx, fault.status ?? 500);
    case "stall":
      ctx.respond = false;
      return;
    default:
      ctx.respond = false;
      // A kill resets the line, a drop only hangs up.
      if (fault.does === "kill") ctx.req.socket.resetAndDestroy();
      else ctx.req.socket.destroy();
  }
}

/** A handshake has no deed of its own: whatever befalls it, no socket is opened, a delay apart. */
function breakHandshake(fault: Fault, line: Duplex, accept: () => void): void {
  // What breaks once more while it is being broken is as broken as it was to be.
  line.on("error", () => undefined);
  switch (fault.does) {
    case "delay":
      setTimeout(() => !line.destroyed && accept(), fault.ms ?? 0);
      return;
    case "status":
      line.end(`HTTP/1.1 ${fault.status ?? 500} Refused\r\nConnection: close\r\n\r\n`);
      return;
    case "malform":
      line.end("HTTP/1.1 101 Switching Pro");
      return;
    case "stall":
      line.resume().on("end", () => line.destroy());
      return;
    default:
      line.destroy();
  }
}

/** Half of the answer, as if it were whole. */
function halveAnswer(ctx: ExchangeContext): void {
  const text = typeof ctx.body === "string" ? ctx.body : "{}";
  ctx.body = text.slice(0, Math.ceil(text.length / 2));
}

const SECONDS_PER_MINUTE = 60;

function answerStatus(ctx: ExchangeContext, status: number): void {
  ctx.status = status;
  if (status === 429) {
    ctx.set("Retry-After", String(SECONDS_PER_MINUTE));
    ctx.set("Content-Type", "application/json; charset=UTF-8");
    ctx.body = '{"code":42910000,"message":"too many requests."}';
    return;
  }
  ctx.set("Content-Type", "text/html");
  ctx.body = `<html><head><title>${status}</title></head><body>${status}</body></html>`;
}

type Frame = string | Buffer;
type Send = (frame: Frame, done?: () => void) => void;

interface Tap {
  readonly socket: WebSocket;
  readonly send: Send;
  isStalled: boolean;
  /** Wait for the next frame to go first, each for the one behind it. */
  held: Frame[];
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
      tap.held.push(frame);
      return;
    case "malform":
      send(frame.slice(0, Math.ceil(frame.length / 2)), done);
      return;
    default:
      send(frame, done);
      if (fault?.does === "duplicate") send(frame);
      for (const held of tap.held.splice(0).reverse()) send(held);
  }
}
