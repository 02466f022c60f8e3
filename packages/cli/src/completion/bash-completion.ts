import { BACKTEST_LINE, type Completable, RUNS_OFFERED_MAX } from "./completable.ts";

/** Functions that complete commands, flags, their choices, kept runs, and files for the rest. */
export function bashCompletion(commands: readonly Completable[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const paths = commands.flatMap((command) => pathsOf(command));
  const inner = paths.filter(({ path }) => path.includes(" ")).map(({ path }) => `"${path}"`);
  const choices = paths.flatMap(({ path, command }) =>
    command.flags
      .filter((flag) => flag.choices.length !== 0)
      .map(
        (flag) =>
          `    "${path} ${flag.flag}") COMPREPLY=($(compgen -W "${flag.choices.join(" ")}" -- "$cur")); return ;;`,
      ),
  );
  const flags = paths.map(
    ({ path, command }) =>
      `    "${path}") words="${[...command.flags.map(({ flag }) => flag), "--help"].join(" ")}" ;;`,
  );
  const subcommands = paths
    .filter(({ command }) => command.subcommands.length !== 0)
    .map(
      ({ path, command }) =>
        `    "${path}") COMPREPLY=($(compgen -W "${command.subcommands.map(({ name }) => name).join(" ")}" -- "$cur")) ;;`,
    );
  const runs = paths.flatMap(({ path, command }) =>
    command.runs === undefined ? [] : [`    "${path}") _sevenfold_runs ${command.runs} ;;`],
  );
  return `_sevenfold_files() {
  local IFS=$'\\n'
  COMPREPLY+=($(compgen -f -- "$cur"))
  if type compopt >/dev/null 2>&1; then compopt -o filenames 2>/dev/null; fi
}
_sevenfold_runs() {
  local IFS=$'\\n' folder="\${RUNS_DIR:-runs}" config="" first=0
  local -a configs
  COMPREPLY=($(compgen -W latest -- "$cur"))
  case "$cur" in */*) return ;; esac
  configs=("$folder/$cur"*/config.json)
  if [ "\${#configs[@]}" -gt ${RUNS_OFFERED_MAX} ]; then first=$((\${#configs[@]} - ${RUNS_OFFERED_MAX})); fi
  configs=("\${configs[@]:$first}")
  if [ "$1" = backtest ]; then configs=($(grep -ls '${BACKTEST_LINE}' "\${configs[@]}")); fi
  for config in "\${configs[@]}"; do
    if [ -f "$config" ]; then
      config="\${config%/config.json}"
      COMPREPLY+=("\${config##*/}")
    fi
  done
}
_sevenfold() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$cur"))
    return
  fi
  if [ "$COMP_CWORD" -gt 2 ]; then
    case "$command \${COMP_WORDS[2]}" in
    ${inner.join("|")}) command="$command \${COMP_WORDS[2]}" ;;
    esac
  fi
  case "$command $prev" in
${choices.join("\n")}
  esac
  case "$command" in
${flags.join("\n")}
  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$cur")); return ;;
  esac
  case "$command" in
${[...subcommands, ...runs].join("\n")}
  esac
  _sevenfold_files
}
if type compopt >/dev/null 2>&1; then
  complete -F _sevenfold sevenfold
else
  complete -o filenames -F _sevenfold sevenfold
fi
`;
}

interface Path {
  /** "adapter test" */
  readonly path: string;
  readonly command: Completable;
}

const pathsOf = (command: Completable, before: readonly string[] = []): readonly Path[] => {
  const words = [...before, command.name];
  const inner = command.subcommands.flatMap((each) => pathsOf(each, words));
  return [{ path: words.join(" "), command }, ...inner];
};
