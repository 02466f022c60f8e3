import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  EntriesNotKept,
  type VenueEntry,
  VenueUnwritable,
} from "@sevenfold/application/exchange/venue-journal";
import { instant } from "@sevenfold/domain/market";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { type JournalFile, openJournalFile } from "./exchange-journal-file.ts";
import { smallDisk } from "./testing/small-disk.ts";

const MARKET = { seed: 7, volatility: 2 };
const LINE_BYTES = JSON.stringify([closing(0)]).length + 1;
let folder = "";
let path = "";
let journal: JournalFile;
const disk = smallDisk();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-full-"));
  path = join(folder, "journal.jsonl");
  disk.free();
  journal = await openJournalFile(path, MARKET, { openFile: disk.open });
  await journal.append([closing(0)]);
});
afterEach(async () => {
  await journal.close().catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

describe("a journal on a disk that is full", () => {
  it("keeps no part of what it could not write, and says what it has", async () => {
    const before = await readFile(path);
    for (const room of [0, 1, LINE_BYTES - 1]) {
      disk.leave(room);
      const failure = await journal.append([closing(1)]).catch((error: unknown) => error);

      expect(failure).toBeInstanceOf(EntriesNotKept);
      expect([...(failure as EntriesNotKept).kept]).toEqual([closing(0)]);
      expect(await readFile(path)).toEqual(before);
      disk.free();
      await journal.tryAgain?.();
    }
  });

  it("takes nothing more until it was tried again, also when there is room", async () => {
    disk.leave(0);
    const waiting = [journal.append([closing(1)]), journal.append([closing(2)])];
    const failures = await Promise.all(waiting.map((one) => one.catch((error: unknown) => error)));
    disk.free();

    expect(new Set(failures).size).toBe(1);
    await expect(journal.append([closing(3)])).rejects.toBe(failures[0]);
    expect([...(await journal.tryAgain!())]).toEqual([closing(0)]);
    await journal.append([closing(4)]);
    expect(await reread()).toEqual([closing(0), closing(4)]);
  });

  it("is tried again in vain while there is room for a line alone", async () => {
    disk.leave(0);
    await expect(journal.append([closing(1)])).rejects.toThrow("ENOSPC");
    const whole = await readFile(path);
    disk.leave(2 * LINE_BYTES);

    await expect(journal.tryAgain?.()).rejects.toThrow("ENOSPC");
    expect(await readFile(path)).toEqual(whole);
  });

  it("says that nobody knows what it holds while not even that can be mended", async () => {
    disk.breakDown();
    await expect(journal.append([closing(1)])).rejects.toThrow(VenueUnwritable);
    await expect(journal.tryAgain?.()).rejects.toThrow("EIO");
    disk.free();

    expect([...(await journal.tryAgain!())]).toEqual([closing(0)]);
    await journal.append([closing(2)]);
    expect(await reread()).toEqual([closing(0), closing(2)]);
  });
});

function closing(count: number): VenueEntry {
  return { type: "account-closed", at: instant(count), accountId: "account" };
}

async function reread(): Promise<readonly VenueEntry[]> {
  await journal.close();
  const again = await openJournalFile(path, MARKET);
  await again.close();
  return again.entries;
}
