import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { instant } from "@sevenfold/domain/market";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openJournalFile } from "./exchange-journal-file.ts";
import { linkExchange } from "./exchange-link.ts";
import {
  clientOf,
  type ExchangeClient,
  exchangeOnLoopback,
  type LoopbackExchange,
  openClient,
} from "./testing/exchange-on-loopback.ts";
import { smallDisk } from "./testing/small-disk.ts";

const disk = smallDisk();
let folder = "";
let journalFile = "";
let exchange: LoopbackExchange;
let client: ExchangeClient;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-full-"));
  journalFile = join(folder, "journal.jsonl");
  disk.free();
  exchange = await exchangeOnLoopback({ journalFile, openJournal: disk.open });
  client = await openClient(exchange.url);
});
afterEach(async () => {
  await exchange.close();
  await rm(folder, { recursive: true, force: true });
});

const LIMIT = { symbol: "AAPL", qty: "1", side: "buy", type: "limit", time_in_force: "gtc" };
/** Far below the market: it rests. */
const resting = (client_order_id: string) => ({ ...LIMIT, limit_price: "1.00", client_order_id });
const filled = (client_order_id: string) => ({ ...LIMIT, limit_price: "9999", client_order_id });

describe("the exchange on a full disk", () => {
  it("refuses what it cannot write down, goes on to be read, and recovers by itself", async () => {
    expect((await client.post("/v2/orders", resting("before"))).status).toBe(200);
    expect((await client.post("/v2/orders", filled("at-work"))).status).toBe(200);
    disk.leave(40);

    expect((await client.post("/v2/orders", resting("during"))).status).toBe(503);
    expect((await client.post("/v2/orders", resting("later"))).status).toBe(503);
    expect((await client.delete(`/v2/orders/${await idOf("before")}`)).status).toBe(503);
    expect(await exchange.link.isWritable()).toBe(false);
    expect(await remotelyWritable()).toBe(false);
    expect((await client.get("/v2/account")).status).toBe(200);
    expect(await keysOfOrders()).toEqual(["at-work", "before"]);
    expect((await client.get("/v2/orders:by_client_order_id?client_order_id=during")).status).toBe(
      404,
    );
    exchange.moveTo(instant(exchange.now() + 60_000));
    // Time goes on, and nothing is traded that could not be kept.
    expect((await client.get("/v2/positions")).body).toEqual([]);

    disk.free();
    await expect.poll(() => exchange.link.isWritable()).toBe(true);
    expect(await remotelyWritable()).toBe(true);
    expect((await client.post("/v2/orders", resting("during"))).status).toBe(200);
    await expect.poll(async () => (await client.get("/v2/positions")).body.length).toBe(1);
    expect(await keysOfOrders()).toEqual(["at-work", "before", "during"]);
  });

  it("tells nobody of what was undone, and has what it confirmed after a restart", async () => {
    for (let round = 0; round < 5; round += 1) {
      expect((await client.post("/v2/orders", resting(`kept-${round}`))).status).toBe(200);
      disk.leave(round * 50);
      const answers = await Promise.all(
        [1, 2, 3].map((each) => client.post("/v2/orders", resting(`lost-${round}-${each}`))),
      );
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
      disk.free();
      await expect.poll(() => exchange.link.isWritable()).toBe(true);
    }
    const kept = [0, 1, 2, 3, 4].map((round) => `kept-${round}`);
    expect(await keysOfOrders()).toEqual(kept);
    await exchange.close();

    await (await openJournalFile(journalFile, { seed: 7, volatility: 2 })).close();
    expect(await readFile(journalFile, "utf8")).not.toContain("lost-");
    exchange = await exchangeOnLoopback({ journalFile, openJournal: disk.open });
    client = clientOf(exchange.url, client);
    expect(await keysOfOrders()).toEqual(kept);
  });

  it("answers nothing of an account while nobody knows what the disk holds", async () => {
    disk.breakDown();
    expect((await client.post("/v2/orders", resting("unknown"))).status).toBe(503);
    expect((await client.get("/v2/orders")).status).toBe(503);

    disk.free();
    await expect.poll(() => exchange.link.isWritable()).toBe(true);
    expect((await client.get("/v2/orders")).body).toEqual([]);
  });
});

const idOf = async (clientOrderId: string): Promise<string> =>
  (await client.get(`/v2/orders:by_client_order_id?client_order_id=${clientOrderId}`)).body.id;

const keysOfOrders = async (): Promise<readonly string[]> =>
  (await client.get("/v2/orders?status=all")).body
    .map(({ client_order_id }: { client_order_id: string }) => client_order_id)
    .sort();

async function remotelyWritable(): Promise<boolean> {
  const clock = { now: exchange.now, sleep: async () => undefined };
  const log = { warn: () => undefined };
  return (await linkExchange(exchange.url, { clock, attempts: 1, log })).isWritable();
}
