import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const CODE = /\.(js|ts|wasm)$/;

/**
 * SHA-256 over the code that reads bars and computes: what another build has begun is not gone on
 * with, also where both have one version, as in a clone.
 */
export function engineDigest(): string {
  const hash = createHash("sha256");
  const { resolve } = createRequire(import.meta.url);
  const folders = [
    dirname(resolve("@sevenfold/domain/money")),
    dirname(resolve("@sevenfold/application/ports")),
    fileURLToPath(new URL("..", import.meta.url)),
  ];
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const file of files.filter((each) => CODE.test(each)).sort())
      hash.update(`\0${file}\0`).update(readFileSync(join(folder, file)));
  }
  return hash.digest("hex");
}
