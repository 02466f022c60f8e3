import { useSWRConfig } from "swr";

/**
 * Asks again for what the page shows, of all addresses or of those that begin so.
 * @throws what the first of them failed with: a refresh that brought nothing is no refresh.
 */
export function useRefresh(): (...starts: readonly string[]) => Promise<void> {
  const { cache, mutate } = useSWRConfig();
  return async (...starts) => {
    const isMeant = (key: unknown): key is string =>
      typeof key === "string" &&
      (starts.length === 0 || starts.some((start) => key.startsWith(start)));
    const failures = () =>
      new Map([...cache.keys()].filter(isMeant).map((key) => [key, cache.get(key)?.error]));
    const before = failures();
    await mutate(isMeant);
    // What is shown no more is not asked for again, and keeps the failure it once had.
    for (const [key, failure] of failures())
      if (failure !== undefined && failure !== before.get(key)) throw failure;
  };
}
