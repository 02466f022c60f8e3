import { access } from "node:fs/promises";
import { join } from "node:path";
import send from "koa-send";

import type { HttpContext, HttpOptions, Next } from "./http-needs.ts";
import { RequestRefused } from "./problem.ts";

const YEAR_MS = 31_536_000_000;

/** Plain words instead of the pages nobody has built yet. */
const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Sevenfold</title>
<h1>The web pages are not built yet</h1>
<p>Run <code>npm run build</code> in the folder of Sevenfold, then reload this page.</p>
<p>The server itself is running: its calls answer under <code>/api</code>.</p>
</html>
`;

/** The built web pages: files by their names, and the one page for every other path. */
export const staticFiles =
  ({ webFolder }: Pick<HttpOptions, "webFolder">) =>
  async (ctx: HttpContext, next: Next): Promise<void> => {
    if (ctx.method !== "GET" && ctx.method !== "HEAD") return void (await next());
    if (await isSent(ctx, webFolder)) return;
    // What looks like a file and is none is missing: a page in its place would only confuse.
    if (isFile(ctx.path)) throw new RequestRefused({ kind: "not-found" });
    await sendPage(ctx, webFolder);
  };

const isFile = (path: string): boolean =>
  path.startsWith("/assets/") || (path.split("/").at(-1) ?? "").includes(".");

async function isSent(ctx: HttpContext, root: string): Promise<boolean> {
  if (!isFile(ctx.path)) return false;
  const isAsset = ctx.path.startsWith("/assets/");
  // The names of assets change with their contents.
  const caching = isAsset ? { maxage: YEAR_MS, immutable: true } : {};
  if (!isAsset) ctx.set("Cache-Control", "no-cache");
  try {
    return (await send(ctx, ctx.path, { root, ...caching })) !== undefined;
  } catch (thrown) {
    const status = (thrown as { readonly status?: unknown }).status;
    // A path that leads outside, cannot be decoded or names nothing.
    if (typeof status === "number" && status < 500) return false;
    throw thrown;
  }
}

async function sendPage(ctx: HttpContext, root: string): Promise<void> {
  ctx.set("Cache-Control", "no-cache");
  if (await exists(join(root, "index.html"))) {
    await send(ctx, "index.html", { root });
    return;
  }
  ctx.status = 503;
  ctx.type = "html";
  ctx.body = NOT_BUILT;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
