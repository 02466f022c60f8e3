import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type RunningProduct, startProduct } from "./running-product.ts";
import { demoVisitor, type Visitor } from "./visitor.ts";

/**
 * A dead worker's lease ends, an order that may have been on its way is proved not to have come,
 * and a price crosses a trigger, each after a while of its own.
 */
const PATIENCE = { timeout: 480_000, interval: 200 };
const BUY = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 1 };

interface OrderRow {
  readonly clientKey: string;
  readonly status: string;
  readonly origin: string;
}

interface WorkerStatus {
  readonly worker_health: {
    readonly alpaca_connected: boolean;
    readonly market_data_active: boolean;
  };
}

/** A firm's Sevenfold: one database, one exchange, two that serve and two that trade. */
describe.skipIf(!canTestOnPostgres())("processes that share the work", () => {
  let folder: string;
  let postgres: TestPostgres;
  let common: Record<string, string>;
  let exchange: RunningProduct;
  let apis: RunningProduct[];
  let workers: RunningProduct[];
  /** The same person's browser, led to either of the two that serve. */
  let visitors: Visitor[];

  beforeAll(async () => {
    postgres = await startTestPostgres();
    const secrets = { CREDENTIALS_KEY: randomBytes(32).toString("base64"), LOG_LEVEL: "info" };
    folder = await mkdtemp(join(tmpdir(), "sevenfold-several-"));
    const flags = ["--requests-per-minute", "100000", "--journal", join(folder, "journal.jsonl")];
    exchange = await startProduct({}, ["exchange", ...flags]);
    common = { ...secrets, DATABASE_URL: await postgres.newDatabase(), EXCHANGE_URL: exchange.url };
    apis = [await startProduct(common, ["api"]), await startProduct(common, ["api"])];
    workers = [await startProduct(common, ["worker"]), await startProduct(common, ["worker"])];
    const first = await demoVisitor(apis[0]!.url);
    visitors = [first, first.at(apis[1]!.url)];
  });

  afterAll(async () => {
    for (const each of [...(workers ?? []), ...(apis ?? []), exchange]) await each?.dispose();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ordersAt = (visitor: Visitor) => visitor.get<readonly OrderRow[]>("/api/orders?limit=500");
  const switchOn = (visitor: Visitor) =>
    vi.waitFor(async () => {
      const answer = await visitor.post("/api/worker/toggle", { enabled: true });
      if (!answer.ok) throw new Error(await answer.text());
    }, PATIENCE);

  it("shows in one what was ordered in the other, and the fill in both", async () => {
    const [here, there] = visitors as [Visitor, Visitor];

    const placed = await here.post("/api/orders", BUY);
    const { order } = (await placed.json()) as { order: OrderRow };

    expect(placed.status).toBe(200);
    for (const visitor of [there, here])
      await vi.waitFor(async () => {
        const found = (await ordersAt(visitor)).find(
          ({ clientKey }) => clientKey === order.clientKey,
        );
        expect(found?.status).toBe("filled");
      }, PATIENCE);
  });

  it("pushes into the windows of one what happens in the other", async () => {
    const [here, there] = visitors as [Visitor, Visitor];
    const live = await there.listen();

    await here.delete("/api/watchlist/MSFT");

    await live.until(({ path, view }) => {
      const rows = view as readonly { readonly ticker: string }[];
      return path === "/api/watchlist" && rows.every(({ ticker }) => ticker !== "MSFT");
    });
    live.leave();
  });

  it("goes on trading with another worker when the one that trades is killed", async () => {
    const [here] = visitors as [Visitor];
    await switchOn(here);
    const automated = async () =>
      (await ordersAt(here)).filter(({ origin }) => origin === "automated").length;
    await vi.waitFor(async () => expect(await automated()).toBeGreaterThan(0), PATIENCE);
    const followers = workers.filter((worker) => worker.printed().includes("account-followed"));
    expect(followers).toHaveLength(1);
    const [other] = workers.filter((worker) => worker !== followers[0]);

    await followers[0]!.kill();

    await vi.waitFor(() => expect(other!.printed()).toContain("account-followed"), PATIENCE);
    // Open orders of the dead one are seen to their end.
    await here.post("/api/worker/toggle", { enabled: false });
    await vi.waitFor(async () => {
      const open = (await ordersAt(here)).filter(({ status }) => !ENDED.has(status));
      expect(open).toEqual([]);
    }, PATIENCE);
    const keys = (await ordersAt(here)).map(({ clientKey }) => clientKey);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("goes on when the exchange was away, and in whichever process it is asked", async () => {
    const [here, there] = visitors as [Visitor, Visitor];
    await exchange.kill();
    const statusOf = (visitor: Visitor) => visitor.get<WorkerStatus>("/api/worker/status");
    await vi.waitFor(async () => {
      const { worker_health } = await statusOf(there);
      expect(worker_health.alpaca_connected).toBe(false);
    }, PATIENCE);

    await exchange.restart();

    await vi.waitFor(async () => {
      const { worker_health } = await statusOf(there);
      expect(worker_health).toMatchObject({ alpaca_connected: true, market_data_active: true });
    }, PATIENCE);
    const { order } = (await (await here.post("/api/orders", BUY)).json()) as { order: OrderRow };
    await vi.waitFor(async () => {
      const found = (await ordersAt(there)).find(({ clientKey }) => clientKey === order.clientKey);
      expect(found?.status).toBe("filled");
    }, PATIENCE);
  });

  it("signs out everywhere at once", async () => {
    const [here, there] = visitors as [Visitor, Visitor];
    const live = await there.listen();

    await here.post("/api/logout", {});

    await live.until(({ type }) => type === "signed-out");
    await expect(there.get("/api/user")).rejects.toThrow("401");
  });

  it("ends at once when it is told to while it still waits for an exchange", async () => {
    const env = { PATH: process.env.PATH ?? "", ...common, EXCHANGE_URL: "http://127.0.0.1:1" };
    const child = spawn(process.execPath, ["packages/cli/dist/main.js", "worker"], {
      env: { ...env, DATA_DIR: folder },
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    await vi.waitFor(() => expect(said).toContain("exchange-awaited"), PATIENCE);
    const ended = once(child, "exit");

    child.kill("SIGTERM");

    expect(await ended).toEqual([0, null]);
    expect(said).not.toContain("No exchange answers");
  });

  it("lets no process in that would read the secrets under another key", async () => {
    const CREDENTIALS_KEY = randomBytes(32).toString("base64");

    await expect(startProduct({ ...common, CREDENTIALS_KEY }, ["worker"])).rejects.toThrow(
      "The credentials key is not the one of this database",
    );
  });

  it("lets a second exchange in no more than a first one beside others that have none", async () => {
    const { EXCHANGE_URL: _, ...own } = common;
    const first = await startProduct(own);

    await expect(startProduct(own)).rejects.toThrow(
      "Another process on this database is its built-in exchange",
    );
    await first.dispose();
  });
});

const ENDED = new Set(["filled", "canceled", "expired", "rejected", "denied"]);
