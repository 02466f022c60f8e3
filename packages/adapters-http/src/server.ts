import { createServer } from "node:http";
import Router from "@koa/router";
import { useApiToken } from "@sevenfold/application/people/api-tokens";
import Koa from "koa";

import { apiRoutes, apiViews } from "./api-routes.ts";
import { servePaymentPages } from "./billing/payment-pages.ts";
import { webhookDoor } from "./billing/webhook-door.ts";
import { answerFixedPaths } from "./fixed-paths.ts";
import { healthRoutes } from "./health-routes.ts";
import type {
  ClientTimes,
  HttpContext,
  HttpNeeds,
  HttpOptions,
  HttpState,
  Next,
} from "./http-needs.ts";
import { readJsonBody } from "./json-body.ts";
import { type HttpServer, listening } from "./listening.ts";
import { serveLive } from "./live/live-route.ts";
import { type LiveStreams, openLiveStreams } from "./live/live-streams.ts";
import { pushedViews } from "./live/pushed-views.ts";
import { openMeasures } from "./measures.ts";
import { type Memory, openMemory } from "./memory/open-memory.ts";
import { nameBuild } from "./name-build.ts";
import { nameRequests } from "./name-requests.ts";
import { serveOpenApi } from "./openapi/openapi-route.ts";
import { serveCsv } from "./orders/csv-routes.ts";
import { openLimiters } from "./rate-limits.ts";
import { RequestRefused } from "./refusals.ts";
import { guardAddress, guardChanges } from "./request-guard.ts";
import { oneInHand } from "./request-in-hand.ts";
import { securityHeaders } from "./security-headers.ts";
import { serve } from "./serve.ts";
import { findUser, signInCookies } from "./sign-in/sign-in-cookie.ts";
import { staticFiles } from "./static-files.ts";
import { tellTime } from "./tell-time.ts";
import { findTokenUser } from "./tokens/bearer-token.ts";

const SWEEP_MS = 10 * 60_000;
const HEADER_BYTES_MAX = 8 * 1024;
/** Far more than windows and pollers need; beyond it a connection is closed unheard. */
const CONNECTIONS_MAX = 10_000;
/** How long a client may take: for its headers, for all of its request, and between two. */
const TIMES: ClientTimes = {
  headersMs: 10_000,
  requestMs: 15_000,
  idleMs: 10_000,
  checkMs: 5_000,
};

/** Serves the API, the live stream and the web pages. Rejects when the port is taken. */
export async function openHttpServer(given: HttpNeeds, options: HttpOptions): Promise<HttpServer> {
  const memory = openMemory(given, options);
  const times = { ...TIMES, ...options.times };
  const needs = { ...given, signIns: memory.people.signIns };
  const views = apiViews({ ...needs, storage: memory.storage });
  const live = openLiveStreams(needs, options, pushedViews(views));
  const app = await httpApp(needs, options, { views, live, memory });
  const server = createServer(
    {
      headersTimeout: times.headersMs,
      requestTimeout: times.requestMs,
      keepAliveTimeout: times.idleMs,
      connectionsCheckingInterval: times.checkMs,
      maxHeaderSize: HEADER_BYTES_MAX,
    },
    oneInHand(app.callback()),
  );
  server.maxConnections = options.connectionsMax ?? CONNECTIONS_MAX;
  const open = await listening(server, options).catch((error: unknown) => {
    live.close();
    throw error;
  });
  const sweep = setInterval(() => void sweepSignIns(needs), SWEEP_MS);
  return {
    ...open,
    close: async () => {
      clearInterval(sweep);
      memory.close();
      live.close();
      await open.close();
    },
  };
}

interface Parts {
  readonly views: ReturnType<typeof apiViews>;
  readonly live: LiveStreams;
  readonly memory: Memory;
}

/** The app, read top to bottom: what a request passes on its way in. */
async function httpApp(
  needs: HttpNeeds,
  options: HttpOptions,
  { views, live, memory }: Parts,
): Promise<Koa<HttpState>> {
  const app = new Koa<HttpState>({
    proxy: options.trustProxy,
    maxIpsCount: 1,
  });
  app.on("error", (error: Error, ctx?: HttpContext) => noteCutOff(needs, error, ctx));
  const limiters = openLimiters(options);
  // As the guards in front of it read paths: in one way only.
  const router = new Router<HttpState>({ sensitive: true, strict: true });
  const { answers } = memory;
  const served = { answers, limiters, shown: memory.storage.read, stored: needs.storage.read };
  for (const route of apiRoutes(needs, options, { views, limiters, live }))
    serve(router, route, served);
  serveLive(router, live);
  serveCsv(router, needs);
  serveOpenApi(router);

  const measures = openMeasures(needs, options);
  app.use(measures.time);
  app.use(onlyApi(tellTime(needs)));
  app.use(nameRequests(needs));
  app.use(await securityHeaders(options));
  app.use(nameBuild(needs, options));
  app.use(healthRoutes(needs, options));
  app.use(measures.answer);
  app.use(limiters.limitAddress);
  app.use(guardAddress(options));
  app.use(webhookDoor(needs));
  app.use(servePaymentPages(needs, options));
  app.use(guardChanges(options));
  const findSignedIn = findUser({ ...needs, userById: memory.people.userById }, options);
  app.use(
    onlyApi(
      inTurn(
        signInCookies(app, needs, options),
        findTokenUser(useApiToken(needs), findSignedIn),
        limiters.limitUser,
        readJsonBody,
      ),
    ),
  );
  app.use(answerFixedPaths(router));
  app.use(router.routes());
  app.use(onlyApi(refuseUnknown));
  app.use(staticFiles(options));
  return app;
}

/** What browsers do every day: closing a window, a stream, a download. */
const GONE = /ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE/;

/** An answer broke off while it was being sent. */
function noteCutOff(
  { log }: HttpNeeds,
  error: Error & { readonly code?: string },
  ctx?: HttpContext,
): void {
  const isGone = GONE.test(error.code ?? "");
  const requestId = ctx?.state.requestId;
  log[isGone ? "info" : "error"]("answer-cut-off", { requestId, error: String(error) });
}

type Middleware = (ctx: HttpContext, next: Next) => Promise<unknown>;

/** Pages and files need no sign-in: only calls look it up. */
const onlyApi =
  (middleware: Middleware): Middleware =>
  (ctx, next) =>
    ctx.path === "/api" || ctx.path.startsWith("/api/") ? middleware(ctx, next) : next();

/** As if each had been given to the app by itself. */
const inTurn = (...layers: readonly Middleware[]): Middleware =>
  layers.reduceRight((inner, outer) => (ctx, next) => outer(ctx, () => inner(ctx, next)));

/** No route took it: the path is unknown, or known under another method. */
async function refuseUnknown(ctx: HttpContext): Promise<never> {
  const matched: readonly { readonly methods: readonly string[] }[] = ctx.matched ?? [];
  const allowed = [...new Set(matched.flatMap(({ methods }) => methods))];
  throw new RequestRefused(
    allowed.length === 0 ? { kind: "not-found" } : { kind: "method-not-allowed", allowed },
  );
}

async function sweepSignIns({ clock, log, signIns, storage }: HttpNeeds): Promise<void> {
  try {
    await signIns.removeExpired(clock.now());
    await storage.transact(({ throttles }) => throttles.removeExpired(clock.now()));
  } catch (error) {
    log.warn("expired-sign-ins-kept", { error: String(error) });
  }
}
