import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";

import { acceptedEncodings } from "./accepted-encodings.ts";
import type { HttpContext } from "./http-needs.ts";

/** An answer's bytes, which are packed at most once, when somebody first asks for them packed. */
export interface Answer {
  readonly bytes: Buffer;
  /** By gzip. */
  packed(): Promise<Buffer>;
}

/** Below it packing saves less than a packet. */
const PACKED_FROM = 1_024;
/** Rows repeat themselves soon: a fast pack with a short memory takes a fifth of the time of a tight one. */
const FAST = { level: constants.Z_BEST_SPEED, windowBits: 13 };
const pack = promisify(gzip);

export function answerOf(bytes: Buffer): Answer {
  let packing: Promise<Buffer> | undefined;
  return {
    bytes,
    packed() {
      packing ??= pack(bytes, FAST);
      return packing;
    },
  };
}

/** What keeping it takes at most: packed it is no longer than it is. */
export const weightOfAnswer = ({ bytes }: Answer): number =>
  bytes.length < PACKED_FROM ? bytes.length : 2 * bytes.length;

/** Sends it packed to whoever takes that, where it is long enough; undefined where nothing is waited for. */
export function sendPacked(ctx: HttpContext, answer: Answer): Promise<void> | undefined {
  ctx.res.setHeader("Vary", "Accept-Encoding");
  ctx.body = answer.bytes;
  const isPacked =
    PACKED_FROM <= answer.bytes.length &&
    acceptedEncodings(ctx.get("Accept-Encoding")).includes("gzip");
  if (!isPacked) return undefined;
  return answer.packed().then((packed) => {
    ctx.set("Content-Encoding", "gzip");
    ctx.body = packed;
  });
}
