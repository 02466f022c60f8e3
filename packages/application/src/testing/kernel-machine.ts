import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";
import type { KernelMachine } from "../research/sweep/wasm-kernel.ts";

const SOURCE = new URL("../../kernel/", import.meta.url);
const RESULT = "kernel.wasm";

/** The machine as the build makes it, from its source. */
export async function kernelMachine(): Promise<KernelMachine> {
  let code: Uint8Array | undefined;
  const { error, stderr } = await asc.main(
    ["--config", "asconfig.json", "--baseDir", fileURLToPath(SOURCE), "--outFile", RESULT],
    {
      readFile: (name) => textOf(name),
      writeFile: (name, contents) => {
        if (name === RESULT) code = contents as Uint8Array;
      },
    },
  );
  if (code === undefined) throw new Error(`${error?.message}\n${stderr}`);
  const { instance } = await assembly.instantiate(code);
  return instance.exports;
}

/** The compiler asks for files that need not be there. */
function textOf(name: string): string | null {
  try {
    return readFileSync(new URL(name, SOURCE), "utf8");
  } catch {
    return null;
  }
}

/** The global of every JavaScript engine, for which there are no types without those of browsers. */
const assembly = (globalThis as unknown as { WebAssembly: Assembly }).WebAssembly;

interface Assembly {
  instantiate(
    bytes: Uint8Array,
  ): Promise<{ readonly instance: { readonly exports: KernelMachine } }>;
}
