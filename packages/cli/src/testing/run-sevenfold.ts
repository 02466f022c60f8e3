import { runCommandLine } from "../command-line.ts";
import { COMMANDS } from "../command-list.ts";

/** What a command line printed and answered, run within this process. */
export async function sevenfold(...argv: readonly string[]) {
  const said = { stdout: "", stderr: "" };
  const sink = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text;
    },
  });
  const exitCode = await runCommandLine(
    argv,
    {
      stdout: sink("stdout"),
      stderr: sink("stderr"),
      hasColor: false,
      isVerbose: false,
    },
    COMMANDS,
  );
  return { exitCode, ...said };
}
