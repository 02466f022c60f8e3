import { statfs } from "node:fs/promises";
import type { DataSource } from "typeorm";

/** Less than two of the files that PostgreSQL writes ahead to: it does not outlive not getting one. */
export const ROOM_BYTES_MIN = 32 * 2 ** 20;
const EVERY_MS = 1_000;

export interface RoomWatch {
  /** Whether there is room enough to write. */
  readonly hasRoom: () => boolean;
  stop(): Promise<void>;
}

export interface RoomNeeds {
  /** Bytes that may still be written where the database is; undefined where nobody knows. */
  readonly roomBytes: () => Promise<number | undefined>;
  readonly onRoomChanged: (hasRoom: boolean) => void;
  readonly everyMs?: number;
}

/**
 * Keeps the embedded database from writing while its disk is nearly full. PGlite stands still for
 * ever, and this process with it, when PostgreSQL finds no room for its log; so its session is made
 * read-only before, and writable again when there is room.
 */
export function watchRoom(
  dataSource: DataSource,
  { everyMs = EVERY_MS, onRoomChanged, roomBytes }: RoomNeeds,
): RoomWatch {
  let hasRoom = true;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    const room = await roomBytes();
    const hasRoomNow = room === undefined || ROOM_BYTES_MIN <= room;
    if (hasRoomNow === hasRoom) return;
    // By the pool: a setting made within somebody's transaction would be undone with it.
    await dataSource.query(`SET default_transaction_read_only = ${hasRoomNow ? "off" : "on"}`);
    hasRoom = hasRoomNow;
    onRoomChanged(hasRoom);
  }

  const timer = setInterval(() => {
    checking ??= check()
      // The next look tries again.
      .catch(() => undefined)
      .finally(() => {
        checking = undefined;
      });
  }, everyMs);
  timer.unref();
  return {
    hasRoom: () => hasRoom,
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}

/** Bytes that this process may still write in a folder; undefined where the system does not say. */
export async function roomIn(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
