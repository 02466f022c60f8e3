// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const BREAKING = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const SHORT: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** The text on one line: what would break it or turn its direction is written as an escape. */
export const oneLine = (text: string, lengthMax: number): string =>
  text
    .replace(BREAKING, (sign) => SHORT[sign] ?? `\\u${codeOf(sign)}`)
    .slice(0, lengthMax)
    // A pair cut in half is no character any more, and no database takes it.
    .replace(/\p{Surrogate}/gu, "\ufffd");

const codeOf = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(4, "0");
