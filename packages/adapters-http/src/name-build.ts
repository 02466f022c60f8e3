import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BUILD_HEADER, buildOf } from "@sevenfold/contract/build";

import type { HttpContext, HttpOptions, Next } from "./http-needs.ts";

const SCRIPT = /<script type="module"[^>]* src="([^"]+)"/;

/** Says with every answer which build of the pages is served, so that an older one knows itself. */
export async function nameBuild({ webFolder }: Pick<HttpOptions, "webFolder">) {
  const page = await readFile(join(webFolder, "index.html"), "utf8").catch(() => "");
  const build = buildOf(SCRIPT.exec(page)?.[1] ?? "");
  return ({ res }: HttpContext, next: Next): Promise<unknown> => {
    if (build !== undefined) res.setHeader(BUILD_HEADER, build);
    return next();
  };
}
