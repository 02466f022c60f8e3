import { StorageUnavailable } from "@sevenfold/application/ports/stores/storage";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { dollars, seed } from "@sevenfold/application/testing/storage-rows";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMemoryDatabase } from "./embedded-database.ts";
import { type OpenStorage, openedOn } from "./open-storage.ts";
import { ROOM_BYTES_MIN } from "./room-watch.ts";

describe("the embedded database on a disk that fills", () => {
  let opened: OpenStorage;
  let room: number | undefined = ROOM_BYTES_MIN;
  const heard: boolean[] = [];
  beforeAll(async () => {
    opened = await openedOn(await openMemoryDatabase(), {
      roomBytes: async () => room,
      onRoomChanged: (hasRoom) => heard.push(hasRoom),
    });
  });
  afterAll(() => opened?.close());

  it("refuses to write before there is no room at all, is read, and writes again", async () => {
    const { storage } = opened;
    const { account } = await seed(storage);
    const book = (cash: number) =>
      storage.transact(({ accounts }) =>
        accounts.change(account.id, (row) => ({ ...row, cash: dollars(cash) })),
      );
    room = ROOM_BYTES_MIN - 1;
    await expect.poll(() => opened.isWritable(), { timeout: 20_000 }).toBe(false);

    await expect(book(7)).rejects.toThrow(StorageUnavailable);
    // A statement of its own that fails must leave the session as it was.
    await expect(oneByOne(storage).halts.lift()).rejects.toThrow(StorageUnavailable);
    expect(await storage.read.accounts.byId(account.id)).toEqual(account);
    room = ROOM_BYTES_MIN;
    await expect.poll(() => opened.isWritable(), { timeout: 20_000 }).toBe(true);

    await book(8);
    expect((await storage.read.accounts.byId(account.id))?.cash).toBe(dollars(8));
    expect(heard).toEqual([false, true]);
  });

  it("goes on where nobody knows how much room there is", async () => {
    room = undefined;
    await new Promise((resolve) => setTimeout(resolve, 1_500));

    expect(opened.isWritable()).toBe(true);
  });
});
