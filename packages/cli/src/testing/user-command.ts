import { type OpenStorage, openStorage } from "@sevenfold/adapters-persistence/open-storage";
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

/** Work on the embedded database of a data folder, which a command opens before and after. */
export async function onStorage<Value>(
  dataFolder: string,
  work: (opened: OpenStorage) => Promise<Value>,
): Promise<Value> {
  const opened = await openStorage({ dataFolder });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
