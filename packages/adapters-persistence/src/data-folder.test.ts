import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settle } from "@sevenfold/application/testing/storage-rows";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DatabaseUnreadable } from "./embedded-database.ts";
import { openStorage } from "./open-storage.ts";
import { buildProgram, type ChildProgram, type RunningProgram } from "./testing/child-program.ts";

describe("a data folder", () => {
  const home = mkdtempSync(join(tmpdir(), "sevenfold-data-"));
  const dataFolder = join(home, "data");
  let program: ChildProgram;
  beforeAll(async () => {
    program = await buildProgram(new URL("./testing/writing-process.ts", import.meta.url));
  });
  afterAll(async () => {
    await program?.remove();
    rmSync(home, { recursive: true, force: true });
  });

  it("loses no acknowledged transaction, and keeps none by half, when its process is killed", async () => {
    for (const [name, acknowledged] of [
      ["a", 7],
      ["b", 60],
    ] as const) {
      const writer = program.run(dataFolder, name);
      const { accountId, last } = await killedAfter(writer, acknowledged);

      const opened = await openStorage({ dataFolder });
      const { orders, accounts } = opened.storage.read;
      const kept = await Promise.all(
        Array.from({ length: last + 1 }, (_, index) => orders.byKey(`${name}-${index + 1}`)),
      );
      const cash = (await accounts.byId(accountId))?.cash;
      await opened.close();

      expect(kept.slice(0, last).filter((order) => order === undefined)).toEqual([]);
      // At most the one it was about to acknowledge.
      expect(cash).toBe(kept[last] ? last + 1 : last);
    }
  });

  it("is refused to a second process, and the first loses nothing by it", async () => {
    const first = await openStorage({ dataFolder });
    const before = (await settle(first.storage)).account;

    const { code, errors } = await program.run(dataFolder, "second").ended;
    expect(code).toBe(1);
    expect(errors).toMatch(`Process ${process.pid} has the database`);
    expect(errors).toMatch("DATABASE_URL");

    const after = (await settle(first.storage)).account;
    await first.close();
    const again = await openStorage({ dataFolder });
    expect(await again.storage.read.accounts.byId(before.id)).toEqual(before);
    expect(await again.storage.read.accounts.byId(after.id)).toEqual(after);
    await again.close();
  });

  it("of another PostgreSQL is refused and left alone", async () => {
    const other = join(home, "other");
    const version = join(other, "database", "PG_VERSION");
    mkdirSync(join(other, "database"), { recursive: true });
    writeFileSync(version, "16\n");

    await expect(openStorage({ dataFolder: other })).rejects.toThrow(/PostgreSQL 16/);
    expect(existsSync(version)).toBe(true);
  });

  it("that cannot be opened is moved aside, not deleted, and never replaced in silence", async () => {
    const broken = join(home, "broken");
    cpSync(join(dataFolder, "database"), join(broken, "database"), { recursive: true });
    writeFileSync(join(broken, "database", "global", "pg_control"), "torn");

    const refused = await openStorage({ dataFolder: broken }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnreadable);
    const { movedTo, message } = refused as DatabaseUnreadable;
    expect(message).toContain(movedTo);
    expect(readdirSync(movedTo!)).toContain("PG_VERSION");
    expect(existsSync(join(broken, "database"))).toBe(false);
  });
});

/** Kills the writer once it has acknowledged that many, and says what the last one was. */
async function killedAfter(
  writer: RunningProgram,
  acknowledged: number,
): Promise<{ readonly accountId: string; readonly last: number }> {
  try {
    const accountId = (await writer.nextLine())?.replace("account ", "") ?? "";
    let last = 0;
    while (last < acknowledged) last = Number(await writer.nextLine());
    expect(last).toBe(acknowledged);
    writer.process.kill("SIGKILL");
    // What it had acknowledged before it died may still be on its way to us.
    for (let line = await writer.nextLine(); line; line = await writer.nextLine())
      last = Number(line);
    return { accountId, last };
  } finally {
    writer.process.kill("SIGKILL");
    await writer.ended;
  }
}
