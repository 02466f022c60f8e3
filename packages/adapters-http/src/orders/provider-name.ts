/** What people call the providers of prices, by the ids that are kept beside orders and decisions. */
export type ProviderNames = ReadonlyMap<string, string>;

/** An id is shown where its provider is none of today's: it says more than nothing. */
export const providerNameOf = (id: string | undefined, names: ProviderNames): string | null =>
  id === undefined ? null : (names.get(id) ?? id);
