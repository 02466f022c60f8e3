import { type Instant, instant } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { AAPL, draft, market, opened, START } from "../testing/opened-venue.ts";
import { buyingPowerOf } from "./venue-margin.ts";
import type { VenueDraft } from "./venue-order.ts";
import { sharesHeldForOrders } from "./venue-room.ts";

const CASH = money(10_000_000);
/** At market: its shares are worth less than what would be set aside for so many shares. */
const IN_DOLLARS = { quantity: shares(0) };

async function openedWithCash() {
  const { id, sent, venue } = await opened({ cash: CASH });
  const account = () => venue.book.accounts.get(id)!;
  const priceOf = () => market.priceAt(AAPL, START);
  const submit = (change: Partial<VenueDraft>, at: Instant) => venue.submit(id, draft(change), at);
  return { account, free: () => buyingPowerOf(account(), priceOf), id, sent, submit, venue };
}

describe("an order in dollars", () => {
  it("sets aside its dollars, to the last of them, until it ends", async () => {
    const { free, id, sent, venue } = await openedWithCash();
    const first = await sent({ ...IN_DOLLARS, notional: money(2_507_500) });
    expect(free()).toBe(10_000_000 - 2_507_500);
    const second = await sent({ ...IN_DOLLARS, notional: money(333_300) });
    expect(free()).toBe(10_000_000 - 2_507_500 - 333_300);

    await venue.cancel(id, first.id, START);
    expect(free()).toBe(10_000_000 - 333_300);
    await venue.cancel(id, second.id, START);
    expect(free()).toBe(CASH);
  });

  it("takes what is left to the last ten-thousandth, and not one more", async () => {
    const { free, sent, submit } = await openedWithCash();
    await sent({ ...IN_DOLLARS, notional: money(2_507_500) });
    const left = money(10_000_000 - 2_507_500);
    expect(await submit({ ...IN_DOLLARS, notional: money(left + 1) }, START)).toMatchObject({
      ok: false,
      refusal: { kind: "not-enough-buying-power", buyingPower: left, costBasis: left + 1 },
    });

    await sent({ ...IN_DOLLARS, notional: left });
    expect(free()).toBe(0);
  });

  it("sets aside nothing once it has traded, and leaves what it did not spend", async () => {
    const { account, free, sent, venue } = await openedWithCash();
    await sent({ ...IN_DOLLARS, notional: money(2_507_500) });
    await venue.advance(instant(START + 1_000));
    const [execution] = account().executions;
    const spent = Math.round(execution!.price * execution!.quantity);

    expect(account().openOrders.size).toBe(0);
    expect(free()).toBe(10_000_000 - spent);
    expect(2_507_500 - spent).toBeLessThan(1);
  });

  it("sets aside, where it sells, the shares it takes at the least the price may fall to", async () => {
    const { account, sent, venue } = await openedWithCash();
    await sent({ quantity: shares(3) });
    let at = START;
    while (account().positions.get(AAPL)?.shares !== 3) {
      at = instant(at + 250);
      await venue.advance(at);
    }
    const held = () => sharesHeldForOrders(account(), AAPL);
    // What pays for so much at a limit, down to the billionth; by hand: 100 ÷ 9,000 = 0.011111111…
    const limited = { ...IN_DOLLARS, side: "sell", limit: price(90_000_000) } as const;
    await sent({ ...limited, notional: money(1_000_000) });
    expect(held()).toBe(0.011111111);

    const { bid } = market.quoteAt(AAPL, START);
    const least = Math.floor((bid * 9_750) / 10_000);
    await sent({ ...IN_DOLLARS, side: "sell", notional: money(1_000_000) });
    const more = Math.floor((1_000_000 * 1e9) / least) / 1e9;
    expect(held()).toBeCloseTo(0.011111111 + more, 9);
  });
});
