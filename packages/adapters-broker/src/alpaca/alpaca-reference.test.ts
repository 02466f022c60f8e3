import { NYSE_CALENDAR, sessionsBetween } from "@sevenfold/domain/calendar";
import type { TradingDay } from "@sevenfold/domain/market";
import { instant } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";

import { exchangeScriptFrom } from "../exchange/exchange-script.ts";
import { exchangeOnLoopback, openClient, START } from "../exchange/testing/exchange-on-loopback.ts";
import { alpacaReference } from "./alpaca-reference.ts";
import { activityFromWire, clockFromWire, sessionFromWire } from "./alpaca-reference-mapping.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe("what Alpaca says of itself", () => {
  it("is its clock, its sessions as built in here, and its stocks", async () => {
    const { reference, exchange } = await open();
    const [from, to] = ["2026-11-20", "2026-12-31"] as [TradingDay, TradingDay];

    expect(await reference.clock()).toEqual({ at: exchange.now(), isOpen: true });
    expect(await reference.sessions(from, to)).toEqual(
      sessionsBetween(from, to, NYSE_CALENDAR).map(({ day, opens, closes }) => ({
        ...{ day, opens, closes },
      })),
    );
    expect((await reference.tradable()).size).toBe(85);
  });

  it("is also what was paid or split without a trade", async () => {
    const { reference, exchange, client } = await open();
    const order = { symbol: "AAPL", qty: "6", side: "buy", type: "market", time_in_force: "day" };
    await client.post("/v2/orders", order);
    while (0 < (await client.get("/v2/orders")).body.length)
      exchange.moveTo(instant(exchange.now() + 250));
    exchange.moveTo(instant(START + 3_600_000));
    await expect
      .poll(() => reference.activitiesSince("2026-11-01" as TradingDay))
      .toEqual([{ kind: "DIV", day: "2026-11-20", amount: 15_000, symbol: "AAPL" }]);
  });

  it("is not believed where it cannot be", () => {
    const clock = { timestamp: "2025-06-24T14:15:22-04:00", is_open: true };
    expect(clockFromWire(clock)?.at).toBe(Date.parse("2025-06-24T18:15:22Z"));
    expect(clockFromWire({ ...clock, timestamp: "soon" })).toBeUndefined();
    const day = { date: "2025-07-03", open: "09:30", close: "13:00" };
    expect(sessionFromWire(day)?.closes).toBe(Date.parse("2025-07-03T17:00:00Z"));
    for (const change of [{ date: "2025-02-30" }, { open: "9:30" }, { close: "09:00" }])
      expect(sessionFromWire({ ...day, ...change })).toBeUndefined();
    expect(activityFromWire({ id: "1", activity_type: "DIV", date: "?" })).toBeUndefined();
  });
});

async function open() {
  const script = exchangeScriptFrom(
    { dividends: [{ symbol: "AAPL", at: "+30m", perShare: "0.25" }] },
    START,
  );
  if (!script.ok) throw new Error(script.refusal);
  const exchange = await exchangeOnLoopback({ hours: "nyse", script: script.value });
  closing.push(exchange.close);
  const client = await openClient(exchange.url);
  const reference = alpacaReference({
    tradingUrl: exchange.url,
    tradingStreamUrl: "ws://unused.test",
    marketDataUrl: exchange.url,
    marketDataStreamUrl: "ws://unused.test",
    keyId: client.keyId,
    secretKey: client.secretKey,
    timeoutMs: 60_000,
  });
  return { exchange, client, reference };
}
