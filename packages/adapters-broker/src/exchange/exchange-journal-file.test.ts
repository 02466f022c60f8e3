import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { VenueEntry } from "@sevenfold/application/exchange/venue-journal";
import { instant } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ExchangeLocked, JournalUnreadable, openJournalFile } from "./exchange-journal-file.ts";
import { takeLockHere as takeLock } from "./testing/lock-in-process.ts";

const MARKET = { seed: 7, volatility: 2 };
let folder = "";
let path = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-journal-"));
  path = join(folder, "deep", "journal.jsonl");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("openJournalFile", () => {
  it("gives back what was appended, in order, also when it was appended at once", async () => {
    await written(opening(0), opening(1));
    const journal = await openJournalFile(path, MARKET);
    await Promise.all([2, 3, 4].map((count) => journal.append([opening(count)])));
    await journal.close();

    expect(await reread()).toEqual([0, 1, 2, 3, 4].map(opening));
  });

  it("has the bytes in the file before it answers", async () => {
    const journal = await openJournalFile(path, MARKET);
    await journal.append([opening(9)]);

    expect(await readFile(path, "utf8")).toContain("account-9");
    await journal.close();
  });

  it("loses only the command that a crash cut short, wherever it cut", async () => {
    await written(opening(0), opening(1));
    const whole = (await stat(path)).size;
    await written(opening(2));
    const end = (await stat(path)).size;
    const bytes = await readFile(path);
    for (const cut of [whole, whole + 1, Math.floor((whole + end) / 2), end - 1]) {
      await writeFile(path, bytes);
      await truncate(path, cut);
      await written(opening(5));

      expect(await reread()).toEqual([0, 1, 5].map(opening));
    }
  });

  it("loses all that was written at once when a crash lost the beginning of it alone", async () => {
    await written(opening(0));
    const whole = (await stat(path)).size;
    const journal = await openJournalFile(path, MARKET);
    await Promise.all([1, 2, 3].map((count) => journal.append([opening(count)])));
    await journal.close();
    await writeFile(path, (await readFile(path)).fill(0, whole, whole + 40));
    const read = openJournalFile(path, MARKET);

    await expect(read.then(({ entries }) => entries)).resolves.toEqual([opening(0)]);
    await (await read).close();
  });

  it("drops a last line that is there but not whole, and refuses one damaged before it", async () => {
    await written(opening(0));
    await appendFile(path, "\0\0\0\0\n");
    expect(await reread()).toEqual([opening(0)]);
    await appendFile(path, "\0\0\0\0\n[]\n");

    await expect(openJournalFile(path, MARKET)).rejects.toThrow(`${path}, line 3 is damaged`);
  });

  it("refuses a file that is none of its own, and leaves it as it is", async () => {
    await written();
    await writeFile(path, "a letter\nto a friend\n");

    await expect(openJournalFile(path, MARKET)).rejects.toThrow(JournalUnreadable);
    expect(await readFile(path, "utf8")).toBe("a letter\nto a friend\n");
  });

  it("lets one in at a time, and the next one when it is closed or could not be opened", async () => {
    const journal = await openJournalFile(path, MARKET, { takeLock });
    const second = () => openJournalFile(path, MARKET, { takeLock });
    await expect(second()).rejects.toThrow(ExchangeLocked);
    await journal.close();
    const openFile = () => Promise.reject(new Error("no file today"));
    await expect(openJournalFile(path, MARKET, { takeLock, openFile })).rejects.toThrow("no file");

    await (await second()).close();
  });

  it("forgets closed accounts when it has grown", async () => {
    await written(opening(0), opening(1), {
      type: "account-closed",
      at: instant(3),
      accountId: "account-0",
    });
    const before = (await stat(path)).size;
    await (await openJournalFile(path, MARKET, { compactAboveBytes: 10 })).close();

    expect(await reread()).toEqual([opening(1)]);
    expect((await stat(path)).size).toBeLessThan(before);
  });

  it("forgets no other, however many there are", async () => {
    const many = Array.from({ length: 25_001 }, (_, count) => opening(count));
    await written(...many, { type: "account-closed", at: instant(0), accountId: "account-7" });

    await (await openJournalFile(path, MARKET, { compactAboveBytes: 10 })).close();

    expect(await reread()).toEqual(many.toSpliced(7, 1));
  });

  it("still has all it confirmed after being killed at any moment", async () => {
    let confirmed = -1;
    for (const patience of [1, 40, 300]) {
      const writer = spawn(process.execPath, ["--input-type=module", "-e", RUN_WRITER, path], {
        cwd: import.meta.dirname,
        stdio: ["ignore", "pipe", "inherit"],
      });
      let lines = 0;
      writer.stdout.setEncoding("utf8").on("data", (text: string) => {
        const counts = text.trim().split("\n").map(Number);
        confirmed = Math.max(confirmed, ...counts);
        lines += counts.length;
        if (patience <= lines) writer.kill("SIGKILL");
      });
      await once(writer, "close");
      const kept = (await reread()).map(({ at }) => Number(at));

      expect(kept).toEqual(kept.map((_, index) => index));
      expect(kept.length).toBeGreaterThan(confirmed);
    }
  });
});

/** Node alone reads no TypeScript: the bundler that serves the tests runs the writer too. */
const CONDITIONS = JSON.stringify(["sevenfold-src", "module", "node"]);
const runOf = (file: string) => `
  import { runnerImport } from "vite";
  await runnerImport(${JSON.stringify(join(import.meta.dirname, "testing", file))}, {
    configFile: false,
    resolve: { conditions: ${CONDITIONS} },
    ssr: { noExternal: /^@sevenfold/, resolve: { conditions: ${CONDITIONS} } },
  });
`;
const RUN_WRITER = runOf("journal-writer.ts");

const opening = (count: number): VenueEntry => ({
  type: "account-opened",
  at: instant(count),
  account: {
    id: `account-${count}`,
    number: "PA1",
    keyId: `key-${count}`,
    secretDigest: "d",
    cash: money(1),
    openedAt: instant(count),
  },
});

async function written(...entries: readonly VenueEntry[]): Promise<void> {
  const journal = await openJournalFile(path, MARKET);
  for (const entry of entries) await journal.append([entry]);
  await journal.close();
}

async function reread(): Promise<readonly VenueEntry[]> {
  const journal = await openJournalFile(path, MARKET);
  await journal.close();
  return journal.entries;
}
