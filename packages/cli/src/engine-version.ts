import { readFileSync } from "node:fs";

/** The version of this program, from its package.json: the same file beside src and beside dist. */
export function engineVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
