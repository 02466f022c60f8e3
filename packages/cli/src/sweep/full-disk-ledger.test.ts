import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { recordTrials } from "./trial-ledger.ts";

vi.mock("node:fs", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs")>()),
  // As a full disk does it: the file is made, and takes nothing.
  appendFileSync: (path: string) => {
    writeFileSync(path, "", { flag: "a" });
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  },
}));

const folder = mkdtempSync(join(tmpdir(), "sevenfold-full-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const record = (path: string) =>
  recordTrials(
    path,
    { fileHashes: ["a"], circumstances: {}, days: Int32Array.of(1, 2, 3) },
    [{ key: "one", sharpe: 1, sketch: () => undefined }],
    new Date(0),
  );

describe("a trial ledger on a full disk", () => {
  it("is not begun with an empty file", async () => {
    const path = join(folder, "none.jsonl");

    await expect(record(path)).rejects.toThrow("cannot be kept (the disk is full)");

    expect(existsSync(path)).toBe(false);
  });

  it("stays what it was", async () => {
    const path = join(folder, "some.jsonl");
    writeFileSync(path, '{"at":"then"}\n');

    await expect(record(path)).rejects.toThrow("cannot be kept (the disk is full)");

    expect(readFileSync(path, "utf8")).toBe('{"at":"then"}\n');
  });
});
