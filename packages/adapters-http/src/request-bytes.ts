import type { HttpContext } from "./http-needs.ts";
import { RequestRefused } from "./refusals.ts";

/** The body as it came. @throws RequestRefused where it is larger, as soon as that is known. */
export async function bytesOf(ctx: HttpContext, maxBytes: number): Promise<Buffer> {
  if (maxBytes < (ctx.request.length ?? 0)) throw tooLarge(ctx, maxBytes);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (maxBytes < length) throw tooLarge(ctx, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(ctx: HttpContext, maxBytes: number): RequestRefused {
  // What is left of the body is not read: the connection ends with the answer.
  ctx.set("Connection", "close");
  return new RequestRefused({ kind: "body-too-large", maxBytes });
}
