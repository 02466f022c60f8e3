import { type Instant, instant } from "@sevenfold/domain/market";
import { money, type Price, shares, tickOf } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { AAPL, curveMarket, openCurveVenue, START } from "../testing/curve-venue.ts";
import { NO_SCRIPT } from "./market-script.ts";
import { SLOT_MS } from "./price-curve.ts";
import { scriptedMarket } from "./scripted-market.ts";

const MINUTE_MS = 60_000;
const later = (minutes: number): Instant => instant(START + minutes * MINUTE_MS);
const askAt = (at: Instant) => curveMarket.quoteAt(AAPL, at).ask;

describe("a command that comes before the venue looked", () => {
  it("does not let a changed order trade at prices of before it was changed", async () => {
    const { from, lowAsk, now } = dip();
    const { account, sent, venue, id } = await openCurveVenue({ at: from });
    const far = (Math.floor(lowAsk / 2 / tickOf(lowAsk)) * tickOf(lowAsk)) as Price;
    const order = await sent({ limit: far, quantity: shares(1), timeInForce: "gtc" }, from);
    await venue.advance(instant(from + SLOT_MS));

    const change = { clientOrderId: "changed", limit: lowAsk };
    const changed = await venue.replace(id, order.id, change, now);
    await venue.advance(instant(now + SLOT_MS));

    expect(changed).toMatchObject({ ok: true });
    expect(account().executions).toEqual([]);
  });

  it("does not cancel an order whose price was met before", async () => {
    const { from, lowAsk, now } = dip();
    const { account, sent, venue, id } = await openCurveVenue({ at: from });
    const order = await sent({ limit: lowAsk, quantity: shares(1), timeInForce: "gtc" }, from);
    await venue.advance(from);

    expect(await venue.cancel(id, order.id, now)).toMatchObject({
      refusal: { kind: "order-ended", order: { status: "filled" } },
    });
    expect(account().positions.get(AAPL)?.shares).toBe(1);
  });
});

describe("a clock that was ahead for a moment", () => {
  it("keeps nobody waiting until it is that late again", async () => {
    const { account, sent, venue } = await openCurveVenue();
    await venue.advance(later(24 * 60));
    await sent({ quantity: shares(1) }, later(1));
    await venue.advance(instant(later(1) + SLOT_MS));

    expect(account().orders.at(-1)?.status).toBe("filled");
  });

  it("pays no dividend twice", async () => {
    const dividend = { ticker: AAPL, at: later(5), perShare: money(10_000) };
    const market = scriptedMarket(curveMarket, { ...NO_SCRIPT, dividends: [dividend] });
    const { account, holding, venue } = await openCurveVenue({ market });
    await holding(7);
    for (const minutes of [10, 1, 10]) await venue.advance(later(minutes));

    expect(account().activities).toHaveLength(1);
  });
});

describe("a split that the venue has not looked at yet", () => {
  const split = { ticker: AAPL, at: later(5), from: 1, to: 2 };
  const market = scriptedMarket(curveMarket, { ...NO_SCRIPT, splits: [split] });
  const afterwards = instant(split.at + 100);

  it("leaves alone what is ordered after it, and sells all there is by then", async () => {
    const { account, holding, submit, venue } = await openCurveVenue({ market });
    await holding(7);
    expect(await submit({ side: "sell", quantity: shares(14) }, afterwards)).toMatchObject({
      ok: true,
    });
    await venue.advance(later(6));

    expect(account().orders.at(-1)?.status).toBe("filled");
    expect(account().positions.size).toBe(0);
  });

  it.each([
    ["an order", ({ sent }: Opened) => sent({ quantity: shares(1) }, afterwards)],
    [
      "a new account",
      ({ venue }: Opened) => venue.openAccount({ cash: 0 as never, openedAt: afterwards }),
    ],
    ["a setting", ({ id, venue }: Opened) => venue.changeAccount(id, {}, afterwards)],
  ])(
    "is booked although %s was the last the journal heard of before a crash",
    async (_, command) => {
      const opened = await openCurveVenue({ market });
      await opened.holding(7);
      await command(opened);

      const again = await openCurveVenue({ market, entries: opened.entries, at: afterwards });
      await again.venue.advance(later(6));
      const held = again.venue.book.accounts.get(opened.id)!.positions.get(AAPL);
      expect(held?.shares).toBeGreaterThanOrEqual(14);
    },
  );
});

type Opened = Awaited<ReturnType<typeof openCurveVenue>>;

/** Ten minutes whose lowest ask lies below that of their end, and of the next moment. */
function dip(): { readonly from: Instant; readonly lowAsk: Price; readonly now: Instant } {
  for (let from: Instant = START; ; from = instant(from + MINUTE_MS)) {
    const now = instant(from + 10 * MINUTE_MS);
    const slots = Array.from({ length: 2_300 }, (_, slot) => instant(from + (slot + 2) * SLOT_MS));
    const lowAsk = Math.min(...slots.map(askAt)) as Price;
    if (lowAsk < askAt(from) && lowAsk < askAt(now) && lowAsk < askAt(instant(now + SLOT_MS)))
      return { from, lowAsk, now };
  }
}
