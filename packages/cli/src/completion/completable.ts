import type { Command } from "commander";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** A command as a shell completes it. */
export interface Completable {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletableFlag[];
  readonly subcommands: readonly string[];
}

export interface CompletableFlag {
  /** "--mode" */
  readonly flag: string;
  readonly summary: string;
  readonly takesValue: boolean;
  /** What may follow; empty where it is free. */
  readonly choices: readonly string[];
}

export const completableOf = (command: Command): Completable => ({
  name: command.name(),
  summary: command.summary(),
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
  subcommands: command.commands.map((each) => each.name()),
});
