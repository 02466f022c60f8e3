import { instant } from "@sevenfold/domain/market";
import { type Price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { AAPL, curveMarket, movedBy, openCurveVenue } from "../testing/curve-venue.ts";
import { draft, opened, START } from "../testing/opened-venue.ts";

describe("an execution that is taken back while its shares are offered", () => {
  it("takes the offers along that it leaves no shares for, and the exchange goes on", async () => {
    const { account, holding, id, sent, venue } = await openCurveVenue();
    const now = await holding(10);
    const [bought] = account().executions;
    const high = movedBy(curveMarket.priceAt(AAPL, now), 5_000);
    const offer = (quantity: number, limit?: Price) =>
      sent({ side: "sell", quantity: shares(quantity), ...(limit && { limit }) }, now);
    await offer(4, high);
    await offer(6);

    await venue.befall(id, { kind: "bust", executionId: bought!.id }, now);
    await expect(venue.advance(instant(now + 1_000))).resolves.toBeUndefined();

    expect(account().positions.size).toBe(0);
    expect(
      account()
        .orders.slice(1)
        .map(({ status }) => status),
    ).toEqual(["canceled", "canceled"]);
  });

  it("leaves what is still covered", async () => {
    const { account, holding, id, sent, venue } = await openCurveVenue();
    const now = await holding(4);
    await sent({ quantity: shares(6), timeInForce: "fok" }, now);
    const later = instant(now + 1_000);
    await venue.advance(later);
    const high = movedBy(curveMarket.priceAt(AAPL, later), 5_000);
    for (const quantity of [4, 6].map(shares))
      await sent({ side: "sell", quantity, limit: high }, later);

    const { executions } = account();
    await venue.befall(id, { kind: "bust", executionId: executions.at(-1)!.id }, later);

    expect(
      account()
        .orders.slice(-2)
        .map(({ status }) => status),
    ).toEqual(["pending", "canceled"]);
  });

  it("makes no short sale of what was to buy back", async () => {
    const { id, sent, venue } = await opened({ multiplier: 2 });
    await sent({ side: "sell", quantity: shares(10), timeInForce: "fok" });
    const later = instant(START + 1_000);
    await venue.advance(later);
    await venue.submit(id, draft({ quantity: shares(10) }), later);
    const { executions } = venue.book.accounts.get(id)!;
    await venue.befall(id, { kind: "bust", executionId: executions[0]!.id }, later);
    await venue.advance(instant(later + 1_000));

    expect(venue.book.accounts.get(id)!.positions.size).toBe(0);
  });
});
