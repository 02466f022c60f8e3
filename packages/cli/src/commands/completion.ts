import { Command } from "commander";
import { bashCompletion } from "../completion/bash-completion.ts";
import { type Completable, SHELLS, type Shell } from "../completion/completable.ts";
import { fishCompletion } from "../completion/fish-completion.ts";
import { usageFailure } from "../failure.ts";
import type { Terminal } from "../terminal.ts";

/** `sevenfold completion bash|zsh|fish`: told what commands there are, for it cannot know. */
export const completionCommand =
  (commandsOf: (terminal: Terminal) => Promise<readonly Completable[]>) =>
  (terminal: Terminal): Command =>
    new Command("completion")
      .description(
        'Prints what lets a shell finish commands and flags: eval "$(sevenfold completion bash)", or zsh; sevenfold completion fish | source',
      )
      .argument("<shell>", SHELLS.join(", "))
      .action(async (word: string) => {
        const shell = SHELLS.find((known) => known === word);
        if (shell === undefined)
          throw usageFailure(
            `there is no completion for ${word}; there is for ${SHELLS.join(", ")}`,
          );
        terminal.stdout.write(WRITERS[shell](await commandsOf(terminal)));
      });

const WRITERS: Readonly<Record<Shell, (commands: readonly Completable[]) => string>> = {
  bash: bashCompletion,
  // zsh runs completions of bash.
  zsh: (commands) =>
    `autoload -Uz compinit bashcompinit\ncompinit -u\nbashcompinit\n${bashCompletion(commands)}`,
  fish: fishCompletion,
};
