import type { Command } from "commander";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** A command as a shell completes it. */
export interface Completable {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletableFlag[];
  readonly subcommands: readonly Completable[];
  /** The kept runs it takes; undefined where it takes none. */
  readonly runs?: RunKind;
}

export type RunKind = "any" | "backtest";

export interface CompletableFlag {
  /** "--mode" */
  readonly flag: string;
  readonly summary: string;
  readonly takesValue: boolean;
  /** What may follow; empty where it is free. */
  readonly choices: readonly string[];
}

/** Runs that are offered, the newest: more no one reads. */
export const RUNS_OFFERED_MAX = 100;

/** What config.json of a backtest has in a line of its own. */
export const BACKTEST_LINE = '^  "command": "backtest"';

export const completableOf = (command: Command): Completable => {
  const runs = runKindOf(command);
  return {
    name: command.name(),
    summary: command.summary() || command.description(),
    flags: command.options.flatMap(({ long, description, required, optional, argChoices }) =>
      long === undefined || long === null
        ? []
        : [
            {
              flag: long,
              summary: description,
              takesValue: required || optional,
              choices: argChoices ?? [],
            },
          ],
    ),
    subcommands: command.commands.map(completableOf),
    ...(runs !== undefined && { runs }),
  };
};

/** A report is made of any run; what draws from trades or compares them takes backtests. */
function runKindOf(command: Command): RunKind | undefined {
  if (!command.registeredArguments.some((each) => /^runs?$/.test(each.name()))) return undefined;
  return command.name() === "report" ? "any" : "backtest";
}
