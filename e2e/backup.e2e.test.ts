import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type RunningProduct, startProduct } from "./running-product.ts";
import { demoVisitor, type Visitor } from "./visitor.ts";

let home = "";
let made = 0;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "sevenfold-backup-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));
const running: RunningProduct[] = [];
afterEach(async () => {
  for (const product of running.splice(0)) await product.dispose();
});

async function started(env: Installation): Promise<RunningProduct> {
  const product = await startProduct(env);
  running.push(product);
  return product;
}

/** With those before and after fewer than an account may send in a minute. */
const WHILE_BACKED_UP = 12;

interface Installation extends Record<string, string> {
  readonly DATA_DIR: string;
  readonly CREDENTIALS_KEY: string;
}
type Database = () => Promise<Record<string, string>>;

const CREDENTIALS_KEY = randomBytes(32).toString("base64");
async function installation(database: Database): Promise<Installation> {
  made += 1;
  return { DATA_DIR: join(home, `data-${made}`), CREDENTIALS_KEY, ...(await database()) };
}

describe("a backup of the embedded database", () => {
  const embedded: Database = async () => ({});

  it("is the same product again, elsewhere", async () => {
    const first = await installation(embedded);
    const product = await started(first);
    const visitor = await demoVisitor(product.url);
    await trade(visitor, 5);
    // One process has the embedded database: nobody else reads it meanwhile.
    expect(await sevenfold(first, "backup", "--to", join(home, "refused"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("only one process may"),
    });
    await product.stop();
    const backup = await backedUp(first);

    await expectSameProduct(await installation(embedded), backup, visitor);
  });

  it("is refused when it is damaged, or where something is, and changes nothing", async () => {
    const first = await installation(embedded);
    await (await started(first)).stop();
    const backup = await backedUp(first);
    const text = (await filesIn(backup)).map((file) => readFile(file, "utf8"));
    expect((await Promise.all(text)).join()).not.toContain(CREDENTIALS_KEY);

    expect(await sevenfold(first, "restore", backup)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--replace"),
    });
    const damages = ["database/users.jsonl", "exchange/journal.jsonl", "manifest.json"];
    for (const file of damages) {
      const damaged = join(home, `damaged-${damages.indexOf(file)}`);
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
    const backup = await backedUp(first);
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
    const backup = await backedUp(first);
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

/** For twenty orders, of the thousand dollars that a demo account has left at least. */
const DOLLARS_MAX = 45;
/** A second each: until a product that has just started takes orders, on a busy machine. */
const TRIES_MAX = 120;

/** Buys one share at a time until so many orders were taken, or sells of what was bought. */
async function trade(visitor: Visitor, count: number, side: "buy" | "sell" = "buy"): Promise<void> {
  const symbol = await vi.waitFor(
    () => (side === "buy" ? affordable(visitor) : boughtLast(visitor)),
    { timeout: 60_000, interval: 500 },
  );
  let refused = "";
  for (let taken = 0, tries = 0; taken < count; tries += 1) {
    if (count + TRIES_MAX < tries)
      throw new Error(`only ${taken} of ${count} orders were taken: ${refused}`);
    const order = { symbol, side, orderType: "market", quantity: 1 };
    const answer = await visitor.post("/api/orders", order, { "idempotency-key": randomUUID() });
    if (answer.ok) taken += 1;
    else refused = await answer.text();
    // Whoever asks too often is not heard any more.
    await pause(answer.ok ? 50 : 1_000);
  }
}

/**
 * The dearest stock that a demo account's cash lasts for all the while: a cheap one moves by less than
 * a cent for minutes, so that nobody trades it and its price is too old for an order.
 */
async function affordable(visitor: Visitor): Promise<string> {
  const { positions } = await visitor.get<{
    readonly positions: readonly {
      readonly ticker: string;
      readonly current_price: number | null;
    }[];
  }>("/api/worker/status");
  const [dearest] = positions
    .map(({ current_price, ticker }) => ({ price: current_price ?? 0, ticker }))
    .filter(({ price }) => 0 < price && price < DOLLARS_MAX)
    .sort((one, other) => other.price - one.price);
  if (dearest === undefined) throw new Error("No stock is affordable.");
  return dearest.ticker;
}

async function boughtLast(visitor: Visitor): Promise<string> {
  const orders = await ordersOf(visitor);
  return orders.find(({ side, status }) => side === "BUY" && status === "filled")!.ticker;
}

interface OrderRow {
  readonly side: string;
  readonly status: string;
  readonly ticker: string;
}

const ordersOf = (visitor: Visitor) => visitor.get<readonly OrderRow[]>("/api/orders?limit=500");

const filledOrders = async (visitor: Visitor): Promise<number> =>
  (await ordersOf(visitor)).filter(({ status }) => status === "filled").length;

async function backedUp(from: Installation): Promise<string> {
  const to = join(home, `backups-${randomUUID()}`);
  expect(await sevenfold(from, "backup", "--to", to)).toMatchObject({ code: 0, stderr: "" });
  const [name = ""] = await readdir(to);
  return join(to, name);
}

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const sevenfold = (env: Record<string, string>, ...argv: readonly string[]): Promise<Said> =>
  new Promise((resolve) => {
    const { PATH = "", HOME = "" } = process.env;
    execFile(
      process.execPath,
      ["packages/cli/dist/main.js", ...argv],
      { env: { PATH, HOME, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });
