/** Everything that happens in a simulated world, in the order it does. */
export interface EventLog {
  /** How many there were. */
  readonly count: number;
  /** One of them, in words; the hash leaves out where an error in them was thrown. */
  note(words: string): void;
  /** Of one that is counted elsewhere, what the hash is to depend on. */
  mix(words: string): void;
  /** So many that only count. */
  add(events: number): void;
  /** Of all words so far. */
  hash(): string;
  readonly latest: readonly string[];
}

const LATEST_MAX = 40;
/** A line of a stack within a JSON string: another one in another checkout, and the same run. */
const FRAME = "\\n    at ";
const STACK = /(?:\\n {4}at (?:[^"\\]|\\[^n])*)+/g;

export function openEventLog(keepsAll: boolean, playedMs: () => number): EventLog {
  let count = 0;
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  const latest: string[] = [];
  const mix = (words: string) => {
    for (let at = 0; at < words.length; at += 1) {
      high = Math.imul(high ^ words.charCodeAt(at), 0x01000193);
      low = Math.imul(low ^ (words.charCodeAt(at) + at), 0x85ebca6b) ^ (low >>> 13);
    }
  };
  return {
    get count() {
      return count;
    },
    mix,
    note(words) {
      const line = `${playedMs()} ${words}`;
      count += 1;
      mix(line.includes(FRAME) ? line.replace(STACK, "") : line);
      latest.push(line);
      if (!keepsAll && 2 * LATEST_MAX < latest.length) latest.splice(0, LATEST_MAX);
    },
    add(events) {
      count += events;
    },
    hash: () => hex(high) + hex(low),
    get latest() {
      return keepsAll ? latest : latest.slice(-LATEST_MAX);
    },
  };
}

const hex = (bits: number): string => (bits >>> 0).toString(16).padStart(8, "0");
