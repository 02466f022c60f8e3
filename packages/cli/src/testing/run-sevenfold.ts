import { runCommandLine } from "../command-line.ts";
import { COMMANDS } from "../command-list.ts";
import { checkDocument, documentAsked } from "./check-document.ts";

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
  // Whatever a test has printed is what the published schema says.
  const name = said.stdout === "" ? undefined : documentAsked(argv);
  if (name !== undefined) await checkDocument(name, said.stdout);
  return { exitCode, ...said };
}
