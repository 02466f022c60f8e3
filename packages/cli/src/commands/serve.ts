import { Command } from "commander";
import {
  type Configuration,
  ConfigurationError,
  configurationFrom,
} from "../compose/configuration.ts";
import { type Product, ROLES, type Role, startProduct } from "../compose/product.ts";
import { requireSharedSettings } from "../compose/shared-settings.ts";
import { EXIT, Failure, usageFailure } from "../failure.ts";
import type { Terminal } from "../terminal.ts";
import { stopAsked } from "./stop-asked.ts";

/** Failures whose message already says what to do. */
const MENDABLE = new Set([
  "PortTaken",
  "FolderInUse",
  "DatabaseUnreadable",
  "DatabaseTooNew",
  "ExchangeLocked",
  "JournalUnreadable",
  "OutsideSimulatedMarket",
  "ExchangeUnfit",
]);

/** `sevenfold serve`: everything in one process, until it is asked to stop. */
export const serveCommand = (terminal: Terminal): Command =>
  new Command("serve")
    .description(
      "Runs the web app, the API, the trading worker and the built-in exchange in one process. " +
        "PORT, HOST, DATA_DIR and DATABASE_URL in the environment say where.",
    )
    .action(() => serve(terminal, configurationFrom, ROLES));

/** `sevenfold api`: one of several processes that serve the web app. */
export const apiCommand = (terminal: Terminal): Command =>
  new Command("api")
    .description(`Runs the web app and the API, and no worker. ${COMMON}`)
    .action(() => serve(terminal, sharedConfiguration("api"), ["api"]));

/** `sevenfold worker`: one of several processes that trade. */
export const workerCommand = (terminal: Terminal): Command =>
  new Command("worker")
    .description(`Runs a trading worker, and no web app. ${COMMON}`)
    .action(() => serve(terminal, sharedConfiguration("worker"), ["worker"]));

const COMMON =
  "Any number of both work together that have DATABASE_URL, EXCHANGE_URL and CREDENTIALS_KEY in " +
  "common; the worker that holds an account's lease trades for it. docs/operations.md";

const sharedConfiguration =
  (name: string) =>
  (env: NodeJS.ProcessEnv): Configuration => {
    const configuration = configurationFrom(env);
    requireSharedSettings(name, configuration);
    return configuration;
  };

async function serve(
  terminal: Terminal,
  configure: (env: NodeJS.ProcessEnv) => Configuration,
  roles: readonly Role[],
): Promise<never> {
  const stopped = stopAsked();
  const product = await opened(configure, roles);
  const where = product.url?.replace("127.0.0.1", "localhost");
  terminal.stdout.write(`\nSevenfold is running${where === undefined ? "" : ` on ${where}`}\n`);
  for (const line of product.lines) terminal.stdout.write(`  ${line}\n`);
  terminal.stdout.write("Press Ctrl-C to stop.\n");
  await stopped;
  terminal.stdout.write("Stopping …\n");
  await product.close();
  // Threads and sockets of libraries must not keep a closed product alive.
  process.exit(EXIT.ok);
}

async function opened(
  configure: (env: NodeJS.ProcessEnv) => Configuration,
  roles: readonly Role[],
): Promise<Product> {
  try {
    return await startProduct(configure(process.env), roles);
  } catch (error) {
    if (error instanceof ConfigurationError)
      throw usageFailure(`the environment cannot be used:\n${error.message}`);
    if (error instanceof Error && MENDABLE.has(error.name))
      throw new Failure(EXIT.unexpected, error.message);
    throw error;
  }
}
