import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import qs from "qs";

import { DeskRefusal } from "./desk-refusal.ts";
import { answerCall } from "./stand-in-api.ts";
import type { StandInDesk } from "./stand-in-desk.ts";
import { wireError } from "./stand-in-wire.ts";

export interface StandInServer {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 64 * 1_024;
const PARAMETERS_MAX = 200;

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly isReplayed?: boolean;
}

/**
 * The stand-in's API, on this machine alone: what Stripe's own library says over HTTP is answered as
 * Stripe would, keys of repeated requests included.
 */
export async function startStandIn(
  desk: StandInDesk,
  { secretKey, newId }: { readonly secretKey: string; readonly newId: () => string },
): Promise<StandInServer> {
  const host = "127.0.0.1";
  const server = createServer((request, response) => {
    void answer(desk, secretKey, request).then(
      (reply) => send(response, reply, newId()),
      (error) => send(response, replyTo(error), newId()),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, host, resolve);
  });
  return {
    host,
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(desk: StandInDesk, secretKey: string, request: IncomingMessage) {
  if (request.headers.authorization !== `Bearer ${secretKey}`)
    throw new DeskRefusal(401, "Invalid API Key provided.");
  desk.catchUp();
  const { pathname, search } = new URL(request.url ?? "/", "http://stand-in");
  const method = request.method ?? "GET";
  const form = await readForm(request);
  const params = qs.parse(method === "GET" ? search.slice(1) : form, PARSING);
  const key = request.headers["idempotency-key"];
  const asked = `${method} ${pathname} ${form}`;
  const kept = typeof key === "string" && method === "POST" ? desk.state.answered[key] : undefined;
  if (kept && kept.request !== asked)
    throw new DeskRefusal(
      400,
      "Keys for idempotent requests can only be used once.",
      "idempotency",
    );
  if (kept) return { ...kept, isReplayed: true };
  const body = JSON.stringify(answerCall(desk, { method, path: pathname, params }));
  const reply: Reply = { status: 200, body };
  if (typeof key === "string" && method === "POST")
    desk.keepAnswer(key, { request: asked, ...reply });
  return reply;
}

const PARSING = { parameterLimit: PARAMETERS_MAX, depth: 6, ignoreQueryPrefix: true };

async function readForm(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (BODY_BYTES_MAX < length) throw new DeskRefusal(413, "Request too large.");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function replyTo(error: unknown): Reply {
  if (!(error instanceof DeskRefusal))
    return { status: 500, body: JSON.stringify(wireError("api_error", "Something went wrong.")) };
  const { code, message, param, status } = error;
  const type = code === "idempotency" ? "idempotency_error" : "invalid_request_error";
  return {
    status,
    body: JSON.stringify(
      wireError(type, message, { ...(code && { code }), ...(param && { param }) }),
    ),
  };
}

function send(response: ServerResponse, { status, body, isReplayed }: Reply, id: string): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "request-id": `req_${id}`,
    ...(isReplayed && { "idempotent-replayed": "true" }),
  });
  response.end(body);
}
