import type { Call, JsonCallName } from "@sevenfold/contract/calls";
import type { InputOf } from "@sevenfold/contract/endpoints";

/** The path with its `:names` filled in, and what of the input is left for query or body. */
export function fillPath(path: string, input: object = {}) {
  const rest = new Map<string, unknown>(Object.entries(input));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const part = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(part));
  });
  return { path: filled, rest: Object.fromEntries(rest) };
}

/** Path and query of a read: its address and its key in the cache. Of one that is asked in a body: both. */
export function addressOf<Name extends JsonCallName>(
  call: Call<Name>,
  input?: InputOf<Name>,
): string {
  const { path, rest } = fillPath(call.path, input as object | undefined);
  if (call.onlyLooks) return `${path} ${JSON.stringify(rest)}`;
  const query = new URLSearchParams();
  for (const [name, part] of Object.entries(rest))
    if (part !== undefined) query.set(name, String(part));
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}
