import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { requireWholeRestore } from "@sevenfold/adapters-persistence/embedded-database";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  factsOf,
  JOURNAL_FILE,
  MANIFEST_FILE,
  manifestOf,
  tableFileOf,
} from "./backup-manifest.ts";
import { restoreBackup } from "./restore-backup.ts";

/** No file of a disk is moved to another; a full one takes no copy. */
const disks = vi.hoisted(() => ({ isFull: false }));
vi.mock("node:fs/promises", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs/promises")>();
  const diskOf = (path: unknown) => /.*\/disk-\d/.exec(String(path))?.[0];
  const refusal = (code: string) => Object.assign(new Error(code), { code });
  const rename: typeof fs.rename = async (from, to) => {
    if (diskOf(from) !== diskOf(to)) throw refusal("EXDEV");
    await fs.rename(from, to);
  };
  const copyFile: typeof fs.copyFile = async (...asked) => {
    await fs.copyFile(...asked);
    if (disks.isFull) throw refusal("ENOSPC");
  };
  return { ...fs, copyFile, rename };
});

const home = mkdtempSync(join(tmpdir(), "sevenfold-disks-"));
const backup = join(home, "backup");
const BACKED_UP = '{"format":"backed up"}\n';
beforeAll(async () => {
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(backup, file)), { recursive: true });
    writeFileSync(join(backup, file), text);
    return factsOf(join(backup, file));
  };
  const manifest = manifestOf({
    program: "0.0.0",
    createdAt: "2026-06-01T14:00:00.000Z",
    migrations: ["UsersAndPortfolios1700000000001"],
    tables: [{ name: "users", rows: 0, ...(await write(tableFileOf("users"), "")) }],
    exchange: { lines: 1, ...(await write(JOURNAL_FILE, BACKED_UP)) },
    sealedUnder: [],
  });
  await write(MANIFEST_FILE, JSON.stringify(manifest));
});
afterEach(() => {
  disks.isFull = false;
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A data folder on one disk, and the exchange's journal on another. */
function twoDisks() {
  const parent = mkdtempSync(`${home}/`);
  const [dataFolder, other] = [join(parent, "disk-1"), join(parent, "disk-2")];
  for (const disk of [dataFolder, other]) mkdirSync(disk);
  return { dataFolder, journal: join(other, "journal.jsonl") };
}

describe("a restore", () => {
  it("puts the exchange's journal on another disk than the data folder's", async () => {
    const place = twoDisks();
    writeFileSync(place.journal, "before");

    await expect(restoreBackup(place, backup, { replaces: true })).resolves.toMatchObject({
      kept: [expect.stringContaining(`${place.journal}.before-restore-`)],
    });

    expect(readFileSync(place.journal, "utf8")).toBe(BACKED_UP);
    expect(readdirSync(place.dataFolder)).not.toContain("restoring");
  });

  it("leaves what was there to be started again where the disk is full", async () => {
    const place = twoDisks();
    writeFileSync(place.journal, "before");
    disks.isFull = true;

    await expect(restoreBackup(place, backup, { replaces: true })).rejects.toThrow("ENOSPC");

    expect(readdirSync(place.dataFolder)).not.toContain("restoring");
    const left = readdirSync(dirname(place.journal)).filter((name) => !name.includes(".lock."));
    expect(left).toEqual(["journal.jsonl"]);
    expect(readFileSync(place.journal, "utf8")).toBe("before");
  });

  it("of which one before was cut short lets nothing start where it fails too", async () => {
    const place = twoDisks();
    mkdirSync(join(place.dataFolder, "restoring", "database"), { recursive: true });
    disks.isFull = true;

    await expect(restoreBackup(place, backup, { replaces: true })).rejects.toThrow("ENOSPC");

    expect(() => requireWholeRestore(place.dataFolder)).toThrow("cut short");
    expect(readdirSync(join(place.dataFolder, "restoring"))).toEqual([]);
  });
});
