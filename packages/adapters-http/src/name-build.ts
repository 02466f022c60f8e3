import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { BUILD_HEADER, buildOf } from "@sevenfold/contract/build";

import type { HttpContext, HttpNeeds, HttpOptions, Next } from "./http-needs.ts";

const SCRIPT = /<script type="module"[^>]* src="([^"]+)"/;

/** So long an answer of the API goes by the page that was seen last; the page itself never does. */
const SEEN_FOR_MS = 1_000;

/**
 * Says with every answer which build of the pages is served, so that an older one knows itself. What
 * is built while the server runs is served from then on, and so is named from then on.
 */
export function nameBuild(
  { clock }: Pick<HttpNeeds, "clock">,
  { webFolder }: Pick<HttpOptions, "webFolder">,
) {
  const look = lookAgain(join(webFolder, "index.html"));
  let seen: Promise<string | undefined> | undefined;
  let untilMs = 0;
  const isSeen = (): boolean => {
    const nowMs = clock.monotonicMs();
    if (nowMs < untilMs) return true;
    untilMs = nowMs + SEEN_FOR_MS;
    return false;
  };
  return async ({ path, res }: HttpContext, next: Next): Promise<void> => {
    const mayBeOld = path.startsWith("/api/") && isSeen();
    if (!seen || !mayBeOld) seen = look();
    const build = await seen;
    if (build !== undefined) res.setHeader(BUILD_HEADER, build);
    await next();
  };
}

/** Reads the page only where its file is another one than when it was read. */
function lookAgain(path: string): () => Promise<string | undefined> {
  let read: { readonly version: string; readonly build: string | undefined } | undefined;
  return async () => {
    const file = await stat(path).catch(() => undefined);
    if (file === undefined) return undefined;
    const version = `${file.ino} ${file.size} ${file.mtimeMs}`;
    if (read?.version === version) return read.build;
    const page = await readFile(path, "utf8").catch(() => "");
    read = { version, build: buildOf(SCRIPT.exec(page)?.[1] ?? "") };
    return read.build;
  };
}
