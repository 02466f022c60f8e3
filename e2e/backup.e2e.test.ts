import { appendFile, cp, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  backedUp,
  CREDENTIALS_KEY,
  type Database,
  embedded,
  filledOrders,
  type Installation,
  installations,
  sevenfold,
  trade,
} from "./backup-steps.ts";
import { startProduct } from "./running-product.ts";
import { demoVisitor, type Visitor } from "./visitor.ts";

const all = installations();
const { installation, started } = all;

/** With those before and after fewer than an account may send in a minute. */
const WHILE_BACKED_UP = 12;

describe("a backup of the embedded database", () => {
  it("is the same product again, elsewhere", async () => {
    const first = await installation(embedded);
    const product = await started(first);
    const visitor = await demoVisitor(product.url);
    await trade(visitor, 5);
    // One process has the embedded database: nobody else reads it meanwhile.
    expect(await sevenfold(first, "backup", "--to", join(all.home(), "refused"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("only one process may"),
    });
    await product.stop();
    const backup = await backedUp(all, first);

    await expectSameProduct(await installation(embedded), backup, visitor);
  });

  it("is refused when it is damaged, or where something is, and changes nothing", async () => {
    const first = await installation(embedded);
    await (await started(first)).stop();
    const backup = await backedUp(all, first);
    const text = (await filesIn(backup)).map((file) => readFile(file, "utf8"));
    expect((await Promise.all(text)).join()).not.toContain(CREDENTIALS_KEY);

    expect(await sevenfold(first, "restore", backup)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--replace"),
    });
    const damages = ["database/users.jsonl", "exchange/journal.jsonl", "manifest.json"];
    for (const file of damages) {
      const damaged = join(all.home(), `damaged-${damages.indexOf(file)}`);
      await cp(backup, damaged, { recursive: true });
      await appendFile(join(damaged, file), "x");
      const target = await installation(embedded);

      expect(await sevenfold(target, "restore", damaged)).toMatchObject({ code: 3 });
      expect(await readdir(target.DATA_DIR).catch(() => [])).toEqual([]);
    }
    expect((await sevenfold(first, "restore", backup, "--replace")).code).toBe(0);
    expect((await readdir(first.DATA_DIR)).join()).toContain("database.before-restore-");
  });

  it("that was brought back by half lets nothing start until it is whole", async () => {
    const first = await installation(embedded);
    await (await started(first)).stop();
    const backup = await backedUp(all, first);
    const target = await installation(embedded);
    await mkdir(join(target.DATA_DIR, "restoring"), { recursive: true });

    await expect(startProduct(target)).rejects.toThrow("was cut short");
    expect((await sevenfold(target, "restore", backup, "--replace")).code).toBe(0);
    const product = await started(target);
    expect(await product.stop()).toBe(0);
  });
});

describe.skipIf(!canTestOnPostgres())("a backup of a PostgreSQL database", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres?.stop());
  const onServer: Database = async () => ({ DATABASE_URL: await postgres.newDatabase() });

  it("is made while orders are traded, and is the same product again, elsewhere", async () => {
    const first = await installation(onServer);
    const product = await started(first);
    const visitor = await demoVisitor(product.url);
    await trade(visitor, 5);
    const trading = trade(visitor, WHILE_BACKED_UP);
    const backup = await backedUp(all, first);
    await trading;
    await product.stop();

    await expectSameProduct(await installation(onServer), backup, visitor);
  });
});

/** Restores the backup, starts on it, and trades on: with the sign-in, the accounts and the orders of before. */
async function expectSameProduct(target: Installation, backup: string, visitor: Visitor) {
  const manifest = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
  expect(manifest.exchange.lines).toBeGreaterThan(1);
  expect(manifest.sealedUnder).toHaveLength(1);
  expect(await sevenfold(target, "restore", backup)).toMatchObject({ code: 0, stderr: "" });
  const [keyId] = manifest.sealedUnder;
  await expect(startProduct({ ...target, CREDENTIALS_KEY: "" })).rejects.toThrow(keyId);

  const product = await started(target);
  const again = visitor.at(product.url);
  const before = await filledOrders(again);
  expect(before).toBeGreaterThanOrEqual(5);
  // Books that are older than the venue's may keep an account from buying; what lowers risk goes on.
  await trade(again, 3, "sell");
  await expect.poll(() => filledOrders(again)).toBeGreaterThanOrEqual(before + 3);
  // The venue and our books say the same of what is held.
  const synced = await again.post("/api/positions/sync", {});
  expect({ status: synced.status, text: await synced.text() }).toMatchObject({ status: 200 });
  const brokers = await again.get<readonly { readonly status: string }[]>("/api/brokers");
  expect(brokers.map(({ status }) => status)).toEqual(["active"]);
}

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
