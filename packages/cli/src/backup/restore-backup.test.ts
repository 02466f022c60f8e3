import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage } from "@sevenfold/adapters-persistence/open-storage";
import { seed } from "@sevenfold/application/testing/storage-rows";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBackup } from "./make-backup.ts";
import { restoreBackup } from "./restore-backup.ts";

const MADE_AT = new Date("2026-06-01T14:00:00Z");

const home = mkdtempSync(join(tmpdir(), "sevenfold-restore-"));
const newFolder = () => mkdtempSync(join(home, "data-"));
const backup = join(home, "backup");
/** What ends a line of text, and none of JSON. */
const LABEL = "Mine\u2028and\u2029yours\u0085";
const JOURNAL = `{"format":"a test"}\n["${LABEL}"]\n`;
let accountId = "";
beforeAll(async () => {
  const dataFolder = newFolder();
  const journal = join(dataFolder, "journal.jsonl");
  const { close, storage } = await openStorage({ dataFolder });
  accountId = (await seed(storage)).account.id;
  await storage.transact(({ accounts }) =>
    accounts.change(accountId, (account) => ({ ...account, label: LABEL })),
  );
  await close();
  writeFileSync(journal, JOURNAL);
  await makeBackup({ dataFolder, journal }, backup, MADE_AT);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("a backup that is brought back", () => {
  it.each([
    ["where a first start was killed before it had made a database", false],
    ["where one was killed with the database half made", true],
  ])("is there at the next start, %s", async (_, isHalfMade) => {
    const dataFolder = newFolder();
    if (isHalfMade) await openStorage({ dataFolder }).then(({ close }) => close());
    writeFileSync(join(dataFolder, "database.making"), "");

    await restoreBackup({ dataFolder, journal: undefined }, backup, { replaces: isHalfMade });

    const { close, storage } = await openStorage({ dataFolder });
    expect(await storage.read.accounts.byId(accountId)).toBeDefined();
    await close();
  });

  it("has every character of a text that its books and the exchange's hold", async () => {
    const dataFolder = newFolder();
    const journal = join(dataFolder, "journal.jsonl");

    await restoreBackup({ dataFolder, journal }, backup, { replaces: false });

    expect(readFileSync(journal, "utf8")).toBe(JOURNAL);
    const { close, storage } = await openStorage({ dataFolder });
    expect((await storage.read.accounts.byId(accountId))?.label).toBe(LABEL);
    await close();
  });
});
