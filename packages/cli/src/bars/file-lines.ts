import { createHash, type Hash } from "node:crypto";
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
 * Hands every line of a UTF-8 text file, packed by gzip or not, to `take`, numbered from 1, without
 * its line end or a leading byte order mark; answers with the file's SHA-256 in hex. Throws a
 * `Failure` when the file cannot be read.
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
    for await (const chunk of plainBytes(path, hash)) {
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

/** What a file holds, unpacked where its first bytes are those of gzip; `hash` hears what lies on disk. */
async function* plainBytes(path: string, hash: Hash): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  try {
    const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
    let next = await chunks.next();
    if (next.done) return;
    const head: Buffer = next.value;
    const other = OTHER_FORMATS.find(({ begins }) => beginsWith(head, begins));
    if (other !== undefined) throw inputFailure(`${path}: ${other.what}`);
    const onDisk = async function* () {
      for (; !next.done; next = await chunks.next()) {
        hash.update(next.value);
        yield next.value;
      }
    };
    if (!beginsWith(head, GZIP)) yield* onDisk();
    else yield* (await import("./unpacked.ts")).unpacked(path, onDisk());
  } finally {
    file.destroy();
  }
}

const beginsWith = (bytes: Buffer, begins: Buffer): boolean =>
  bytes.subarray(0, begins.length).equals(begins);

const GZIP = Buffer.from([0x1f, 0x8b]);

/** What is no text, by its first bytes. */
const OTHER_FORMATS = [
  {
    begins: Buffer.from("PK\x03\x04"),
    what: "it is a ZIP archive or a spreadsheet; save it as CSV",
  },
  { begins: Buffer.from("PAR1"), what: "it is a Parquet file; let its name end in .parquet" },
  { begins: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), what: "it is packed by zstd; unpack it" },
];

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
