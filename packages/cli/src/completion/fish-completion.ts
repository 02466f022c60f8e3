import type { Completable } from "./completable.ts";

/** One line for each command and each flag. */
export function fishCompletion(commands: readonly Completable[]): string {
  const lines = commands.flatMap(({ name, summary, flags, subcommands }) => [
    `complete -c sevenfold -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...subcommands.map(
      (own) => `complete -c sevenfold -n "__fish_seen_subcommand_from ${name}" -a ${own}`,
    ),
    ...flags.map(
      ({ flag, summary: words, takesValue, choices }) =>
        `complete -c sevenfold -n "__fish_seen_subcommand_from ${name}" -l ${flag.slice(2)}${
          choices.length !== 0 ? ` -x -a ${quoted(choices.join(" "))}` : takesValue ? " -r" : ""
        } -d ${quoted(words)}`,
    ),
  ]);
  return `${lines.join("\n")}\n`;
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;
