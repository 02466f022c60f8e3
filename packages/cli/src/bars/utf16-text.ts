import { TextDecoder } from "node:util";

/** A byte order mark that says UTF-16: Excel and PowerShell write texts so. */
const MARKS = [
  { begins: Buffer.from([0xff, 0xfe]), encoding: "utf-16le" },
  { begins: Buffer.from([0xfe, 0xff]), encoding: "utf-16be" },
] as const;

export const UTF16_UNMARKED = "the text is not UTF-8, it looks like UTF-16; save the file as UTF-8";

const encodingOf = (head: Buffer): string | undefined =>
  MARKS.find(({ begins }) => begins.equals(head.subarray(0, begins.length)))?.encoding;

/** A text as UTF-8, whose byte order mark may say UTF-16; any other bytes as they are. */
export async function* asUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let bytes = chunk;
    if (head !== undefined) {
      // A pipe may hand over the mark in two pieces.
      bytes = Buffer.concat([head, chunk]);
      head = bytes.length < 2 ? bytes : undefined;
      if (head !== undefined) continue;
      const encoding = encodingOf(bytes);
      decoder = encoding === undefined ? undefined : new TextDecoder(encoding);
    }
    yield decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
  if (head !== undefined && 0 < head.length) yield head;
  const left = decoder?.decode() ?? "";
  if (left !== "") yield Buffer.from(left);
}

/** The whole of a text without its byte order mark, whether that says UTF-8 or UTF-16. */
export const textOf = (bytes: Buffer): string =>
  new TextDecoder(encodingOf(bytes) ?? "utf-8").decode(bytes);

/** Letters of two bytes without a mark: every other byte of the first ones is nothing. */
export const looksUtf16 = (bytes: Buffer): boolean =>
  3 < bytes.length && [0, 1].some((at) => bytes[at] === 0 && bytes[at + 2] === 0);
