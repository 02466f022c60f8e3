import { createServer } from "node:http";
import Koa from "koa";
import { type HealthNeeds, healthRoutes } from "./health-routes.ts";
import type { HttpOptions, HttpState } from "./http-needs.ts";
import { type HttpServer, listening } from "./listening.ts";
import { type MeasureNeeds, openMeasures } from "./measures.ts";
import { nameRequests } from "./name-requests.ts";
import { RequestRefused } from "./refusals.ts";

type Options = Pick<HttpOptions, "host" | "keptMs" | "metricsToken" | "port">;

/** Whoever restarts a process and whoever collects measures: few, and they are quick. */
const CONNECTIONS_MAX = 100;
const TIMES = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 10_000 };

/**
 * `/healthz`, `/readyz` and `/metrics` of a process that serves no pages, and nothing else. Rejects
 * when the port is taken.
 */
export async function openHealthServer(
  needs: HealthNeeds & MeasureNeeds & Parameters<typeof nameRequests>[0],
  options: Options,
): Promise<HttpServer> {
  const app = new Koa<HttpState>();
  // Whoever asks may go before the answer comes.
  app.on("error", () => undefined);
  const measures = openMeasures(needs, options);
  app.use(measures.time);
  app.use(nameRequests(needs));
  app.use(healthRoutes(needs, options));
  app.use(measures.answer);
  app.use(() => {
    throw new RequestRefused({ kind: "not-found" });
  });
  const server = createServer({ ...TIMES, maxHeaderSize: 4_096 }, app.callback());
  server.maxConnections = CONNECTIONS_MAX;
  return listening(server, options);
}
