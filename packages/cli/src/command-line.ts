import { Command, CommanderError } from "commander";
import type { Completable } from "./completion/completable.ts";
import { engineVersion } from "./engine-version.ts";
import { EXIT, type ExitCode, Failure } from "./failure.ts";
import type { Terminal } from "./terminal.ts";

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Runs until it is told to stop, and ends in order when it is: handles signals itself. */
  readonly staysUp?: true;
  /** Runs other people's code, which may leave timers and lines behind: ends with the command. */
  readonly endsAtOnce?: true;
  /** Loads the command only when it is asked for: a backtest waits for no web server. */
  readonly load: () => Promise<(terminal: Terminal) => Command>;
}

const COMMANDS: readonly CommandEntry[] = [
  {
    name: "serve",
    summary: "run the web app, the API, the worker and the built-in exchange",
    staysUp: true,
    load: async () => (await import("./commands/serve.ts")).serveCommand,
  },
  {
    name: "exchange",
    summary: "run the built-in exchange alone, with faults and bars of your own if you like",
    staysUp: true,
    load: async () => (await import("./commands/exchange.ts")).exchangeCommand,
  },
  {
    name: "backtest",
    summary: "trade recorded bars by the strategy and report",
    load: async () => (await import("./commands/load-backtest.ts")).loadBacktest(),
  },
  {
    name: "sweep",
    summary: "try many settings on recorded bars, and say how much of the best is luck",
    load: async () => (await import("./commands/sweep.ts")).sweepCommand,
  },
  {
    name: "walk-forward",
    summary: "choose settings by the days so far and trade them on the days after, step by step",
    load: async () => (await import("./commands/walk-forward.ts")).walkForwardCommand,
  },
  {
    name: "monte-carlo",
    summary: "draw a kept backtest's trades and days again: how else it could have gone",
    load: async () => (await import("./commands/monte-carlo.ts")).monteCarloCommand,
  },
  {
    name: "report",
    summary: "make the report of a kept run: HTML, Markdown or CSV",
    load: async () => (await import("./commands/report.ts")).reportCommand,
  },
  {
    name: "compare",
    summary: "set kept runs side by side",
    load: async () => (await import("./commands/compare.ts")).compareCommand,
  },
  {
    name: "lookahead",
    summary: "prove that no decision of a backtest knew its future",
    load: async () => (await import("./commands/lookahead.ts")).lookaheadCommand,
  },
  {
    name: "metrics",
    summary: "measure any equity curve, in the words of four libraries",
    load: async () => (await import("./commands/metrics.ts")).metricsCommand,
  },
  {
    name: "adapter",
    summary: "begin a broker adapter, or try one on the conformance kit",
    endsAtOnce: true,
    load: async () => (await import("./commands/adapter.ts")).adapterCommand,
  },
  {
    name: "credentials",
    summary: "make or change the key that secrets are sealed under",
    load: async () => (await import("./commands/credentials.ts")).credentialsCommand,
  },
  {
    name: "migrate",
    summary: "bring the database's tables up to date",
    load: async () => (await import("./commands/migrate.ts")).migrateCommand,
  },
  {
    name: "halt",
    summary: "keep every order from being sent, say why not, or let them pass again",
    load: async () => (await import("./commands/halt.ts")).haltCommand,
  },
  {
    name: "completion",
    summary: "let bash, zsh or fish finish commands and flags",
    load: async () => (await import("./commands/completion.ts")).completionCommand(completables),
  },
];

/** Whether the command handles signals itself. */
export const staysUp = (argv: readonly string[]): boolean =>
  COMMANDS.some((command) => command.name === nameIn(argv) && command.staysUp === true);

/** Whether nothing is waited for once the command has answered. */
export const endsAtOnce = (argv: readonly string[]): boolean =>
  COMMANDS.some((command) => command.name === nameIn(argv) && command.endsAtOnce === true);

const nameIn = (argv: readonly string[]): string | undefined =>
  argv.find((word) => !word.startsWith("-"));

/** Runs one command line (without node and the script) and answers the exit code. */
export async function runCommandLine(
  argv: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  try {
    const words = await wordsOf(argv, terminal);
    const program = await programFor(words, terminal);
    await program.parseAsync([...words], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    return exitCodeOf(error, terminal);
  }
}

/** The command line with the flags of its config files written out. */
async function wordsOf(argv: readonly string[], terminal: Terminal): Promise<readonly string[]> {
  const entry = COMMANDS.find(({ name }) => name === nameIn(argv));
  if (entry === undefined || !argv.some((word) => /^--config(=|$)/.test(word))) return argv;
  const command = (await entry.load())(terminal);
  if (!command.options.some(({ long }) => long === "--config")) return argv;
  const { withConfig } = await import("./commands/config-file.ts");
  const at = argv.indexOf(entry.name);
  const warn = (sentence: string) => terminal.stderr.write(`warning: ${sentence}\n`);
  return [...argv.slice(0, at + 1), ...(await withConfig(argv.slice(at + 1), command, warn))];
}

/** Every command with its flags. */
async function completables(terminal: Terminal): Promise<readonly Completable[]> {
  const { completableOf } = await import("./completion/completable.ts");
  const commands = await Promise.all(
    COMMANDS.map(async ({ summary, load }) => (await load())(terminal).summary(summary)),
  );
  return commands.map(completableOf);
}

async function programFor(argv: readonly string[], terminal: Terminal): Promise<Command> {
  const program = new Command("sevenfold")
    .description("Stock trading by a 4% trailing rule: backtests, the web app and its worker.")
    .version(engineVersion());
  const first = nameIn(argv);
  const wanted = first === "help" ? argv[argv.indexOf("help") + 1] : first;
  for (const { name, summary, load } of COMMANDS) {
    const command = name === wanted ? (await load())(terminal) : new Command(name);
    program.addCommand(command.summary(summary));
  }
  for (const command of withSubcommands(program))
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      outputError: (text, write) => write(`${errorLine(text, command)}\n`),
    });
  return program;
}

const withSubcommands = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];

/** Commander's message and its suggestion on one line, with where to read on. */
function errorLine(text: string, command: Command): string {
  const words = text
    .trim()
    .replace(/^error: /, "")
    .replace(/\s*\n\s*/g, " ");
  const name = command.parent ? `sevenfold ${command.name()}` : "sevenfold";
  return `sevenfold: ${words.replace(/\.$/, "")}; ${name} --help shows what there is`;
}

function exitCodeOf(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof Failure) {
    terminal.stderr.write(`sevenfold: ${error.message}\n`);
    return error.exitCode;
  }
  const reason = error instanceof Error ? error.message : String(error);
  terminal.stderr.write(`sevenfold: a fault of the program, not of its input: ${reason}\n`);
  if (terminal.isVerbose && error instanceof Error) terminal.stderr.write(`${error.stack}\n`);
  return EXIT.unexpected;
}
