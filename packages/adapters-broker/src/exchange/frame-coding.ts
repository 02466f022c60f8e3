import { decode, encode } from "@msgpack/msgpack";

/** How messages travel on a socket: as JSON, or as the binary twin of it that a client may ask for. */
export interface FrameCoding {
  /** One message, made once for however many hear it. */
  message(body: object): Uint8Array | string;
  /** An array of messages in one frame. */
  frame(messages: readonly (Uint8Array | string)[]): Buffer | string;
  /** What a frame holds, or undefined. */
  read(frame: Buffer): unknown;
}

export const JSON_CODING: FrameCoding = {
  message: (body) => JSON.stringify(body),
  frame: (messages) => `[${messages.join(",")}]`,
  read(frame) {
    try {
      return JSON.parse(frame.toString("utf8"));
    } catch {
      return undefined;
    }
  },
};

/** MessagePack. The time of a message is a time there, and no text. */
export const MSGPACK_CODING: FrameCoding = {
  message: (body) =>
    encode("t" in body && typeof body.t === "string" ? { ...body, t: new Date(body.t) } : body),
  frame: (messages) => Buffer.concat([arrayHead(messages.length), ...messages.map(bytesOf)]),
  read(frame) {
    try {
      return decode(frame);
    } catch {
      return undefined;
    }
  },
};

/** The coding an upgrade asks for by its content type. */
export const codingFor = (contentType: string | undefined): FrameCoding =>
  contentType?.toLowerCase().startsWith("application/msgpack") ? MSGPACK_CODING : JSON_CODING;

const bytesOf = (message: Uint8Array | string): Uint8Array =>
  typeof message === "string" ? Buffer.from(message) : message;

function arrayHead(length: number): Buffer {
  if (length < 16) return Buffer.from([0x90 | length]);
  const head = Buffer.alloc(length < 65_536 ? 3 : 5);
  head[0] = length < 65_536 ? 0xdc : 0xdd;
  if (length < 65_536) head.writeUInt16BE(length, 1);
  else head.writeUInt32BE(length, 1);
  return head;
}
