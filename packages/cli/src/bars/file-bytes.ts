import { createHash, type Hash } from "node:crypto";
import { inputFailure } from "../failure.ts";
import { fileStream } from "./file-stream.ts";
import { asUtf8 } from "./utf16-text.ts";

/** The file that stands for the standard input. */
export const STANDARD_INPUT = "-";

/**
 * The text that a file holds as UTF-8, unpacked where its first bytes are those of gzip, bzip2 or zstd;
 * `hash` hears what lies on disk. Throws a `Failure` where they are those of something that is no text.
 */
export const plainBytes = (path: string, hash: Hash): AsyncGenerator<Buffer> =>
  asUtf8(unpackedBytes(path, hash));

async function* unpackedBytes(path: string, hash: Hash): AsyncGenerator<Buffer> {
  if (path === STANDARD_INPUT && process.stdin.destroyed)
    throw inputFailure(
      `${path}: the standard input has been read and cannot be read again; save it as a file`,
    );
  const file = path === STANDARD_INPUT ? process.stdin : await fileStream(path);
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
    if (beginsWith(head, GZIP)) yield* (await import("./unpacked.ts")).unpacked(path, onDisk());
    else if (beginsWith(head, ZSTD))
      yield* (await import("./unpacked-zstd.ts")).unpackedZstd(path, onDisk());
    else if (beginsWith(head, BZIP2))
      yield* (await import("./unpacked-bzip2.ts")).unpackedBzip2(path, onDisk());
    else yield* onDisk();
  } finally {
    file.destroy();
  }
}

/**
 * A file that is held whole, unpacked, with the SHA-256 of what lies on disk. One of more bytes than
 * that is refused, with the advice behind it.
 */
export async function readWhole(
  path: string,
  { bytesMax, advice }: { readonly bytesMax: number; readonly advice: string },
): Promise<{ readonly bytes: Buffer; readonly sha256: string }> {
  const hash = createHash("sha256");
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of plainBytes(path, hash)) {
      size += chunk.length;
      if (bytesMax < size)
        throw inputFailure(`${path}: it holds more than ${bytesMax / 2 ** 20} MB${advice}`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw readFailureOf(error, path);
  }
  return { bytes: Buffer.concat(chunks), sha256: hash.digest("hex") };
}

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "reading it is not permitted",
  EPERM: "reading it is not permitted",
  ELOOP: "it is a link that leads back to itself",
};

export function readFailureOf(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (code === undefined) return error;
  if (path === "") return inputFailure("cannot read a file without a name: one argument is empty");
  return inputFailure(`cannot read ${path}: ${REASONS[code] ?? code}`);
}

const beginsWith = (bytes: Buffer, begins: Buffer): boolean =>
  bytes.subarray(0, begins.length).equals(begins);

const GZIP = Buffer.from([0x1f, 0x8b]);
const BZIP2 = Buffer.from("BZh");
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** What is no text, by its first bytes. */
const OTHER_FORMATS = [
  {
    begins: Buffer.from("PK\x03\x04"),
    what: "it is a ZIP archive or a spreadsheet; save it as CSV, and import LEAN's archives by sevenfold data import",
  },
  { begins: Buffer.from("PAR1"), what: "it is a Parquet file; let its name end in .parquet" },
  {
    begins: Buffer.from("\xfd7zXZ\0", "latin1"),
    what: "it is packed by xz; unpack it, or pack it by gzip, bzip2 or zstd",
  },
  {
    begins: Buffer.from("7FBARS"),
    what: "it holds the columns of a data folder; name the folder, such as data/bars",
  },
];
