import { openHealthServer } from "@sevenfold/adapters-http/health-server";
import { openHttpServer } from "@sevenfold/adapters-http/server";
import { keepBilling } from "@sevenfold/application/billing/keep-billing";
import { startWorker } from "@sevenfold/application/trading/session/run-worker";
import { shareVenueHours } from "@sevenfold/application/trading/session/share-venue-hours";
import type { Container } from "inversify";
import { threadedStrategies } from "../strategy/threaded-strategies.ts";
import { Closing } from "./closing.ts";
import type { Configuration } from "./configuration.ts";
import { openContainer } from "./container.ts";
import { healthOptions, httpNeeds, httpOptions, standingNeeds } from "./http-needs.ts";
import { takeUpHalts } from "./known-halts.ts";
import { tokens } from "./tokens.ts";

/** What a process may do for the product. */
export const ROLES = ["api", "worker"] as const;
export type Role = (typeof ROLES)[number];

/** A process of the product at work. */
export interface Product {
  /** Where the web app is; undefined where this process serves none. */
  readonly url: string | undefined;
  /** What is running, a line each, for the person who started it. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/** Opens what the roles take, inside out; what fails on the way closes again what was open. */
export async function startProduct(
  configuration: Configuration,
  {
    roles = ROLES,
    signal,
  }: { readonly roles?: readonly Role[]; readonly signal?: AbortSignal } = {},
): Promise<Product> {
  const closing = new Closing();
  try {
    const container = await openContainer(configuration, closing, signal);
    await openVenueHours(container, closing);
    if (roles.includes("api")) await takeUpHalts(container);
    if (roles.includes("worker")) openWorker(container, closing);
    const url = roles.includes("api") ? await openApi(container, closing) : undefined;
    openBillingRounds(container, closing, url);
    const health = url === undefined ? await openHealth(container, closing) : undefined;
    const lines = [
      ...linesOf(container, roles),
      ...(health ? [`Health and measures on ${health}`] : []),
    ];
    return { url, lines, close: () => closing.close() };
  } catch (error) {
    await closing.close().catch(() => undefined);
    throw error;
  }
}

async function openVenueHours(container: Container, closing: Closing): Promise<void> {
  const stopping = new AbortController();
  const { ended } = await shareVenueHours(container.get(tokens.trading), stopping.signal);
  closing.add(() => {
    stopping.abort();
    return ended;
  });
}

function openWorker(container: Container, closing: Closing): void {
  const { databaseUrl, dataFolder } = container.get(tokens.configuration);
  const needs = { ...container.get(tokens.trading), strategies: threadedStrategies(dataFolder) };
  const worker = startWorker(needs, {
    workerId: container.get(tokens.identifiers).uuid(),
    // The embedded database's folder is locked: whoever had it before is gone.
    isAlone: databaseUrl === undefined,
    runSale: container.get(tokens.runSale),
  });
  closing.add(() => worker.stop());
}

async function openApi(container: Container, closing: Closing): Promise<string> {
  const log = container.get(tokens.log);
  // The demo's past takes seconds to make: begin before the first visitor asks.
  container
    .get(tokens.demoHistories)
    .latest()
    .catch((error: unknown) => log.error("demo-history-failed", { error }));
  const server = await openHttpServer(httpNeeds(container), httpOptions(container));
  closing.add(() => container.get(tokens.orderWatch).stop());
  closing.add(() => server.close());
  return server.url;
}

/** Who serves pages says how it is beside them; a worker on a port of its own, where one is wanted. */
async function openHealth(container: Container, closing: Closing): Promise<string | undefined> {
  const options = healthOptions(container);
  if (options === undefined) return undefined;
  const server = await openHealthServer(standingNeeds(container), options);
  closing.add(() => server.close());
  return server.url;
}

/** What the payment provider says is asked for by whoever works, as its messages may be lost. */
function openBillingRounds(container: Container, closing: Closing, url: string | undefined): void {
  const { payments, simulated } = container.get(tokens.payments);
  if (url !== undefined) simulated?.deliverTo(url);
  const stopping = new AbortController();
  const rounds = keepBilling({ ...container.get(tokens.trading), payments })(stopping.signal);
  closing.add(() => {
    stopping.abort();
    return rounds;
  });
}

function linesOf(container: Container, roles: readonly Role[]): readonly string[] {
  const { databaseUrl, dataFolder, exchangeUrl } = container.get(tokens.configuration);
  const { hours } = container.get(tokens.exchange).market;
  const { setAside } = container.get(tokens.database);
  const opens = hours === "always" ? "around the clock" : "in New York's hours";
  const where = exchangeUrl === undefined ? "" : ` at ${exchangeUrl}`;
  return [
    ...(roles.includes("api") ? ["Web app and API"] : []),
    ...(roles.includes("worker") ? ["Trading worker"] : []),
    `Built-in exchange${where}: a simulated market of 85 stocks, open ${opens}`,
    databaseUrl === undefined ? `Embedded database in ${dataFolder}` : "PostgreSQL database",
    ...(setAside === undefined ? [] : [`It is empty: what could not be opened is in ${setAside}`]),
  ];
}
