import { Refusal } from "./answer.ts";
import { ANSWERS } from "./invented-answers.ts";
import type { InventedWorld } from "./invented-world.ts";

export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly body: string;
  readonly headers: { get(name: string): string | null };
}

/**
 * Answers as the contract says: refuses what its input schema refuses, and fails loudly where an
 * answer of the invented world would not be one. Undefined: no such call.
 */
export function answerCall(world: InventedWorld, asked: Asked) {
  const { pathname, searchParams } = new URL(asked.address, "http://localhost");
  for (const { endpoint, give } of ANSWERS) {
    const match = patternOf(endpoint.path).exec(pathname);
    if (match === null || endpoint.method !== asked.method.toLowerCase()) continue;
    if (endpoint.access === "signed-in" && !world.signedIn)
      return { status: 401, body: { code: "signed-out", error: "Please sign in." } };
    if (endpoint.method !== "get" && asked.headers.get("x-requested-with") !== "sevenfold")
      return { status: 403, body: { code: "cross-origin", error: "Not sent by Sevenfold" } };
    const parsed = endpoint.input.safeParse({
      ...match.groups,
      ...Object.fromEntries(searchParams),
      ...(asked.body === "" ? {} : JSON.parse(asked.body)),
    });
    if (!parsed.success)
      return {
        status: 400,
        body: { code: "invalid-request", error: parsed.error.issues[0]?.message ?? "Invalid" },
      };
    try {
      return { status: 200, body: endpoint.output.parse(give(world, parsed.data as never)) };
    } catch (thrown) {
      if (thrown instanceof Refusal) return { status: thrown.status, body: thrown.body };
      throw thrown;
    }
  }
  return undefined;
}

export const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
