/** Begins the value of an entry that is found by whatever was typed, after all others. */
export const LAST_RESORT = "?";

/**
 * How well an entry answers what was typed, 0 to 1: the name itself, its beginning, the beginning of
 * one of its other words, or anywhere in them. Every typed word has to be found.
 */
export function paletteScore(name: string, typed: string, words: readonly string[] = []): number {
  if (name.startsWith(LAST_RESORT)) return 0.1;
  const wanted = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const all = [name, ...words].map((each) => each.toLowerCase());
  return wanted.reduce((worst, word) => Math.min(worst, scoreOf(all, word)), 1);
}

function scoreOf([name = "", ...others]: readonly string[], wanted: string): number {
  if (name === wanted) return 1;
  if (name.startsWith(wanted)) return 0.9;
  const beginnings = [name, ...others].flatMap((each) => each.split(/[^\p{L}\p{N}]+/u));
  if (beginnings.some((each) => each.startsWith(wanted))) return 0.6;
  return [name, ...others].some((each) => each.includes(wanted)) ? 0.3 : 0;
}
