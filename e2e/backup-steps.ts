import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { type RunningProduct, startProduct } from "./running-product.ts";
import type { Visitor } from "./visitor.ts";

export interface Installation extends Record<string, string> {
  readonly DATA_DIR: string;
  readonly CREDENTIALS_KEY: string;
}
export type Database = () => Promise<Record<string, string>>;

export const embedded: Database = async () => ({});

export const CREDENTIALS_KEY = randomBytes(32).toString("base64");

export interface Installations {
  /** Where all that a file of tests writes lies, until its end. */
  home(): string;
  installation(database: Database): Promise<Installation>;
  started(env: Installation): Promise<RunningProduct>;
}

/** Data folders of products, each of which runs until its test has ended. */
export function installations(): Installations {
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
  return {
    home: () => home,
    async installation(database) {
      made += 1;
      return { DATA_DIR: join(home, `data-${made}`), CREDENTIALS_KEY, ...(await database()) };
    },
    async started(env) {
      const product = await startProduct(env);
      running.push(product);
      return product;
    },
  };
}

export const ONE = { orderType: "market", quantity: 1 };

/** For twenty orders, of the thousand dollars that a demo account has left at least. */
const DOLLARS_MAX = 45;
/** A second each: until a product that has just started takes orders, on a busy machine. */
const TRIES_MAX = 120;

/** Buys one share at a time until so many orders were taken, or sells of what was bought. */
export async function trade(
  visitor: Visitor,
  count: number,
  side: "buy" | "sell" = "buy",
): Promise<void> {
  const symbol = await vi.waitFor(
    () => (side === "buy" ? affordable(visitor) : boughtLast(visitor)),
    { timeout: 60_000, interval: 500 },
  );
  let refused = "";
  for (let taken = 0, tries = 0; taken < count; tries += 1) {
    if (count + TRIES_MAX < tries)
      throw new Error(`only ${taken} of ${count} orders were taken: ${refused}`);
    const order = { symbol, side, ...ONE };
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

export async function boughtLast(visitor: Visitor): Promise<string> {
  const orders = await ordersOf(visitor);
  return orders.find(({ side, status }) => side === "BUY" && status === "filled")!.ticker;
}

interface OrderRow {
  readonly side: string;
  readonly status: string;
  readonly ticker: string;
}

export const ordersOf = (visitor: Visitor) =>
  visitor.get<readonly OrderRow[]>("/api/orders?limit=500");

export const filledOrders = async (visitor: Visitor): Promise<number> =>
  (await ordersOf(visitor)).filter(({ status }) => status === "filled").length;

export async function backedUp(
  { home }: Installations,
  from: Installation,
  ...flags: readonly string[]
): Promise<string> {
  const to = join(home(), `backups-${randomUUID()}`);
  expect(await sevenfold(from, "backup", ...flags, "--to", to)).toMatchObject({
    code: 0,
    stderr: "",
  });
  const [name = ""] = await readdir(to);
  return join(to, name);
}

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export const sevenfold = (env: Record<string, string>, ...argv: readonly string[]): Promise<Said> =>
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
