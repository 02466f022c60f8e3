import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { KernelMachine } from "@sevenfold/application/research/sweep/wasm-kernel";

/** The sweep kernel's machine code, as the build made it; undefined where it was not built. */
export function kernelMachine(): KernelMachine | undefined {
  const kernel = createRequire(import.meta.url).resolve(
    "@sevenfold/application/research/sweep/wasm-kernel",
  );
  try {
    const bytes = readFileSync(kernel.replace(/wasm-kernel\.[jt]s$/, "kernel.wasm"));
    return new assembly.Instance(new assembly.Module(bytes)).exports;
  } catch {
    // The engine does the same, only slower.
    return undefined;
  }
}

/** The global of every JavaScript engine, for which there are no types without those of browsers. */
const assembly = (globalThis as unknown as { WebAssembly: Assembly }).WebAssembly;

interface Assembly {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: KernelMachine };
}
