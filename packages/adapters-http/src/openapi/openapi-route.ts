import type { HttpContext } from "../http-needs.ts";
import { type Answer, answerOf, sendPacked } from "../packed-answer.ts";
import type { ApiRouter } from "../serve.ts";
import { openApiDocument } from "./openapi-document.ts";

/** `GET /api/openapi.json`, for whoever writes a program against the API. */
export function serveOpenApi(router: ApiRouter): void {
  let answer: Answer | undefined;
  router.get("/api/openapi.json", async (routed) => {
    const ctx = routed as unknown as HttpContext;
    answer ??= answerOf(Buffer.from(JSON.stringify(openApiDocument())));
    ctx.set("Cache-Control", "no-cache");
    ctx.type = "application/json";
    await sendPacked(ctx, answer);
  });
}
