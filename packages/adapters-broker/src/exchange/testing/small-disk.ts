import { open } from "node:fs/promises";

import type { OpenJournal } from "../exchange-journal-file.ts";

/** Real files on a disk that can be filled, freed and broken at will. */
export interface SmallDisk {
  readonly open: OpenJournal;
  /** So many bytes may be written from now on. */
  leave(bytes: number): void;
  /** Everything may be written again. */
  free(): void;
  /** Files can be written, but nothing reaches the disk any more, not even that a file got shorter. */
  breakDown(): void;
}

export function smallDisk(): SmallDisk {
  let room = Number.POSITIVE_INFINITY;
  let isBroken = false;
  const checkDisk = () => {
    if (isBroken) throw systemError("EIO", "i/o error");
  };
  return {
    async open(path, flags) {
      const file = await open(path, flags);
      return {
        async write(bytes, offset, length, position) {
          // As a disk does it: what fits is written, and only then there is no room.
          if (room <= 0) throw systemError("ENOSPC", "no space left on device");
          const fitting = Math.min(length, room);
          room -= fitting;
          return file.write(bytes, offset, fitting, position);
        },
        async truncate(length) {
          checkDisk();
          await file.truncate(length);
        },
        async datasync() {
          checkDisk();
          await file.datasync();
        },
        stat: () => file.stat(),
        close: () => file.close(),
      };
    },
    leave(bytes) {
      room = bytes;
    },
    free() {
      room = Number.POSITIVE_INFINITY;
      isBroken = false;
    },
    breakDown() {
      isBroken = true;
    },
  };
}

const systemError = (code: string, words: string): Error =>
  Object.assign(new Error(`${code}: ${words}, write`), { code });
