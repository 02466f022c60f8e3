const WORDS_MAX = 60;

/**
 * "2026-11-20T14-30-05-678Z-orcl-trailing": sorts by time, to the millisecond, and is a folder's
 * name on any system.
 */
export function runNameOf(startedAt: Date, words: readonly string[]): string {
  const time = startedAt.toISOString().replaceAll(/[:.]/g, "-");
  return [time, slugOf(words)].filter((part) => part !== "").join("-");
}

/** Words as letters, digits and single hyphens. */
export const slugOf = (words: readonly string[]): string =>
  words
    .join("-")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, WORDS_MAX)
    .replace(/-+$/, "");

const SYMBOLS_NAMED = 3;

/** "orcl-yhoo-trailing", "orcl-yhoo-ibm-and-82-more-hybrid" */
export const wordsOfRun = (symbols: readonly string[], mode: string): readonly string[] => [
  ...symbols.slice(0, SYMBOLS_NAMED),
  ...(SYMBOLS_NAMED < symbols.length ? [`and-${symbols.length - SYMBOLS_NAMED}-more`] : []),
  mode,
];
