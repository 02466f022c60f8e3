import { readFileSync } from "node:fs";
import wabt from "wabt";
import type { KernelMachine } from "../sweep/wasm-kernel.ts";

const SOURCE = new URL("../sweep/kernel.wat", import.meta.url);

/** The machine as the build makes it, from its source. */
export async function kernelMachine(): Promise<KernelMachine> {
  const { parseWat } = await wabt();
  const module = parseWat("kernel.wat", readFileSync(SOURCE, "utf8"));
  const { buffer } = module.toBinary({});
  module.destroy();
  const { instance } = await assembly.instantiate(buffer);
  return instance.exports;
}

/** The global of every JavaScript engine, for which there are no types without those of browsers. */
const assembly = (globalThis as unknown as { WebAssembly: Assembly }).WebAssembly;

interface Assembly {
  instantiate(
    bytes: Uint8Array,
  ): Promise<{ readonly instance: { readonly exports: KernelMachine } }>;
}
