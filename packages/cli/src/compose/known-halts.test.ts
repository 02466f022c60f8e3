import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ticker } from "@sevenfold/domain/market";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Closing } from "./closing.ts";
import { configurationFrom } from "./configuration.ts";
import { openContainer } from "./container.ts";
import { takeUpHalts } from "./known-halts.ts";
import { tokens } from "./tokens.ts";

const AAPL = "AAPL" as Ticker;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-halts-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("a process that serves pages knows the halts that were told before it began", async () => {
  const closing = new Closing();
  const env = { DATA_DIR: folder, LOG_LEVEL: "silent", PORT: "0" };
  try {
    const container = await openContainer(configurationFrom(env), closing);
    const { clock, prices, storage } = container.get(tokens.trading);
    const at = clock.now();
    const halt = { ticker: AAPL, since: at, because: "LUDP", isRealMarket: false };
    await storage.transact(({ workers }) =>
      workers.ping({
        ...{ workerId: "w", at, brokerConnected: true, marketDataActive: true },
        exchangeHalts: [halt],
      }),
    );
    expect(prices.halts.size).toBe(0);

    await takeUpHalts(container);

    expect(prices.halts.get(AAPL)).toMatchObject({ since: at, because: "LUDP" });
  } finally {
    await closing.close();
  }
});
