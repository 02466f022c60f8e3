import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage } from "@sevenfold/adapters-persistence/open-storage";
import { afterAll, describe, expect, it } from "vitest";
import { makeBackup } from "./make-backup.ts";

const NOW = new Date("2026-06-01T14:00:00Z");

const home = mkdtempSync(join(tmpdir(), "sevenfold-backup-"));
const newFolder = (name: string) => mkdtempSync(join(home, `${name}-`));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const backupOf = (dataFolder: string, to: string) =>
  makeBackup({ dataFolder, journal: undefined }, join(to, "one"), NOW);

describe("a backup", () => {
  it("makes no database in a folder in which Sevenfold never ran", async () => {
    const dataFolder = join(newFolder("data"), "mistyped");
    const to = newFolder("to");

    await expect(backupOf(dataFolder, to)).rejects.toMatchObject({
      name: "NothingToBackUp",
      message: expect.stringContaining(dataFolder),
    });
    expect(existsSync(dataFolder)).toBe(false);
    expect(readdirSync(to)).toEqual([]);
  });

  it("is not made of half a restore, whose books and exchange do not fit together", async () => {
    const dataFolder = newFolder("data");
    await openStorage({ dataFolder }).then(({ close }) => close());
    mkdirSync(join(dataFolder, "restoring"));
    const to = newFolder("to");

    await expect(backupOf(dataFolder, to)).rejects.toMatchObject({
      name: "DatabaseUnreadable",
      message: expect.stringContaining("cut short"),
    });
    expect(readdirSync(to)).toEqual([]);
  });
});
