import type { HttpContext, Next } from "./http-needs.ts";
import { RequestRefused } from "./problem.ts";
import { bearerTokenOf } from "./tokens/bearer-token.ts";

const READING = new Set(["GET", "HEAD"]);
const CHANGING = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Changes come from our own pages only: a form on another site can set no header of its own, and a
 * browser says where a request comes from. A request that says neither is refused, unless it brings
 * a token: no browser sends one by itself.
 */
export function guardChanges(ctx: HttpContext, next: Next): Promise<unknown> {
  if (!READING.has(ctx.method)) {
    if (!CHANGING.has(ctx.method))
      throw new RequestRefused({ kind: "method-not-allowed", allowed: [...READING, ...CHANGING] });
    if (bearerTokenOf(ctx) === undefined && !isOfOurPages(ctx))
      throw new RequestRefused({ kind: "cross-origin" });
  }
  return next();
}

const isOfOurPages = (ctx: HttpContext): boolean =>
  ctx.get("X-Requested-With") === "sevenfold" && isSameOrigin(ctx);

function isSameOrigin(ctx: HttpContext): boolean {
  const site = ctx.get("Sec-Fetch-Site");
  if (site !== "") return site === "same-origin";
  const origin = ctx.get("Origin");
  return origin !== "" && URL.canParse(origin) && new URL(origin).host === ctx.host;
}
