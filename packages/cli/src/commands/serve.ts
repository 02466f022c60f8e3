import { Command } from "commander";
import { ConfigurationError, configurationFrom } from "../compose/configuration.ts";
import { type Product, startProduct } from "../compose/product.ts";
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
]);

/** `sevenfold serve`: everything in one process, until it is asked to stop. */
export function serveCommand(terminal: Terminal): Command {
  return new Command("serve")
    .description(
      "Runs the web app, the API, the trading worker and the built-in exchange in one process. " +
        "PORT, HOST, DATA_DIR and DATABASE_URL in the environment say where.",
    )
    .action(async () => {
      const stopped = stopAsked();
      const product = await opened();
      terminal.stdout.write(
        `\nSevenfold is running on ${product.url.replace("127.0.0.1", "localhost")}\n`,
      );
      for (const line of product.lines) terminal.stdout.write(`  ${line}\n`);
      terminal.stdout.write("Press Ctrl-C to stop.\n");
      await stopped;
      terminal.stdout.write("Stopping …\n");
      await product.close();
      // Threads and sockets of libraries must not keep a closed product alive.
      process.exit(EXIT.ok);
    });
}

async function opened(): Promise<Product> {
  try {
    return await startProduct(configurationFrom(process.env));
  } catch (error) {
    if (error instanceof ConfigurationError)
      throw usageFailure(`the environment cannot be used:\n${error.message}`);
    if (error instanceof Error && MENDABLE.has(error.name))
      throw new Failure(EXIT.unexpected, error.message);
    throw error;
  }
}
