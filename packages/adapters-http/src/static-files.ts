import { extname } from "node:path";
import send from "@fastify/send";

import { acceptedEncodings, ENCODINGS, type Encoding } from "./accepted-encodings.ts";
import type { HttpContext, HttpOptions } from "./http-needs.ts";
import { RequestRefused } from "./refusals.ts";
import { requireReading } from "./request-guard.ts";

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

/** What the build appends to the name of a file it has packed. */
const ENDINGS: Readonly<Record<Encoding, string>> = { br: ".br", gzip: ".gz" };
/** The names of assets change with their contents. */
const FOR_EVER = "max-age=31536000,immutable";
/** Asked again each time, and answered without a body where nothing changed. */
const ASKED_AGAIN = "no-cache";

/** The built web pages: files by their names, and the one page for every other path. */
export const staticFiles =
  ({ webFolder }: Pick<HttpOptions, "webFolder">) =>
  async (ctx: HttpContext): Promise<void> => {
    requireReading(ctx);
    if (isFile(ctx.path)) {
      if (!isPacked(ctx.path) && (await isSent(ctx, ctx.path, webFolder))) return;
      // What looks like a file and is none is missing: a page in its place would only confuse a program.
      if (!isVisited(ctx)) throw new RequestRefused({ kind: "not-found" });
      await sendPage(ctx, webFolder);
      if (ctx.status === 200) ctx.status = 404;
      ctx.vary("Accept");
      return;
    }
    await sendPage(ctx, webFolder);
  };

/** Somebody goes to that address: the page tells them that there is nothing. */
const isVisited = ({ path, headers }: HttpContext): boolean =>
  !path.startsWith("/assets/") && headers.accept?.includes("text/html") === true;

const isFile = (path: string): boolean =>
  path.startsWith("/assets/") || (path.split("/").at(-1) ?? "").includes(".");

/** It is there for whoever asks for what is packed in it, not by its own name. */
const isPacked = (path: string): boolean =>
  ENCODINGS.some((encoding) => path.endsWith(ENDINGS[encoding]));

async function sendPage(ctx: HttpContext, root: string): Promise<void> {
  if (await isSent(ctx, "/index.html", root)) return;
  ctx.status = 503;
  ctx.type = "html";
  ctx.set("Cache-Control", ASKED_AGAIN);
  ctx.body = NOT_BUILT;
}

/** Sends the file as the client likes it best. False where there is none by this name. */
async function isSent(ctx: HttpContext, path: string, root: string): Promise<boolean> {
  for (const encoding of [...acceptedEncodings(ctx.get("Accept-Encoding")), undefined]) {
    const ending = encoding === undefined ? "" : ENDINGS[encoding];
    const found = await send(ctx.req, path + ending, { root, index: false, ...OURS });
    if (isMissing(found)) continue;
    ctx.status = found.statusCode;
    ctx.set(found.headers);
    ctx.vary("Accept-Encoding");
    ctx.set("Cache-Control", path.startsWith("/assets/") ? FOR_EVER : ASKED_AGAIN);
    if (found.type !== "file") ctx.body = "";
    else if (found.statusCode !== 304) {
      if (encoding !== undefined) ctx.set("Content-Encoding", encoding);
      ctx.type = extname(path);
      ctx.body = found.stream;
    }
    return true;
  }
  return false;
}

/** The library would name the type of the packed file, and cache every file alike. */
const OURS = { contentType: false, cacheControl: false } as const;

/** A path that leads outside, cannot be decoded, is a folder or names nothing. */
function isMissing(found: send.SendResult): boolean {
  if (found.type === "error" && 500 <= found.statusCode) throw found.metadata.error;
  return found.type === "directory" || (found.type === "error" && found.statusCode < 412);
}
