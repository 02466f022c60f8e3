import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as passed } from "node:timers/promises";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

import { isAskedHere } from "./host-names.ts";
import type { HttpContext, HttpNeeds, HttpOptions, Next } from "./http-needs.ts";
import { RequestRefused } from "./refusals.ts";
import { requireReading } from "./request-guard.ts";
import { bearerTokenOf } from "./tokens/bearer-token.ts";

export interface Measures {
  /** Times every request by its route, so that no path a stranger makes up becomes a name. */
  time(ctx: HttpContext, next: Next): Promise<void>;
  /** Answers `/metrics` to whoever may read it. */
  answer(ctx: HttpContext, next: Next): Promise<unknown>;
}

export type MeasureNeeds = Pick<
  HttpNeeds,
  "clock" | "poolStanding" | "prices" | "storage" | "submission"
>;
type Options = Pick<HttpOptions, "metricsToken">;

/** Upper bounds in seconds: from a kept answer to the longest a request may take. */
const BUCKETS_SEC = [0.002, 0.005, 0.01, 0.02, 0.06, 0.15, 0.5, 1.5, 5, 15];

/** The event loop's delay is measured every 10 ms: after so long each of its figures has a value. */
const FIRST_LOOK_MS = 50;

/**
 * What the process does, in the text format of Prometheus. Requests are counted since it started.
 * Node's own measures wake it a hundred times a second, so they are taken from the first answer on:
 * a process whose measures nobody collects sleeps.
 */
export function openMeasures(needs: MeasureNeeds, { metricsToken }: Options): Measures {
  const { clock } = needs;
  const registry = new Registry();
  let nodesOwn: Promise<void> | undefined;
  const beginNodesOwn = () => {
    collectDefaultMetrics({ register: registry });
    return passed(FIRST_LOOK_MS);
  };
  const requests = new Histogram({
    name: "sevenfold_http_request_seconds",
    help: "How long requests took, by method, route and class of status.",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS_SEC,
    registers: [registry],
  });
  addTradingGauges(needs, registry);
  addPoolGauge(needs, registry);
  const tokenHash = metricsToken === undefined ? undefined : sha256(metricsToken);

  return {
    async time(ctx, next) {
      const beganMs = clock.monotonicMs();
      try {
        await next();
      } finally {
        const { routePath: route = "other" } = ctx.state;
        const status = `${Math.floor(ctx.status / 100)}xx`;
        const method = METHODS.has(ctx.method) ? ctx.method : "other";
        requests.observe({ method, route, status }, (clock.monotonicMs() - beganMs) / 1_000);
      }
    },
    answer: (ctx, next) => (ctx.path === "/metrics" ? answerMeasures(ctx) : next()),
  };

  async function answerMeasures(ctx: HttpContext): Promise<void> {
    // Without a token of its own it is for this machine, where a collector may run.
    if (!(tokenHash ? bears(ctx, tokenHash) : isAskedHere(ctx)))
      throw new RequestRefused({ kind: "not-found" });
    requireReading(ctx);
    nodesOwn ??= beginNodesOwn();
    await nodesOwn;
    ctx.set("Cache-Control", "no-store");
    ctx.set("Content-Type", registry.contentType);
    ctx.body = await registry.metrics();
  }
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

function addTradingGauges(
  { clock, prices, storage, submission }: MeasureNeeds,
  registry: Registry,
) {
  const gauge = (name: string, help: string, look: () => number | Promise<number>) =>
    new Gauge({
      name: `sevenfold_${name}`,
      help,
      registers: [registry],
      // A number that cannot be had is absent: nobody takes the last one for today's.
      async collect() {
        this.remove();
        const value = await Promise.resolve()
          .then(look)
          .catch(() => Number.NaN);
        if (!Number.isNaN(value)) this.set(value);
      },
    });
  const ageSec = (at: number | undefined) =>
    at === undefined ? Number.NaN : Math.max(0, clock.now() - at) / 1_000;

  gauge("price_feed_connected", "1 while the price feed is connected.", () =>
    prices.feed().isConnected ? 1 : 0,
  );
  gauge("price_feed_age_seconds", "Since the price feed last said anything.", () =>
    ageSec(prices.feed().lastNewsAt),
  );
  gauge("worker_ping_age_seconds", "Since a worker last said that it lives.", async () =>
    ageSec((await storage.read.workers.latest())?.at),
  );
  gauge("trading_halted", "1 while nothing is sent to any broker.", async () =>
    submission?.haltedBecause !== undefined || (await storage.read.halts.current()) ? 1 : 0,
  );
}

/** How the connections to a database server are used; absent where there is none. */
function addPoolGauge({ poolStanding }: MeasureNeeds, registry: Registry) {
  if (poolStanding === undefined) return;
  new Gauge({
    name: "sevenfold_database_connections",
    help: "Connections to the database, by what they do; waiting: work without one.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const { open, idle, waiting } = poolStanding();
      this.set({ state: "busy" }, open - idle);
      this.set({ state: "idle" }, idle);
      this.set({ state: "waiting" }, waiting);
    },
  });
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

function bears(ctx: HttpContext, tokenHash: Buffer): boolean {
  const token = bearerTokenOf(ctx);
  return token !== undefined && timingSafeEqual(sha256(token), tokenHash);
}
