import { BACKTEST_LINE, type Completable, RUNS_OFFERED_MAX } from "./completable.ts";

/** A function that finds kept runs, and one line for each command and each flag. */
export function fishCompletion(commands: readonly Completable[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c sevenfold -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
    ...linesWithin(command, `__fish_seen_subcommand_from ${command.name}`),
  ]);
  return `${RUNS}${lines.join("\n")}\n`;
}

const RUNS = `function __sevenfold_runs
    set -l folder runs
    test -n "$RUNS_DIR"; and set folder $RUNS_DIR
    set -l configs $folder/*/config.json
    test (count $configs) -gt ${RUNS_OFFERED_MAX}; and set configs $configs[-${RUNS_OFFERED_MAX}..-1]
    test "$argv[1]" = backtest; and test (count $configs) -gt 0; and set configs (grep -ls '${BACKTEST_LINE}' $configs)
    echo latest
    for config in $configs
        set -l parts (string split / -- $config)
        echo $parts[-2]
    end
end
`;

function linesWithin(command: Completable, when: string): readonly string[] {
  const { flags, subcommands, runs } = command;
  return [
    ...(runs === undefined
      ? []
      : [`complete -c sevenfold -n ${quoted(when)} -a '(__sevenfold_runs ${runs})'`]),
    ...subcommands.flatMap((each) => {
      const names = subcommands.map(({ name }) => name).join(" ");
      return [
        `complete -c sevenfold -n ${quoted(`${when}; and not __fish_seen_subcommand_from ${names}`)} -a ${each.name} -d ${quoted(each.summary)}`,
        ...linesWithin(each, `${when}; and __fish_seen_subcommand_from ${each.name}`),
      ];
    }),
    ...flags.map(
      ({ flag, summary: words, takesValue, choices }) =>
        `complete -c sevenfold -n ${quoted(when)} -l ${flag.slice(2)}${
          choices.length !== 0 ? ` -x -a ${quoted(choices.join(" "))}` : takesValue ? " -r" : ""
        } -d ${quoted(words)}`,
    ),
  ];
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;
