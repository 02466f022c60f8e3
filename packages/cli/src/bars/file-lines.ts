import { createHash } from "node:crypto";
import { inputFailure } from "../failure.ts";
import { plainBytes, readFailureOf } from "./file-bytes.ts";
import { UTF16_UNMARKED } from "./utf16-text.ts";

/** A longer line is no bar: the file is something else. */
const LINE_BYTES_MAX = 40_000;
const LINE_CHARS_MAX = 10_000;
const LINE_FEED = 10;

export const CARRIAGE_RETURNS =
  "its lines end in a carriage return alone; save the file with line feeds";

/** Letters of two bytes read as UTF-8: every other one is nothing. */
const TWO_BYTES = /^\uFFFD{0,2}(?:[^\0]\0|\0[^\0]){3}/;

/** Why a first line is of no text that is read here; undefined of one that is. */
export function foreignText(line: string): string | undefined {
  if (TWO_BYTES.test(line)) return UTF16_UNMARKED;
  if (isNoText(line)) return NO_TEXT;
  return line.includes("\r") ? CARRIAGE_RETURNS : undefined;
}

const NO_TEXT = "it is no text, perhaps a program, a picture or packed; save it as CSV";

/** Characters that stand in no text; those that steer a terminal may, and are shown for what they are. */
const isNoText = (line: string): boolean =>
  [...line].some(
    (letter) => letter < "\x07" || ("\r" < letter && letter < " " && letter !== "\x1b"),
  );

/** A file that was read, by what was in it. */
export interface InputFile {
  readonly path: string;
  /** In hex. */
  readonly sha256: string;
}

/**
 * Hands every line of a text file, packed by gzip, bzip2 or zstd or not, to `take`, numbered from 1,
 * without its line end or a leading byte order mark; answers with the file's SHA-256 in hex. Throws
 * a `Failure` when the file cannot be read.
 */
export async function readLines(
  path: string,
  take: (line: string, lineNumber: number) => void,
): Promise<string> {
  let lineNumber = 0;
  return readLineBytes(path, (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(LINE_FEED, at);
      lineNumber++;
      take(textOfLine(path, bytes, at, end, lineNumber), lineNumber);
      at = end + 1;
    }
  });
}

/** The text of the line from `at` to its line feed at `end`. */
export function textOfLine(
  path: string,
  bytes: Buffer,
  at: number,
  end: number,
  lineNumber: number,
): string {
  const text = bytes.toString("utf8", at, end);
  if (LINE_CHARS_MAX < text.length)
    throw inputFailure(
      `${path}:${lineNumber}: ${foreignText(text) ?? "the line is too long for a CSV file of bars"}`,
    );
  const line = text.endsWith("\r") ? text.slice(0, -1) : text;
  return lineNumber === 1 && line.startsWith("\uFEFF") ? line.slice(1) : line;
}

/**
 * Hands a file over in pieces of whole lines, every one of them with its line feed; answers with
 * the file's SHA-256 in hex. A piece is only there until `take` returns.
 */
export async function readLineBytes(path: string, take: (bytes: Buffer) => void): Promise<string> {
  const hash = createHash("sha256");
  let rest: Buffer | undefined;
  try {
    for await (const chunk of plainBytes(path, hash)) {
      const bytes: Buffer = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.lastIndexOf(LINE_FEED) + 1;
      if (0 < end) take(bytes.subarray(0, end));
      // So long a line has more characters than any may have: to take it is to refuse it.
      if (LINE_BYTES_MAX < bytes.length - end) take(endedLine(bytes.subarray(end)));
      rest = end < bytes.length ? bytes.subarray(end) : undefined;
    }
  } catch (error) {
    throw readFailureOf(error, path);
  }
  if (rest !== undefined) take(endedLine(rest));
  return hash.digest("hex");
}

const endedLine = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.of(LINE_FEED)]);
