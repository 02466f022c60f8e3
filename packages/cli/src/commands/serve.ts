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
import { readyDataFolder } from "./command-storage.ts";
import { requireFreePorts } from "./free-ports.ts";
import { startFailureOf } from "./start-failure.ts";
import { stopAsked } from "./stop-asked.ts";

/** Failures whose message already says what to do. */
const MENDABLE = new Set([
  "FolderInUse",
  "DatabaseUnreadable",
  "DatabaseTooNew",
  "DiskFull",
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
    .option(
      "--begin-anew",
      "move an embedded database that cannot be opened aside and begin with an empty one",
    )
    .action(({ beginAnew = false }: { readonly beginAnew?: boolean }) =>
      serve(terminal, (env) => ({ ...configurationFrom(env), beginsAnew: beginAnew }), ROLES),
    );

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
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort());
  const product = await opened(configure, { roles, signal: stopping.signal }).catch((error) => {
    // Asked to stop while it was still waiting for others.
    if (stopping.signal.aborted) process.exit(EXIT.ok);
    throw error;
  });
  const where = product.url?.replace("127.0.0.1", "localhost");
  terminal.stdout.write(`\nSevenfold is running${where === undefined ? "" : ` on ${where}`}\n`);
  for (const line of product.lines) terminal.stdout.write(`  ${line}\n`);
  terminal.stdout.write("Press Ctrl-C to stop.\n");
  await stopped;
  terminal.stdout.write("Stopping …\n");
  await closed(product, terminal);
  // Threads and sockets of libraries must not keep a closed product alive.
  process.exit(EXIT.ok);
}

/** What a service manager waits for at most; nothing that was acknowledged is lost after it. */
export const CLOSE_WITHIN_MS = 20_000;

/** Ends in order, or, where a database does not answer any more, without it. */
async function closed(product: Product, terminal: Terminal): Promise<void> {
  const late = AbortSignal.timeout(CLOSE_WITHIN_MS);
  late.addEventListener("abort", () => {
    terminal.stderr.write(
      "sevenfold: could not end in order within 20 seconds, and ends now. " +
        "The next start asks the brokers what became of every order.\n",
    );
    process.exit(EXIT.unexpected);
  });
  await product.close();
}

async function opened(
  configure: (env: NodeJS.ProcessEnv) => Configuration,
  wanted: Parameters<typeof startProduct>[1],
): Promise<Product> {
  let configuration: Configuration | undefined;
  try {
    configuration = configure(process.env);
    await requireFreePorts(configuration, wanted?.roles ?? ROLES);
    await readyDataFolder(configuration.dataFolder);
    return await startProduct(configuration, wanted);
  } catch (error) {
    if (error instanceof ConfigurationError)
      throw usageFailure(`the environment cannot be used:\n${error.message}`);
    // Somebody took it since it was looked at.
    if (error instanceof Error && error.name === "PortTaken") throw usageFailure(error.message);
    if (error instanceof Error && MENDABLE.has(error.name))
      throw new Failure(EXIT.unexpected, error.message);
    throw (configuration && startFailureOf(error, configuration)) ?? error;
  }
}
