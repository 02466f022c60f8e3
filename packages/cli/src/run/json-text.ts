import { printable } from "../bars/bar-header.ts";
import { looksUtf16, textOf, UTF16_UNMARKED } from "../bars/utf16-text.ts";
import { inputFailure } from "../failure.ts";

/** What a file holds as JSON. Throws a `Failure` that names the file and, where it is known, the line. */
export function jsonIn(path: string, bytes: Buffer): unknown {
  if (looksUtf16(bytes)) throw inputFailure(`${path}: ${UTF16_UNMARKED}`);
  const text = textOf(bytes);
  if (text.trim() === "") throw inputFailure(`${path}: the file is empty`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw inputFailure(wordsOf(path, text, error instanceof Error ? error.message : ""));
  }
}

/** The runtime says either the place or what stands there. */
function wordsOf(path: string, text: string, said: string): string {
  const [, what, position] = /^(.*) in JSON at position (\d+)/s.exec(said) ?? [];
  if (/end of JSON input/.test(said) || text.trimEnd().length <= Number(position))
    return `${path} is not JSON: it ends in the middle`;
  if (what !== undefined) {
    const line = text.slice(0, Number(position)).split("\n").length;
    return `${path}:${line} is not JSON: ${what.toLowerCase()}`;
  }
  const near = printable(said.replace(/ is not valid JSON$/s, "").replace(/\s+/g, " "));
  return `${path} is not JSON: ${near.charAt(0).toLowerCase()}${near.slice(1)}`;
}
