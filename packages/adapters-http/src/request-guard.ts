import { knownHosts } from "./host-names.ts";
import type { HttpContext, HttpOptions, Next } from "./http-needs.ts";
import { RequestRefused } from "./refusals.ts";
import { bearerTokenOf } from "./tokens/bearer-token.ts";

const READING = ["GET", "HEAD"];
const CHANGING = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const isReading = ({ method }: HttpContext): boolean => READING.includes(method);

/**
 * Changes come from our own pages only: a form on another site can neither send JSON nor set a
 * header of its own, and a browser says where a request comes from. A request is refused that shows
 * but one of both, unless it brings a token: no browser sends one by itself.
 */
export function guardChanges(options: Pick<HttpOptions, "publicUrl">) {
  const publicOrigin = originOf(options);
  const isOfOurPages = (ctx: HttpContext) => isBeyondForms(ctx) && isSameOrigin(ctx, publicOrigin);
  return (ctx: HttpContext, next: Next): Promise<unknown> => {
    // By any other method nothing is done: who knows the path says which it takes.
    if (CHANGING.has(ctx.method) && bearerTokenOf(ctx) === undefined && !isOfOurPages(ctx))
      throw new RequestRefused({ kind: "cross-origin" });
    return next();
  };
}

/** @throws RequestRefused where what can only be looked at is asked to change. */
export function requireReading(ctx: HttpContext): void {
  if (!isReading(ctx)) throw new RequestRefused({ kind: "method-not-allowed", allowed: READING });
}

/** No page of another site sends such a request without the browser asking us first. */
const isBeyondForms = (ctx: HttpContext): boolean =>
  ctx.get("X-Requested-With") === "sevenfold" || Boolean(ctx.is("application/json"));

/** Under which origin it is open, where that was said. */
export const originOf = ({ publicUrl }: Pick<HttpOptions, "publicUrl">): string | undefined =>
  publicUrl === undefined ? undefined : new URL(publicUrl).origin;

/** Whether a browser sent this from a page of our own. */
export function isSameOrigin(ctx: HttpContext, publicOrigin: string | undefined): boolean {
  const site = ctx.get("Sec-Fetch-Site");
  if (site !== "") return site === "same-origin";
  const origin = ctx.get("Origin");
  // A proxy may name its own host to us; the browser names the one it was opened under.
  if (origin !== "" && origin === publicOrigin) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  // An origin is a scheme, a host and a port: no browser names a user or a path in it.
  return url.origin === origin && url.host === ctx.host;
}

/** A name or an address, and a port: nothing that reads as another host to whoever parses it. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Refuses requests under a name that is not ours, and paths that may be read as another one. */
export function guardAddress(options: Pick<HttpOptions, "allowedHosts" | "host" | "publicUrl">) {
  const isKnown = knownHosts(options);
  return (ctx: HttpContext, next: Next): Promise<unknown> => {
    // HTTP/1.0 needs none.
    const { host } = ctx.req.headers;
    if (isSaidTwice("host", ctx.req.rawHeaders) || (host !== undefined && !HOST.test(host)))
      throw new RequestRefused({
        kind: "invalid-request",
        details: "The Host header is not valid.",
      });
    if (ctx.host !== "" && !isKnown(ctx.host))
      throw new RequestRefused({ kind: "unknown-host", host: ctx.host });
    if (isAmbiguous(ctx.path) || isMisspelt(ctx.path))
      throw new RequestRefused({ kind: "not-found" });
    return next();
  };
}

/** Of several Host headers Node keeps the first in silence. Raw headers are names and values in turn. */
function isSaidTwice(name: string, rawHeaders: readonly string[]): boolean {
  let times = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const said = rawHeaders[index]!;
    if (said.length === name.length && said.toLowerCase() === name) times += 1;
  }
  return 1 < times;
}

/** An empty segment, a backslash or a hidden slash: `//api/user` is neither the call nor a page. */
const isAmbiguous = (path: string): boolean => /\/\/|\\|%2f|%5c/i.test(path);

const OURS = /^\/(api|healthz|readyz|metrics)(?=\/|$)/;

/** Another way to write what is ours: whoever guards `/api` in front of us may not know it for that. */
function isMisspelt(path: string): boolean {
  if (OURS.test(path)) return false;
  try {
    return OURS.test(decodeURIComponent(path).toLowerCase());
  } catch {
    // It cannot be decoded, so it is no path of anything.
    return true;
  }
}
