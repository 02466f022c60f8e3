import type { Endpoint, Method } from "@sevenfold/contract/endpoint";
import type { z } from "zod";

/**
 * An endpoint's method and path, typed by the contract but without its schemas: those weigh more
 * than a whole page, and the server checks what it is sent. A test holds each equal to its endpoint.
 */
export interface Line<Call extends Endpoint = Endpoint> {
  readonly method: Method;
  readonly path: string;
  /** Never present; carries the type. */
  readonly call?: Call;
}

export const line = <Call extends Endpoint>(method: Method, path: string): Line<Call> => ({
  method,
  path,
});

export type InputOf<Call extends Endpoint> = z.input<Call["input"]>;
export type OutputOf<Call extends Endpoint> = z.output<Call["output"]>;

/** The path with its `:names` filled in, and what of the input is left for query or body. */
export function fillPath(path: string, input: Readonly<Record<string, unknown>>) {
  const rest = { ...input };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const part = rest[name];
    delete rest[name];
    return encodeURIComponent(String(part));
  });
  return { path: filled, rest };
}

/** Path and query of a read: its address and its key in the cache. */
export function addressOf<Call extends Endpoint>(line: Line<Call>, input?: InputOf<Call>): string {
  const { path, rest } = fillPath(line.path, (input ?? {}) as Record<string, unknown>);
  const query = new URLSearchParams();
  for (const [name, part] of Object.entries(rest))
    if (part !== undefined) query.set(name, String(part));
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}
