import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/**
 * The SHA-256 that a run keeps of a file of bars, and so of any other file that it reads: of what lies
 * on disk, or where that is a header beside columns, of what they hold.
 */
export async function hashOfBars(path: string): Promise<string> {
  if (/\.columns\.json$/i.test(path)) {
    const { hashOfColumnBars } = await import("./read-column-bars.ts");
    return hashOfColumnBars(path);
  }
  if (/\.bars\.json$/i.test(path)) {
    const { BarManifest } = await import("../history/bar-manifest.ts");
    const { readJson } = await import("../run/read-json.ts");
    return (await readJson(path, BarManifest)).sha256;
  }
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
