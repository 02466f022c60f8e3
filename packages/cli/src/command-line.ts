import { Command, CommanderError } from "commander";
import { engineVersion } from "./engine-version.ts";
import { EXIT, type ExitCode, Failure } from "./failure.ts";
import { sayWarning } from "./system/say-warning.ts";
import { visibleText } from "./system/visible-text.ts";
import type { Terminal } from "./terminal.ts";

/** A command as the command line knows it before it is asked for. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Runs until it is told to stop, and ends in order when it is: handles signals itself. */
  readonly staysUp?: true;
  /** Runs other people's code, which may leave timers and lines behind: ends with the command. */
  readonly endsAtOnce?: true;
  /** Loads the command only when it is asked for: a backtest waits for no web server. */
  readonly load: () => Promise<(terminal: Terminal) => Command>;
}

/** The command that a line asks for. */
export const entryIn = (
  argv: readonly string[],
  commands: readonly CommandEntry[],
): CommandEntry | undefined => commands.find(({ name }) => name === nameIn(argv));

const nameIn = (argv: readonly string[]): string | undefined =>
  argv.find((word) => !word.startsWith("-"));

/** Runs one command line (without node and the script) and answers the exit code. */
export async function runCommandLine(
  argv: readonly string[],
  terminal: Terminal,
  commands: readonly CommandEntry[],
): Promise<ExitCode> {
  try {
    const words = await wordsOf(argv, terminal, commands);
    const program = await programFor(words, terminal, commands);
    await program.parseAsync([...words], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    return exitCodeOf(error, terminal);
  }
}

/** The command line with the flags of its config files written out. */
async function wordsOf(
  argv: readonly string[],
  terminal: Terminal,
  commands: readonly CommandEntry[],
): Promise<readonly string[]> {
  const entry = entryIn(argv, commands);
  if (entry === undefined || !argv.some((word) => /^--config(=|$)/.test(word))) return argv;
  const command = (await entry.load())(terminal);
  if (!command.options.some(({ long }) => long === "--config")) return argv;
  const { withConfig } = await import("./commands/config-file.ts");
  const at = argv.indexOf(entry.name);
  const warn = (sentence: string) => sayWarning(terminal, sentence);
  return [...argv.slice(0, at + 1), ...(await withConfig(argv.slice(at + 1), command, warn))];
}

async function programFor(
  argv: readonly string[],
  terminal: Terminal,
  commands: readonly CommandEntry[],
): Promise<Command> {
  const program = new Command("sevenfold")
    .description("Stock trading by a 4% trailing rule: backtests, the web app and its worker.")
    .version(engineVersion());
  const first = nameIn(argv);
  const wanted = first === "help" ? argv[argv.indexOf("help") + 1] : first;
  for (const { name, summary, load } of commands) {
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
  return `sevenfold: ${words.replace(/\.$/, "")}; ${pathOf(command)} --help shows what there is`;
}

/** "sevenfold data fetch" */
const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

function exitCodeOf(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof Failure) {
    terminal.stderr.write(`sevenfold: ${error.message}\n`);
    return error.exitCode;
  }
  const reason = error instanceof Error ? error.message : String(error);
  terminal.stderr.write(
    `sevenfold: a fault of the program, not of its input: ${visibleText(reason)}\n`,
  );
  if (terminal.isVerbose && error instanceof Error) terminal.stderr.write(`${error.stack}\n`);
  return EXIT.unexpected;
}
