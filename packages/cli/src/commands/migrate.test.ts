import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const run = promisify(execFile);

it("brings the tables of a new database up to date, once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sevenfold-migrate-"));
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: "" };
  try {
    const first = await run(process.execPath, [PROGRAM, "migrate"], { env });
    const second = await run(process.execPath, [PROGRAM, "migrate"], { env });

    expect(first.stdout).toMatch(/^Applied \d+: UsersAndPortfolios1700000000001, /);
    expect(second.stdout).toBe("The tables are up to date.\n");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
