import type { HttpContext, HttpNeeds, Next } from "./http-needs.ts";
import { problemOf, refusalOf } from "./problem.ts";
import { givenId, nameInHand } from "./request-in-hand.ts";

const RETRY_AFTER_SEC = "5";
/** What whoever runs the product has to look after. */
const WORTH_KNOWING: ReadonlySet<string> = new Set([
  ...["internal-error", "payments-unavailable", "temporarily-unavailable"],
]);

/** How a program is let in (RFC 6750); no browser asks its user for a token. */
const challengeTo = (kind: string): string =>
  kind === "token-refused" ? 'Bearer error="invalid_token"' : "Bearer";

/**
 * Gives the request an id, its sender's own where that is well-formed, and turns whatever is thrown
 * into a problem: the outermost layer.
 */
export const nameRequests =
  ({ identifiers, log }: Pick<HttpNeeds, "identifiers" | "log">) =>
  async (ctx: HttpContext, next: Next): Promise<void> => {
    const requestId = givenId(ctx.req) ?? identifiers.uuid();
    ctx.state.requestId = requestId;
    nameInHand(requestId);
    ctx.res.setHeader("X-Request-Id", requestId);
    try {
      await next();
    } catch (thrown) {
      const refusal = refusalOf(thrown, requestId);
      const { status, body } = problemOf(refusal);
      if (WORTH_KNOWING.has(refusal.kind))
        log.error("request-failed", {
          requestId,
          method: ctx.method,
          path: ctx.path,
          error: thrown instanceof Error ? thrown.stack : String(thrown),
          ...(thrown instanceof Error && thrown.cause ? { cause: String(thrown.cause) } : {}),
        });
      if ("retryAfterSec" in refusal) ctx.set("Retry-After", String(refusal.retryAfterSec));
      if (status === 401) ctx.set("WWW-Authenticate", challengeTo(refusal.kind));
      if (refusal.kind === "method-not-allowed") ctx.set("Allow", refusal.allowed.join(", "));
      ctx.set("Cache-Control", "no-store");
      ctx.status = status;
      ctx.body = body;
    }
    // Whatever is away for now: programs are told when to ask again.
    if (ctx.status === 503 && !ctx.res.hasHeader("Retry-After"))
      ctx.set("Retry-After", RETRY_AFTER_SEC);
  };
