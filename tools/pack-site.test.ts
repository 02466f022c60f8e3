import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const SCRIPT = "start(1);\n".repeat(300);
const PICTURE = randomBytes(3_000);

const program = join(import.meta.dirname, "../scripts/pack-site.mjs");
const pack = () => execFileSync(process.execPath, [program, folder]);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sevenfold-site-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), SCRIPT);
  writeFileSync(join(folder, "assets", "main.js"), SCRIPT);
  writeFileSync(join(folder, "assets", "icon.png"), PICTURE);
  pack();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a packed site", () => {
  it("has each file beside itself in both packings", () => {
    for (const path of ["index.html", "assets/main.js"]) {
      expect(String(brotliDecompressSync(readFileSync(join(folder, `${path}.br`))))).toBe(SCRIPT);
      expect(String(gunzipSync(readFileSync(join(folder, `${path}.gz`))))).toBe(SCRIPT);
      expect(String(readFileSync(join(folder, path)))).toBe(SCRIPT);
    }
  });

  it("has nothing that packing would not make smaller, packs nothing twice, and mends what was cut off", () => {
    writeFileSync(join(folder, "assets", "main.js.br.part"), SCRIPT);
    pack();

    expect(readdirSync(join(folder, "assets")).sort()).toEqual([
      "icon.png",
      "main.js",
      "main.js.br",
      "main.js.gz",
    ]);
  });
});
