import { followLive } from "@sevenfold/contract/files-and-stream";

import type { HttpContext } from "../http-needs.ts";
import { RequestRefused } from "../refusals.ts";
import type { ApiRouter } from "../serve.ts";
import { refuseTokens } from "../tokens/bearer-token.ts";
import type { LiveStreams } from "./live-streams.ts";

/** `GET /api/live`: server-sent events for as long as the browser listens. */
export function serveLive(router: ApiRouter, live: LiveStreams): void {
  router.get(followLive.path, async (routed) => {
    const ctx = routed as unknown as HttpContext;
    const { sidHash, user } = ctx.state;
    refuseTokens(ctx, followLive);
    if (!user || sidHash === undefined) throw new RequestRefused({ kind: "signed-out" });
    live.admit(user, sidHash);
    ctx.set({
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      // A proxy in between passes every event on at once.
      "X-Accel-Buffering": "no",
    });
    if (ctx.method === "HEAD") {
      ctx.status = 200;
      return;
    }
    ctx.respond = false;
    ctx.res.writeHead(200);
    live.open(user, sidHash, ctx.res);
  });
}
