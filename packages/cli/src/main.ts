import { endsAtOnce, runCommandLine, staysUp } from "./command-line.ts";
import { EXIT } from "./failure.ts";
import { processTerminal } from "./terminal.ts";

const AFTERGLOW_MS = 500;

const argv = process.argv.slice(2);
if (!staysUp(argv)) process.once("SIGINT", () => process.exit(EXIT.interrupted));
// The reader went away (`| head`): nothing is left to say.
process.stdout.on("error", (error: NodeJS.ErrnoException) =>
  process.exit(error.code === "EPIPE" ? EXIT.ok : EXIT.unexpected),
);
process.exitCode = await runCommandLine(argv, processTerminal());
// Whatever still runs a moment later is not the command any more.
if (endsAtOnce(argv)) setTimeout(() => process.exit(), AFTERGLOW_MS).unref();
