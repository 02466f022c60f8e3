import { MINUTE_MS } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import {
  AAPL,
  holdShares,
  inTime,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { sentenceOf } from "../safeguards/refusal.ts";
import { placeOrder } from "./place-order.ts";
import { previewOrder } from "./preview-order.ts";

describe("a sell by hand, of shares that the broker is known to have fewer of", () => {
  it("of more than are there is refused, and says how many may be sold", async () => {
    const { process, sell, world } = await differing(5);

    const refused = await sell(6);

    expect(refused).toMatchObject({ ok: false, refusal: { kind: "fewer-there", there: 5 } });
    expect(!refused.ok && sentenceOf(refused.refusal)).toBe(
      "Your broker has 5 shares of AAPL, of which the books hold 10. Sell at most 5.",
    );
    expect(world.venue.arrivals.size).toBe(0);
    // The user sees what was refused them beside what was not.
    expect(await ordersOf(world)).toMatchObject([{ status: "denied", quantity: 6 }]);
    await inTime(world, process.stop());
  });

  it("is previewed as it would be answered, and nothing of it is on record", async () => {
    const { process, world } = await differing(5);
    const preview = (quantity: number) =>
      inTime(world, previewOrder(process.needs)(manualDraft(world, sellOf(quantity))));

    expect(await preview(6)).toMatchObject({ ok: false, refusal: { kind: "fewer-there" } });
    expect(await preview(5)).toMatchObject({ ok: true });

    expect(await ordersOf(world)).toEqual([]);
    await inTime(world, process.stop());
  });

  it("asks no broker for an account of somebody else", async () => {
    const { asked, process, world } = await differing(5);
    const draft = { ...manualDraft(world, sellOf(6)), userId: "NOBODY" };

    expect(await inTime(world, placeOrder(process.needs)(draft))).toMatchObject({
      refusal: { kind: "account-not-found" },
    });

    expect(asked()).toBe(0);
    await inTime(world, process.stop());
  });

  it("of as many as are there is sent", async () => {
    const { process, sell, world } = await differing(5);

    expect(await sell(5)).toMatchObject({ ok: true });

    expect(world.venue.violations).toEqual([]);
    await inTime(world, process.stop());
  });

  it("counts what another order offers already", async () => {
    const { process, sell, world } = await differing(5);
    world.venue.isHalted = true;
    await sell(2);

    const refused = await sell(4);

    expect(!refused.ok && sentenceOf(refused.refusal)).toBe(
      "Your broker has 5 shares of AAPL, of which the books hold 10; 2 are offered already. Sell at most 3.",
    );
    await inTime(world, process.stop());
  });

  it("is refused where there are none", async () => {
    const { process, sell, world } = await differing(0);

    expect(await sell(1)).toMatchObject({ ok: false, refusal: { kind: "none-there", held: 10 } });

    expect(world.venue.arrivals.size).toBe(0);
    await inTime(world, process.stop());
  });

  it("is refused while the broker does not say what is there", async () => {
    const { process, sell, world } = await differing(5);
    const { needs } = process;
    const mute = withoutWord(needs);

    const refused = await inTime(world, placeOrder(mute)(manualDraft(world, sellOf(5))));

    expect(refused).toMatchObject({ ok: false, refusal: { kind: "broker-unavailable" } });
    expect(world.venue.arrivals.size).toBe(0);
    expect(await sell(5)).toMatchObject({ ok: true });
    await inTime(world, process.stop());
  });

  it("is answered by what became of it where it is sent again, also while the broker says nothing", async () => {
    const { process, world } = await differing(5);
    const { needs } = process;
    const draft = { ...manualDraft(world, sellOf(5)), idempotencyKey: "ticket-of-five" };
    const first = await inTime(world, placeOrder(needs)(draft));

    const mute = withoutWord(needs);
    const again = await inTime(world, placeOrder(mute)(draft));

    expect(first.ok && again.ok && again.value.order.clientKey).toBe(
      first.ok && first.value.order.clientKey,
    );
    expect(again.ok).toBe(true);
    expect(world.venue.arrivals.size).toBe(1);
    await inTime(world, process.stop());
  });

  it("takes what was sold since the broker was asked for gone", async () => {
    const { process, world } = await differing(5);
    const { needs } = process;
    const { clock, storage } = world;
    const booked = async () => (await storage.read.positions.of(world.accountId))[0]?.quantity;
    // Asked before the other window's sell, and answered once that was filled.
    const connect: typeof needs.brokers.connect = async (accountId) => {
      const broker = await needs.brokers.connect(accountId);
      const positions = async () => {
        const answer = await broker.positions();
        const sold = placeOrder(needs)(manualDraft(world, sellOf(5)));
        while ((await booked()) === 10) await clock.sleep(50);
        await sold;
        return answer;
      };
      return { ...broker, positions };
    };
    const slow = { ...needs, brokers: { ...needs.brokers, connect } };

    const second = await inTime(world, placeOrder(slow)(manualDraft(world, sellOf(4))));

    expect(second).toMatchObject({ ok: false, refusal: { kind: "none-there", held: 5 } });
    expect(world.venue.violations).toEqual([]);
    expect(world.venue.arrivals.size).toBe(1);
    await inTime(world, process.stop());
  });

  it("asks the broker nothing where books and broker agree", async () => {
    const { asked, process, sell, world } = await differing(10);
    const before = asked();

    expect(await sell(4)).toMatchObject({ ok: true });

    expect(asked()).toBe(before);
    await inTime(world, process.stop());
  });
});

/** The broker does not say what it holds. */
const withoutWord = (needs: TradingNeeds): TradingNeeds => ({
  ...needs,
  brokers: {
    ...needs.brokers,
    connect: async (accountId) => ({
      ...(await needs.brokers.connect(accountId)),
      positions: () => Promise.reject(new Error("The simulated gateway answered 502.")),
    }),
  },
});

const sellOf = (quantity: number) =>
  ({ ticker: AAPL, side: "sell", quantity: shares(quantity) }) as const;

/** Ten shares in the books, and so many at the broker, which has been seen twice. */
async function differing(there: number) {
  const world: World = await openTestWorld({ automationEnabled: false });
  await holdShares(world, AAPL, 10, true);
  const process = world.start();
  await world.clock.pass(2 * MINUTE_MS);
  const held = world.venue.positions.get(AAPL)!;
  if (there === 0) world.venue.positions.delete(AAPL);
  else world.venue.positions.set(AAPL, { ...held, quantity: shares(there) });
  await world.clock.pass(2 * MINUTE_MS);
  let count = 0;
  const { needs } = process;
  const connect: typeof needs.brokers.connect = async (accountId) => {
    const broker = await needs.brokers.connect(accountId);
    const positions = () => {
      count += 1;
      return broker.positions();
    };
    return { ...broker, positions };
  };
  const counted = { ...needs, brokers: { ...needs.brokers, connect } };
  return {
    world,
    process,
    asked: () => count,
    sell: (quantity: number) =>
      inTime(world, placeOrder(counted)(manualDraft(world, sellOf(quantity)))),
  };
}
