import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startExchange } from "@sevenfold/adapters-broker/exchange/start-exchange";
import { recordingLog } from "@sevenfold/application/testing/world/recording-log";
import { afterEach, beforeEach, expect, it } from "vitest";
import { randomIdentifiers } from "../system/random-identifiers.ts";
import { systemClock } from "../system/system-clock.ts";
import { marketDataKey } from "./market-data-key.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "sevenfold-market-key-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it("is made once, in a folder that need not be there yet, for its owner's eyes only", async () => {
  const exchange = await startExchange({
    port: 0,
    seed: 1,
    volatility: 1,
    hours: "always",
    clock: systemClock,
    identifiers: randomIdentifiers,
    log: recordingLog(),
  });
  const path = join(home, "keys", "market-data.json");

  const first = await marketDataKey(exchange.link, path, systemClock);
  const again = await marketDataKey(exchange.link, path, systemClock);
  await exchange.close();

  expect(again).toEqual(first);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
