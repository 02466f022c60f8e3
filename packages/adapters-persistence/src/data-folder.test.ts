import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seed } from "@sevenfold/application/testing/storage-rows";
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
    const before = (await seed(first.storage)).account;

    const { code, errors } = await program.run(dataFolder, "second").ended;
    expect(code).toBe(1);
    expect(errors).toMatch(`Process ${process.pid} has the database`);
    expect(errors).toMatch("DATABASE_URL");

    const after = (await seed(first.storage)).account;
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

  describe("that cannot be opened", () => {
    const broken = join(home, "broken");
    const database = join(broken, "database");
    beforeAll(() => {
      cpSync(join(dataFolder, "database"), database, { recursive: true });
      writeFileSync(join(database, "global", "pg_control"), "torn");
    });

    it("is refused at every start, left as it is, and never replaced in silence", async () => {
      for (let start = 0; start < 2; start += 1) {
        const refused = await openStorage({ dataFolder: broken }).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(DatabaseUnreadable);
        const { message } = refused as DatabaseUnreadable;
        for (const words of [database, "Nothing was changed", "sevenfold restore", "--begin-anew"])
          expect(message).toContain(words);
      }
      expect(readFileSync(join(database, "global", "pg_control"), "utf8")).toBe("torn");
      expect(readdirSync(broken).filter((name) => name.includes("aside"))).toEqual([]);
    });

    it("is moved aside when a new beginning is asked for, and kept", async () => {
      const opened = await openStorage({ dataFolder: broken, beginsAnew: true });
      const { setAside = "" } = opened;
      expect(await opened.storage.read.users.countDemo()).toBe(0);
      await opened.close();

      expect(readFileSync(join(setAside, "global", "pg_control"), "utf8")).toBe("torn");
    });

    it("is what a new beginning is for: another database stays as it is", async () => {
      const opened = await openStorage({ dataFolder: broken, beginsAnew: true });
      await opened.close();

      expect(opened.setAside).toBeUndefined();
    });
  });

  it("whose database was never finished begins again by itself", async () => {
    const unfinished = join(home, "unfinished");
    mkdirSync(join(unfinished, "database", "global"), { recursive: true });
    writeFileSync(join(unfinished, "database", "PG_VERSION"), "18\n");
    writeFileSync(join(unfinished, "database.making"), "");

    const opened = await openStorage({ dataFolder: unfinished });
    await opened.close();
    expect(readdirSync(unfinished)).not.toContain("database.making");
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
