import { builtInHosts } from "@sevenfold/adapters-broker/alpaca/alpaca-hosts";
import { startExchange } from "@sevenfold/adapters-broker/exchange/start-exchange";
import { instant } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { afterEach, describe, expect, it } from "vitest";
import { randomIdentifiers } from "../system/random-identifiers.ts";
import { checkAlpaca } from "./check-alpaca.ts";

const NOW = instant(Date.UTC(2026, 10, 20, 16));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe("checkAlpaca", () => {
  it("says whom the keys let in and what is as it should be", async () => {
    const { hosts, keys } = await open("nyse");

    expect(await checkAlpaca({ ...hosts, ...keys }, { now: () => instant(NOW - 90_000) })).toEqual([
      expect.stringMatching(/^account PA\w+: it may trade$/),
      "cash $100,000.00, equity $100,000.00",
      "clock: 90.0 s ahead of this machine's; the market is open",
      "sessions of the next 30 days: as built in",
      "all 85 stocks of the default watchlist can be traded",
      "last 30 days: 0 executions, 0 other activities",
    ]);
  });

  it("names the days on which the venue keeps other hours", async () => {
    const { hosts, keys } = await open("always");
    const lines = await checkAlpaca({ ...hosts, ...keys }, { now: () => NOW });

    expect(lines[3]).toMatch(/^sessions differ from those built in on 2026-11-20, 2026-11-21, /);
  });

  it("hands on what the broker says to keys it does not know", async () => {
    const { hosts, keys } = await open("nyse");
    const checked = checkAlpaca({ ...hosts, ...keys, secretKey: "another" }, { now: () => NOW });

    await expect(checked).rejects.toMatchObject({
      reason: "credentials",
      message: "unauthorized.",
    });
  });
});

async function open(hours: "always" | "nyse") {
  const exchange = await startExchange({
    ...{ port: 0, seed: 7, volatility: 2, hours, clock: { now: () => NOW } },
    identifiers: randomIdentifiers,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  closing.push(exchange.close);
  const opened = await exchange.venue.openAccount({ cash: money(1_000_000_000), openedAt: NOW });
  if (!opened.ok) throw new Error(opened.refusal.kind);
  const { keyId, secretKey } = opened.value;
  return { hosts: builtInHosts(exchange.url), keys: { keyId, secretKey } };
}
