import { openHttpServer } from "@sevenfold/adapters-http/server";
import { startWorker } from "@sevenfold/application/use-cases/run-worker";
import { Closing } from "./closing.ts";
import type { Configuration } from "./configuration.ts";
import { openContainer } from "./container.ts";
import { httpNeeds, httpOptions } from "./http-needs.ts";
import { tokens } from "./tokens.ts";

/** The product at work: web app, API, worker and built-in exchange in one process. */
export interface Product {
  readonly url: string;
  /** What is running, a line each, for the person who started it. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/** Opens everything, inside out; what fails on the way closes again what was open. */
export async function startProduct(configuration: Configuration): Promise<Product> {
  const closing = new Closing();
  try {
    const container = await openContainer(configuration, closing);
    const log = container.get(tokens.log);

    // The demo's past takes seconds to make: begin before the first visitor asks.
    container
      .get(tokens.demoHistories)
      .latest()
      .catch((error: unknown) => log.error("demo-history-failed", { error }));

    const worker = startWorker(container.get(tokens.trading), {
      workerId: container.get(tokens.identifiers).uuid(),
      // The embedded database's folder is locked: whoever had it before is gone.
      isAlone: configuration.databaseUrl === undefined,
      runSale: container.get(tokens.runSale),
    });
    closing.add(() => worker.stop());

    const server = await openHttpServer(httpNeeds(container), httpOptions(configuration));
    closing.add(() => server.close());
    return { url: server.url, lines: linesOf(configuration), close: () => closing.close() };
  } catch (error) {
    await closing.close().catch(() => undefined);
    throw error;
  }
}

function linesOf({ databaseUrl, dataFolder, exchange }: Configuration): readonly string[] {
  const hours = exchange.hours === "always" ? "around the clock" : "in New York's hours";
  return [
    "Web app and API",
    "Trading worker",
    `Built-in exchange: a simulated market of 85 stocks, open ${hours}`,
    databaseUrl === undefined ? `Embedded database in ${dataFolder}` : "PostgreSQL database",
  ];
}
