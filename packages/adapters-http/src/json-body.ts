import type { HttpContext, Next } from "./http-needs.ts";
import { RequestRefused } from "./refusals.ts";
import { repeatedNameIn } from "./repeated-name.ts";
import { bytesOf } from "./request-bytes.ts";

export const BODY_BYTES_MAX = 16 * 1024;
const DEPTH_MAX = 8;
const KEYS_MAX = 200;
/** Names that reach behind an object instead of into it. */
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** Reads a JSON object of bounded size, depth and number of keys. */
export const readJsonBody = (ctx: HttpContext, next: Next): Promise<unknown> =>
  hasBody(ctx) ? readBody(ctx).then(next) : next();

async function readBody(ctx: HttpContext): Promise<void> {
  if (!ctx.is("application/json") || ctx.get("Content-Encoding") !== "")
    throw new RequestRefused({ kind: "not-json" });
  ctx.state.body = parsed(await bytesOf(ctx, BODY_BYTES_MAX));
}

const hasBody = (ctx: HttpContext): boolean =>
  ctx.req.headers["transfer-encoding"] !== undefined || 0 < (ctx.request.length ?? 0);

function parsed(bytes: Buffer): Readonly<Record<string, unknown>> {
  const text = textOf(bytes);
  const body = jsonOf(text);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw invalid("The body must be a JSON object.");
  checkShape(body);
  const repeated = repeatedNameIn(text);
  if (repeated !== undefined) throw invalid(`"${repeated.slice(0, 40)}" is given more than once.`);
  return body as Record<string, unknown>;
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("The body is not JSON.");
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("The body is not JSON.");
  }
}

/** @throws RequestRefused when the JSON is deeper or larger than any call of ours, or malicious. */
function checkShape(body: object): void {
  let keys = 0;
  let level: readonly unknown[] = [body];
  for (let depth = 1; 0 < level.length; depth += 1) {
    if (DEPTH_MAX < depth) throw invalid(`The body is nested more than ${DEPTH_MAX} levels deep.`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === "string" && value.includes("\0"))
        throw invalid("A text holds a character that is not allowed.");
      if (typeof value !== "object" || value === null) continue;
      if (!Array.isArray(value)) {
        const names = Object.keys(value);
        if (names.some((name) => FORBIDDEN.has(name)))
          throw invalid("The body holds a name that is not allowed.");
        keys += names.length;
      }
      next.push(...Object.values(value));
    }
    if (KEYS_MAX < keys) throw invalid(`The body has more than ${KEYS_MAX} fields.`);
    level = next;
  }
}

const invalid = (details: string) => new RequestRefused({ kind: "invalid-request", details });
