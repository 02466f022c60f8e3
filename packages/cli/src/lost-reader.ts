import type { EventEmitter } from "node:events";
import { EXIT } from "./failure.ts";

interface Streams {
  readonly stdout: Pick<EventEmitter, "on">;
  readonly stderr: Pick<EventEmitter, "on"> & { write(text: string): unknown };
  exit(code: number): void;
}

/**
 * What becomes of a process whose result, or what it says beside it, is taken by nobody: the reader went
 * away (`| head`), or a disk is full. Who stays up works on, and ends in order when it is asked to: with
 * Ctrl-C a `| tee` beside it is gone before it.
 */
export function hearLostReader({ stdout, stderr, exit }: Streams, staysUp: boolean): void {
  stderr.on("error", () => undefined);
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (staysUp) return;
    // Nothing is left to say.
    if (error.code === "EPIPE") return exit(EXIT.ok);
    const reason = error.code === "ENOSPC" ? "the disk is full" : error.message;
    stderr.write(`sevenfold: the result cannot be written: ${reason}\n`);
    exit(EXIT.unexpected);
  });
}
