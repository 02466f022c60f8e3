import type { Completable } from "./completable.ts";

/** A function that completes commands, flags, their choices, and files for the rest. */
export function bashCompletion(commands: readonly Completable[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const choices = commands.flatMap(({ name, flags }) =>
    flags
      .filter((flag) => flag.choices.length !== 0)
      .map(
        (flag) =>
          `    "${name} ${flag.flag}") COMPREPLY=($(compgen -W "${flag.choices.join(" ")}" -- "$cur")); return ;;`,
      ),
  );
  const flags = commands.map(
    ({ name, flags: own }) =>
      `    ${name}) words="${[...own.map(({ flag }) => flag), "--help"].join(" ")}" ;;`,
  );
  const subcommands = commands
    .filter((command) => command.subcommands.length !== 0)
    .map(
      ({ name, subcommands: own }) =>
        `    ${name}) COMPREPLY=($(compgen -W "${own.join(" ")}" -- "$cur") $(compgen -f -- "$cur")); return ;;`,
    );
  return `_sevenfold() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]} $prev" in
${choices.join("\n")}
  esac
  case "\${COMP_WORDS[1]}" in
${flags.join("\n")}
  esac
  if [[ "$cur" == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${subcommands.join("\n")}
  esac
  COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _sevenfold sevenfold
`;
}
