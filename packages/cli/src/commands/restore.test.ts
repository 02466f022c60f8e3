import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { MANIFEST_FILE } from "../backup/backup-manifest.ts";
import { EXIT } from "../failure.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const home = mkdtempSync(join(tmpdir(), "sevenfold-restore-"));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A folder that is no backup, or a damaged one. */
function folderOf(name: string, manifest?: string): string {
  const folder = join(home, name);
  mkdirSync(folder);
  if (manifest !== undefined) writeFileSync(join(folder, MANIFEST_FILE), manifest);
  return folder;
}

describe("sevenfold restore", () => {
  it.each([
    ["that is not there", () => join(home, "nowhere"), "is no backup: it has no manifest.json"],
    ["that is none", () => folderOf("empty"), "is no backup: it has no manifest.json"],
    ["whose manifest is damaged", () => folderOf("damaged", "{"), "manifest.json"],
  ])("makes no data folder for a backup %s", async (_, backup, why) => {
    for (const name of ["DATABASE_URL", "EXCHANGE_URL", "CREDENTIALS_KEY", "NODE_ENV"])
      vi.stubEnv(name, "");
    vi.stubEnv("DATA_DIR", join(home, "data"));

    const { exitCode, stdout, stderr } = await sevenfold("restore", backup());

    expect({ exitCode, stdout }).toEqual({ exitCode: EXIT.invalidInput, stdout: "" });
    expect(stderr).toContain(why);
    expect(existsSync(join(home, "data"))).toBe(false);
  });
});
