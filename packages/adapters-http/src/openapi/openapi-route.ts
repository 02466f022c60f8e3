import type { HttpContext } from "../http-needs.ts";
import type { ApiRouter } from "../serve.ts";
import { openApiDocument } from "./openapi-document.ts";

/** `GET /api/openapi.json`, for whoever writes a program against the API. */
export function serveOpenApi(router: ApiRouter): void {
  let text: string | undefined;
  router.get("/api/openapi.json", (routed) => {
    const ctx = routed as unknown as HttpContext;
    text ??= JSON.stringify(openApiDocument());
    ctx.set("Cache-Control", "no-cache");
    ctx.type = "application/json";
    ctx.body = text;
  });
}
