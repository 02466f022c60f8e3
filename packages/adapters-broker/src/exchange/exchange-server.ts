import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import Router from "@koa/router";
import type { SteeredMarket } from "@sevenfold/application/exchange/steered-market";
import type { Log } from "@sevenfold/application/ports/log";
import Koa from "koa";
import { type WebSocket, WebSocketServer } from "ws";
import { keysOfBearer } from "./bearer-token.ts";
import { answerControl, CONTROL_PREFIX } from "./control-routes.ts";
import { ETRADE_PREFIX } from "./etrade-server.ts";
import { accountRoutes } from "./exchange-account-routes.ts";
import { auctionRoutes } from "./exchange-auction-routes.ts";
import { corporateRoutes } from "./exchange-corporate-routes.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import {
  addressOf,
  below,
  decoded,
  type ExchangeContext,
  type ExchangeState,
  type ExchangeStep,
  isUnwritable,
  json,
  RequestRefused,
  readJsonBody,
  say,
} from "./exchange-http.ts";
import { marketRoutes } from "./exchange-market-routes.ts";
import { orderRoutes } from "./exchange-order-routes.ts";
import { positionRoutes } from "./exchange-position-routes.ts";
import { rateLimit } from "./exchange-rate-limit.ts";
import { referenceRoutes } from "./exchange-reference-routes.ts";
import { screenerRoutes } from "./exchange-screener-routes.ts";
import type { FaultStream } from "./exchange-script.ts";
import { watchlistRoutes } from "./exchange-watchlist-routes.ts";
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
  readonly etrade: ExchangeStep;
  readonly faults: FaultDesk;
  /** Whether the exchange can be steered from this machine. */
  readonly hasControl: boolean;
  /** Adds to what befalls the market. */
  readonly plant: SteeredMarket["plant"];
  /** Who takes a socket of a path; other paths are refused. */
  readonly sockets: ReadonlyMap<string, SocketTaker>;
}

export interface SocketTaker {
  readonly stream: FaultStream;
  readonly accept: (socket: WebSocket, coding: FrameCoding) => void;
}

const SOCKETS_MAX = 1_000;
/** Sockets and requests together. */
const CONNECTIONS_MAX = 4_000;
const FRAME_BYTES_MAX = 64 * 1_024;
/** Longer than clients keep an idle connection, so that none is cut while it is being reused. */
const KEEP_ALIVE_MS = 65_000;

/** The door: REST and websockets on one port. Not yet listening. */
export function exchangeServer(needs: ExchangeServerNeeds): {
  readonly server: Server;
  readonly closeSockets: () => void;
} {
  const server = createServer(exchangeApp(needs).callback());
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = 30_000;
  server.maxConnections = CONNECTIONS_MAX;
  const upgrades = acceptUpgrades(server, needs);
  return { server, closeSockets: upgrades.close };
}

/** What a request passes on its way in, top to bottom. */
function exchangeApp(needs: ExchangeServerNeeds): Koa<ExchangeState> {
  const app = new Koa<ExchangeState>();
  // A client that hung up on its answer is nobody's fault here.
  app.on("error", () => undefined);
  const tellProblems = problemTeller(needs);
  const steered: ExchangeStep = (ctx) =>
    tellProblems(ctx, async () => say(ctx, await answerControl(ctx.req, needs)));
  if (needs.hasControl) app.use(below(CONTROL_PREFIX, steered));
  // Its own clock's, which may be another than this machine's: E*TRADE tells its time by nothing else.
  app.use((ctx, next) => {
    ctx.set("Date", new Date(needs.desk.now()).toUTCString());
    return next();
  });
  app.use((ctx, next) => needs.faults.meetRequest(ctx, next));
  app.use(below(ETRADE_PREFIX, needs.etrade));
  app.use(tellProblems);
  app.use(below(PAPER_PREFIX, async (ctx) => say(ctx, await answerPaper(ctx.req, needs))));
  app.use(admit(needs.desk));
  app.use(limitRate(needs));
  app.use(routesOf(needs.desk));
  app.use((ctx) => say(ctx, json({ code: 40410000, message: "endpoint not found" }, 404)));
  return app;
}

/** Whatever a later step throws becomes an answer. */
const problemTeller =
  ({ log }: Pick<ExchangeServerNeeds, "log">): ExchangeStep =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof RequestRefused) return say(ctx, error.answer);
      if (isUnwritable(error)) return say(ctx, UNAVAILABLE);
      log.error("exchange-request-failed", { path: ctx.url, error: String(error) });
      say(ctx, json({ message: "internal server error" }, 500));
    }
  };

/** What their market data host answers; all else is the trading host's. */
const DATA_PATHS = /^\/(?:v2\/stocks|v1|v1beta1)\//;

function limitRate({
  desk,
  requestsPerMinute,
}: Pick<ExchangeServerNeeds, "desk" | "requestsPerMinute">): ExchangeStep {
  const allows = rateLimit(requestsPerMinute);
  return async (ctx, next) => {
    const bucket = DATA_PATHS.test(ctx.path) ? "data" : "trading";
    const rate = allows(`${bucket} ${ctx.state.account.opening.id}`, desk.now());
    ctx.set(rate.headers);
    if (rate.isAllowed) return next();
    say(ctx, json({ code: 42910000, message: "rate limit exceeded." }, 429));
  };
}

function routesOf(desk: ExchangeDesk) {
  const router = new Router<ExchangeState>();
  const routes = [
    ...orderRoutes(desk),
    ...accountRoutes(desk),
    ...positionRoutes(desk),
    ...referenceRoutes(desk),
    ...watchlistRoutes(desk),
    ...corporateRoutes(desk),
    ...auctionRoutes(desk),
    ...screenerRoutes(desk),
    ...marketRoutes(desk),
  ];
  for (const { answer, method, pattern } of routes)
    router.register(
      pattern,
      [method],
      async (ctx) => {
        const answered = await answer({
          account: ctx.state.account,
          captures: decoded(ctx.captures),
          query: new URLSearchParams(ctx.querystring),
          readBody: () => readJsonBody(ctx.req),
        });
        // Nobody is told what a power cut could still undo.
        await desk.venue.flushed();
        say(ctx, answered);
      },
      { pathAsRegExp: true },
    );
  return router.routes();
}

/** Said of a change that was undone, and while the journal takes none. */
const UNAVAILABLE = json({ message: "service unavailable: the journal cannot be written" }, 503);

/** Without keys a web server in front answers, in HTML; with wrong ones the application, in JSON. */
const admit =
  ({ accountOf }: ExchangeDesk): ExchangeStep =>
  async (ctx, next) => {
    const authorization = ctx.get("authorization");
    const keys = authorization === "" ? keysOf(ctx) : keysOfBearer(authorization);
    const isSigned = authorization !== "" || keys !== undefined;
    const account = keys && accountOf(keys.keyId, keys.secretKey);
    if (account) {
      ctx.state.account = account;
      return next();
    }
    ctx.status = 401;
    ctx.set("Content-Type", isSigned ? "application/json; charset=UTF-8" : "text/html");
    ctx.body = isSigned ? '{"message": "unauthorized."}\n' : UNAUTHORIZED_PAGE;
  };

function keysOf(ctx: ExchangeContext) {
  const keyId = ctx.get("apca-api-key-id");
  const secretKey = ctx.get("apca-api-secret-key");
  return keyId === "" || secretKey === "" ? undefined : { keyId, secretKey };
}

const UNAUTHORIZED_PAGE =
  "<html>\r\n<head><title>401 Authorization Required</title></head>\r\n<body>\r\n" +
  "<center><h1>401 Authorization Required</h1></center>\r\n</body>\r\n</html>\r\n";

function acceptUpgrades(
  server: Server,
  { sockets, faults }: Pick<ExchangeServerNeeds, "faults" | "sockets">,
) {
  const acceptor = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES_MAX });
  // All that were handed over, those among them of which no socket ever came.
  const lines = new Set<Duplex>();
  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    lines.add(stream);
    stream.once("close", () => lines.delete(stream));
    const taker = sockets.get(addressOf(request).pathname);
    // Browsers say where they come from; a page must not reach into the exchange.
    if (!taker || request.headers.origin !== undefined || SOCKETS_MAX <= acceptor.clients.size) {
      stream.end(
        `HTTP/1.1 ${taker ? "403 Forbidden" : "404 Not Found"}\r\nConnection: close\r\n\r\n`,
      );
      return;
    }
    faults.meetHandshake(request, stream, () =>
      acceptor.handleUpgrade(request, stream, head, (socket) => {
        // A broken line is followed by its close, which tells all there is to do.
        socket.on("error", () => undefined);
        faults.tapSocket(socket, taker.stream);
        taker.accept(socket, codingFor(request.headers["content-type"]));
      }),
    );
  });
  return {
    close(): void {
      for (const socket of acceptor.clients) socket.terminate();
      for (const line of lines) line.destroy();
      acceptor.close();
    },
  };
}
