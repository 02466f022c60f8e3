import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Log } from "@sevenfold/application/ports/log";
import { type WebSocket, WebSocketServer } from "ws";
import { answerControl, CONTROL_PREFIX } from "./control-routes.ts";
import { ETRADE_PREFIX, type EtradeSide } from "./etrade-server.ts";
import { accountRoutes } from "./exchange-account-routes.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import {
  addressOf,
  type ExchangeRoute,
  isUnwritable,
  json,
  RequestRefused,
  readJsonBody,
  send,
} from "./exchange-http.ts";
import { marketRoutes } from "./exchange-market-routes.ts";
import { orderRoutes } from "./exchange-order-routes.ts";
import { positionRoutes } from "./exchange-position-routes.ts";
import { rateLimit } from "./exchange-rate-limit.ts";
import { referenceRoutes } from "./exchange-reference-routes.ts";
import type { FaultStream } from "./exchange-script.ts";
import type { FaultDesk } from "./fault-desk.ts";
import { codingFor, type FrameCoding } from "./frame-coding.ts";
import { answerPaper, type PaperMarket } from "./paper-routes.ts";
import { PAPER_PREFIX } from "./paper-wire.ts";

export interface ExchangeServerNeeds {
  readonly desk: ExchangeDesk;
  readonly log: Log;
  readonly requestsPerMinute: number;
  /** Which market this is. */
  readonly market: PaperMarket;
  /** Answers what is asked in E*TRADE's protocol. */
  readonly etrade: EtradeSide;
  readonly faults: FaultDesk;
  /** Whether the exchange can be steered from this machine. */
  readonly hasControl: boolean;
  /** Who takes a socket of a path; other paths are refused. */
  readonly sockets: ReadonlyMap<string, SocketTaker>;
}

export interface SocketTaker {
  readonly stream: FaultStream;
  readonly accept: (socket: WebSocket, coding: FrameCoding) => void;
}

const SOCKETS_MAX = 1_000;
const FRAME_BYTES_MAX = 64 * 1_024;
/** Longer than clients keep an idle connection, so that none is cut while it is being reused. */
const KEEP_ALIVE_MS = 65_000;

/** The door: REST and websockets on one port. Not yet listening. */
export function exchangeServer(needs: ExchangeServerNeeds): {
  readonly server: Server;
  readonly closeSockets: () => void;
} {
  const { desk, log } = needs;
  const routes = [
    ...orderRoutes(desk),
    ...accountRoutes(desk),
    ...positionRoutes(desk),
    ...referenceRoutes(desk),
    ...marketRoutes(desk),
  ];
  const allows = rateLimit(needs.requestsPerMinute);
  const server = createServer((request, response) => {
    if (request.url?.startsWith(`${CONTROL_PREFIX}/`) && needs.hasControl) {
      void control(request, response);
      return;
    }
    void needs.faults.meetRequest(request, response, () => answered(request, response));
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = 30_000;

  async function answered(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await answerRequest(request, response).catch((error: unknown) => {
      if (error instanceof RequestRefused) return send(response, error.answer);
      if (isUnwritable(error)) return send(response, UNAVAILABLE);
      log.error("exchange-request-failed", { path: request.url, error: String(error) });
      send(response, json({ message: "internal server error" }, 500));
    });
  }

  const control = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    answerControl(request, needs).then(
      (answer) => send(response, answer),
      (error: unknown) =>
        send(
          response,
          error instanceof RequestRefused ? error.answer : json({ message: String(error) }, 500),
        ),
    );

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = addressOf(request);
    if (url.pathname.startsWith(`${ETRADE_PREFIX}/`)) return needs.etrade(request, response);
    if (url.pathname.startsWith(`${PAPER_PREFIX}/`))
      return send(response, await answerPaper(request, needs));
    const door = doorOf(desk, request);
    if (!door.account) return door.refuse(response);
    const bucket = url.pathname.startsWith("/v2/stocks") ? "data" : "trading";
    const rate = allows(`${bucket} ${door.account.opening.id}`, desk.now());
    for (const [name, value] of Object.entries(rate.headers)) response.setHeader(name, value);
    if (!rate.isAllowed)
      return send(response, json({ code: 42910000, message: "rate limit exceeded." }, 429));
    const found = routeFor(routes, request.method ?? "", url.pathname);
    if (!found) return send(response, json({ code: 40410000, message: "endpoint not found" }, 404));
    const answer = await found.route.answer({
      account: door.account,
      captures: found.captures,
      query: url.searchParams,
      readBody: () => readJsonBody(request),
    });
    // Nobody is told what a power cut could still undo.
    await desk.venue.settled();
    send(response, answer);
  }

  const upgrades = acceptUpgrades(server, needs);
  return { server, closeSockets: upgrades.close };
}

/** Said of a change that was undone, and while the journal takes none. */
const UNAVAILABLE = json({ message: "service unavailable: the journal cannot be written" }, 503);

function routeFor(routes: readonly ExchangeRoute[], method: string, path: string) {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(path) : null;
    if (match) return { route, captures: match.slice(1).map(decoded) };
  }
  return undefined;
}

function decoded(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? "");
  } catch {
    return part ?? "";
  }
}

/** Without keys a web server in front answers, in HTML; with wrong ones the application, in JSON. */
function doorOf({ accountOf }: ExchangeDesk, request: IncomingMessage) {
  const keyId = String(request.headers["apca-api-key-id"] ?? "");
  const secretKey = String(request.headers["apca-api-secret-key"] ?? "");
  const isSigned = keyId !== "" && secretKey !== "";
  return {
    account: isSigned ? accountOf(keyId, secretKey) : undefined,
    refuse(response: ServerResponse): void {
      const [type, body] = isSigned
        ? ["application/json; charset=UTF-8", '{"message": "unauthorized."}\n']
        : ["text/html", UNAUTHORIZED_PAGE];
      response.writeHead(401, { "content-type": type }).end(body);
    },
  };
}

const UNAUTHORIZED_PAGE =
  "<html>\r\n<head><title>401 Authorization Required</title></head>\r\n<body>\r\n" +
  "<center><h1>401 Authorization Required</h1></center>\r\n</body>\r\n</html>\r\n";

function acceptUpgrades(
  server: Server,
  { sockets, faults }: Pick<ExchangeServerNeeds, "faults" | "sockets">,
) {
  const acceptor = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES_MAX });
  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const taker = sockets.get(addressOf(request).pathname);
    // Browsers say where they come from; a page must not reach into the exchange.
    if (!taker || request.headers.origin !== undefined || SOCKETS_MAX <= acceptor.clients.size) {
      stream.end(
        `HTTP/1.1 ${taker ? "403 Forbidden" : "404 Not Found"}\r\nConnection: close\r\n\r\n`,
      );
      return;
    }
    acceptor.handleUpgrade(request, stream, head, (socket) => {
      // A broken line is followed by its close, which tells all there is to do.
      socket.on("error", () => undefined);
      faults.tapSocket(socket, taker.stream);
      taker.accept(socket, codingFor(request.headers["content-type"]));
    });
  });
  return {
    close(): void {
      for (const socket of acceptor.clients) socket.terminate();
      acceptor.close();
    },
  };
}
