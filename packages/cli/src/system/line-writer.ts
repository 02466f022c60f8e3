import { writeSync, write as writeTo } from "node:fs";

/** So many characters wait for whoever reads; what comes beyond them is left out. */
const WAITING_MAX = 1_048_576;
const TRIED_AGAIN_MS = 1_000;

export interface LineWriter {
  write(line: string): void;
  /** What nobody has taken yet goes out, once and at once, or is lost. */
  end(): void;
}

/** As Node's own: takes some of the bytes, or says why it does not. */
type Write = (
  fd: number,
  bytes: Uint8Array,
  taken: (error: Error | null, count: number) => void,
) => void;

/**
 * Writes lines in their order, without anybody waiting for it, and never throws: a log whose disk is full,
 * or that is read by nobody, must not end the trading that it tells of. What is not taken is tried again.
 */
export function lineWriter(fd: number, write: Write = writeTo): LineWriter {
  let lines: string[] = [];
  let waiting = 0;
  let rest: Uint8Array = new Uint8Array();
  let isWriting = false;
  let isPausing = false;
  const send = (): void => {
    if (isWriting || isPausing) return;
    if (rest.length === 0) rest = taken();
    if (rest.length === 0) return;
    isWriting = true;
    write(fd, rest, (error, count) => {
      isWriting = false;
      if (error) pause();
      else rest = rest.subarray(count);
      send();
    });
  };
  const taken = (): Uint8Array => {
    const bytes = Buffer.from(lines.join(""));
    lines = [];
    waiting = 0;
    return bytes;
  };
  const pause = (): void => {
    isPausing = true;
    const goOn = () => {
      isPausing = false;
      send();
    };
    setTimeout(goOn, TRIED_AGAIN_MS).unref();
  };
  return {
    write(line) {
      if (WAITING_MAX < waiting + line.length) return;
      lines.push(line);
      waiting += line.length;
      send();
    },
    end() {
      // What is being written goes out by itself.
      const left = isWriting ? [] : [rest];
      try {
        writeSync(fd, Buffer.concat([...left, taken()]));
      } catch {
        // Nobody takes it any more.
      }
    },
  };
}
