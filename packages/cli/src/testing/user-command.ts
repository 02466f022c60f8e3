import { runCommandLine } from "../command-line.ts";
import { COMMANDS } from "../command-list.ts";

/** `sevenfold user` in this process, with what it wrote. */
export async function runUser(...argv: readonly string[]) {
  let [out, err] = ["", ""];
  const code = await runCommandLine(
    ["user", ...argv],
    {
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
      hasColor: false,
      isVerbose: false,
    },
    COMMANDS,
  );
  return { code, out, err };
}
