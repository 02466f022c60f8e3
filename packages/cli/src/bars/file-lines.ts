import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { inputFailure } from "../failure.ts";

const CHUNK_BYTES = 1 << 20;
/** A longer line is no bar: the file is something else. */
const LINE_CHARS_MAX = 10_000;

/** A file that was read, by what was in it. */
export interface InputFile {
  readonly path: string;
  /** In hex. */
  readonly sha256: string;
}

/**
 * Hands every line of a UTF-8 text file to `take`, numbered from 1, without its line end or a
 * leading byte order mark; answers with the file's SHA-256 in hex. Throws a `Failure` when the file cannot be read.
 */
export async function readLines(
  path: string,
  take: (line: string, lineNumber: number) => void,
): Promise<string> {
  const hash = createHash("sha256");
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  let lineNumber = 0;
  const takeLine = (line: string): void => {
    if (LINE_CHARS_MAX < line.length)
      throw inputFailure(`${path}:${lineNumber + 1}: the line is too long for a CSV file of bars`);
    take(line.endsWith("\r") ? line.slice(0, -1) : line, ++lineNumber);
  };

  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      hash.update(chunk);
      const text = rest + decoder.decode(chunk, { stream: true });
      let start = 0;
      for (let end = text.indexOf("\n"); 0 <= end; end = text.indexOf("\n", start)) {
        takeLine(text.slice(start, end));
        start = end + 1;
      }
      rest = text.slice(start);
      if (LINE_CHARS_MAX < rest.length) takeLine(rest);
    }
  } catch (error) {
    throw readFailureOf(error, path);
  }
  rest += decoder.decode();
  if (rest !== "") takeLine(rest);
  return hash.digest("hex");
}

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "reading it is not permitted",
  EPERM: "reading it is not permitted",
};

export function readFailureOf(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (code === undefined) return error;
  return inputFailure(`cannot read ${path}: ${REASONS[code] ?? code}`);
}
