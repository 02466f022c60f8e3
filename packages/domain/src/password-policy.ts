import { foldedName } from "./person-name.ts";

export const PASSWORD_LENGTH_MIN = 12;
export const PASSWORD_LENGTH_MAX = 128;
/** Runs of neighbouring keys, letters or digits that a password is more than. */
const RUNS_MAX = 3;
const DISTINCT_MIN = 5;
/** Shorter words are part of too many good passwords. */
const WORD_LENGTH_MIN = 4;
/** Characters besides a word about the user that make a password its own. */
const OTHER_CHARACTERS_MIN = 8;

/** Why a password is no good as a new one. */
export type PasswordFault = "short" | "long" | "common" | "predictable" | "personal";

/** What the policy has to know besides the password. */
export interface PasswordKnowledge {
  /** Whether the lower-case word is one of those everybody tries first. */
  readonly isCommon: (word: string) => boolean;
  /** Words about the user and the product: no password is made of them. */
  readonly words: readonly string[];
}

/** What is wrong with a new password, if anything is. Never asked when somebody signs in. */
export function passwordFaultOf(
  password: string,
  { isCommon, words }: PasswordKnowledge,
): PasswordFault | undefined {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN) return "short";
  if (PASSWORD_LENGTH_MAX < length) return "long";
  const plain = foldedName(password);
  if (isPredictable(plain)) return "predictable";
  const readings = [plain, withLetters(plain)];
  if (words.some((word) => isMadeOf(readings, word))) return "personal";
  const cores = [...coresOf(plain).map(withLetters), ...readings.flatMap(coresOf)];
  return cores.some(isCommon) ? "common" : undefined;
}

/** "p@ssw0rd" → "password". */
const withLetters = (text: string): string =>
  text.replace(/[0134578@$!|€]/g, (sign) => LETTER_OF[sign] ?? sign);

const LETTER_OF: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "l",
  "€": "e",
};

/** The text itself, and what is left of it without the signs and digits people put around a word. */
function coresOf(text: string): readonly string[] {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const joined = core.replace(/[^\p{L}\p{N}]/gu, "");
  return [text, core, joined].filter((word) => WORD_LENGTH_MIN <= word.length);
}

function isMadeOf(readings: readonly string[], about: string): boolean {
  const word = foldedName(about);
  if ([...word].length < WORD_LENGTH_MIN) return false;
  return readings.some(
    (reading) =>
      reading.includes(word) && [...reading.replaceAll(word, "")].length < OTHER_CHARACTERS_MIN,
  );
}

/** Few different characters, one part over and over, or a walk along the keys or the alphabet. */
function isPredictable(text: string): boolean {
  if (new Set(text).size < DISTINCT_MIN) return true;
  if (/^(.+?)\1+$/su.test(text)) return true;
  const signs = [...text];
  const breaks = signs.filter((sign, at) => 0 < at && !isNext(signs[at - 1]!, sign)).length;
  return breaks < RUNS_MAX;
}

const ROWS = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz"];

const isNext = (one: string, other: string): boolean =>
  one === other ||
  ROWS.some((row) => row.includes(one + other) || row.includes(other + one)) ||
  // Round the corner: 9 0 1.
  (one === "0" && other === "1");
