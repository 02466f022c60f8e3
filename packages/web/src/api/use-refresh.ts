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
    await mutate(isMeant);
    for (const key of cache.keys()) {
      const failure: unknown = isMeant(key) ? cache.get(key)?.error : undefined;
      if (failure !== undefined) throw failure;
    }
  };
}
