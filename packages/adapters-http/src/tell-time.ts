import type { HttpContext, HttpNeeds, Next } from "./http-needs.ts";

/** Says with each answer what time it is here: pages tell the age of prices by it, not by their own clock. */
export const tellTime =
  ({ clock }: Pick<HttpNeeds, "clock">) =>
  (ctx: HttpContext, next: Next): Promise<void> =>
    next().then(() => {
      // A stream's answer has begun already; it says the time by itself.
      if (!ctx.res.headersSent) ctx.res.setHeader("X-Server-Time", String(clock.now()));
    });
