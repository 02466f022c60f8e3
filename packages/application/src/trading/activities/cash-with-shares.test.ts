import { trailOf } from "@sevenfold/domain/book";
import { bps, money, type Price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { Activity } from "../../ports/activity.ts";
import { attachedAccount } from "../../testing/attached-account.ts";
import { executionOf } from "../../testing/executed-order.ts";
import { AAPL, dollars } from "../../testing/trading-world.ts";
import { agreeWithRows } from "../account/agree-with-rows.ts";
import { keepAlone } from "../account/keep-together.ts";
import { recordExecution } from "../fills/record-execution.ts";
import { absorbActivity } from "./absorb-activity.ts";
import { recordActivity } from "./record-activity.ts";

describe("a trade that is taken back, before the rows are read again", () => {
  it("is out of the book whole where it was a buy: no equity that is not there", async () => {
    const { bust, expectAgreement, followed, see, trade } = await traded();
    await trade("bought", "buy", 100);
    see(100);
    see(120);
    expect(followed.book.equity).toBe(dollars(22_000));

    await bust("bought");

    expect(followed.book).toMatchObject({ equity: dollars(20_000), cash: dollars(20_000) });
    await expectAgreement();
  });

  it("is out of the book whole where it sold all: no halt for a loss that nobody made", async () => {
    const { bust, expectAgreement, followed, see, trade } = await traded();
    await trade("bought", "buy", 100);
    see(100);
    await trade("sold", "sell", 100);
    see(100);

    await bust("sold");
    see(100);

    expect(followed.book).toMatchObject({ equity: dollars(20_000), halted: false });
    await expectAgreement();
  });

  it("is out of the book whole where it sold a part", async () => {
    const { bust, expectAgreement, followed, see, trade } = await traded();
    await trade("bought", "buy", 100);
    see(100);
    await trade("sold", "sell", 60);
    see(100);

    await bust("sold");
    see(100);

    expect(followed.book).toMatchObject({ equity: dollars(20_000), halted: false });
    await expectAgreement();
  });

  it("gives back shares with the trail they have on record, before a price is heard", async () => {
    const { bust, followed, saveTrail, see, trade } = await traded();
    await trade("bought", "buy", 100);
    see(100);
    await trade("sold", "sell", 100);
    see(130);
    await saveTrail();

    await bust("sold");

    expect(followed.book.high[0]).toBe(dollars(100));
  });

  it("is left to the rows whole where the book has not heard of another trade", async () => {
    const { bust, expectAgreement, followed, onRecord, see, trade } = await traded();
    await trade("bought", "buy", 100);
    see(100);
    await onRecord("elsewhere", "buy", 20);

    await bust("bought");
    see(100);

    expect(followed.book).toMatchObject({ equity: dollars(20_000), cash: dollars(10_000) });
    await expectAgreement("book-rebuilt");
    expect(followed.book).toMatchObject({ equity: dollars(20_000), cash: dollars(18_000) });
  });
});

describe("a holding that ends for cash, before the rows are read again", () => {
  it("is its cash, and not its shares as well", async () => {
    const { absorb, expectAgreement, followed, see, trade, world } = await traded();
    await trade("bought", "buy", 100);
    see(100);

    const [at, amount] = [world.clock.now(), dollars(11_000)];
    const told = { id: "merger", at, ticker: AAPL, quantity: shares(100), amount };
    await absorb({ kind: "cash-merger", ...told });

    expect(followed.book.equity).toBe(dollars(21_000));
    await expectAgreement();
  });
});

describe("shares that come from another account, before the rows are read again", () => {
  it("are in the book whole: no equity without them", async () => {
    const { absorb, expectAgreement, followed, see, trade, world } = await traded();
    await trade("bought", "buy", 100);
    see(100);

    const told = { id: "came", at: world.clock.now(), ticker: AAPL, shares: 20 };
    await absorb({ kind: "shares-journal", ...told });

    expect(followed.book.equity).toBe(dollars(22_000));
    await expectAgreement();
  });

  it("are on no trail of before where all was sold and it is off the list", async () => {
    const { absorb, followed, trade, world } = await traded();
    await trade("bought", "buy", 100);
    await trade("sold", "sell", 100);
    followed.watched = new Set();

    const told = { id: "came", at: world.clock.now(), ticker: AAPL, shares: 20 };
    await absorb({ kind: "shares-journal", ...told });

    expect(trailOf(followed.book, 0)).toBeUndefined();
    expect(followed.book.held[0]).toBe(20);
  });

  it("are on none either where another process has booked them", async () => {
    const { agreeAnew, followed, needs, trade, world } = await traded();
    await trade("bought", "buy", 100);
    await trade("sold", "sell", 100);
    followed.watched = new Set();

    const told = { id: "came", at: world.clock.now(), ticker: AAPL, shares: 20 };
    await recordActivity(needs)(world.accountId, { kind: "shares-journal", ...told });
    await agreeAnew();

    expect(trailOf(followed.book, 0)).toBeUndefined();
    expect(followed.book.held[0]).toBe(20);
  });

  it("are left to the rows where the book has not heard of another trade", async () => {
    const { absorb, expectAgreement, followed, onRecord, see, trade, world } = await traded();
    await trade("bought", "buy", 100);
    see(100);
    await onRecord("elsewhere", "buy", 20);

    const told = { id: "left", at: world.clock.now(), ticker: AAPL, shares: -50 };
    await absorb({ kind: "shares-journal", ...told });

    expect(followed.book).toMatchObject({ equity: dollars(20_000), cash: dollars(10_000) });
    await expectAgreement("book-rebuilt");
    expect(followed.book.equity).toBe(dollars(15_000));
  });
});

/** An account of $20,000 that is halted by a loss of a tenth, and whose trades are at $100 each. */
async function traded() {
  const there = await attachedAccount({
    cash: dollars(20_000),
    limits: { dailyLossBps: bps(1_000) },
  });
  const { followed, needs, see, world } = there;
  const { accountId, clock, log, storage } = world;
  const agree = () => agreeWithRows(needs, followed);
  see(100);
  const onRecord = async (executionId: string, side: "buy" | "sell", count: number) => {
    await clock.pass(1_000);
    const paid = { quantity: shares(count), price: dollars(100) as number as Price, fee: money(0) };
    const facts = { executionId, brokerOrderId: executionId, side, ...paid };
    expect(await recordExecution(needs)(accountId, executionOf(world, facts))).toMatchObject({
      value: { kind: "booked" },
    });
  };
  const absorb = async (activity: Activity) => {
    const recorded = await recordActivity(needs)(accountId, activity);
    if (!recorded.ok || recorded.value.kind !== "activity-booked") throw new Error("not booked");
    absorbActivity(followed, recorded.value);
  };
  return {
    ...there,
    absorb,
    agreeAnew: agree,
    onRecord,
    async trade(...told: Parameters<typeof onRecord>) {
      await onRecord(...told);
      await agree();
    },
    async bust(executionId: string) {
      await clock.pass(1_000);
      await absorb({ kind: "bust", id: "bust", at: clock.now(), executionId });
    },
    async saveTrail() {
      await keepAlone(needs, { followed, lines: [] });
    },
    /** Nothing is left for the rows to tell, but where that is said. */
    async expectAgreement(...said: readonly string[]) {
      const before = log.lines.length;
      await agree();
      const events = log.lines.slice(before).map(({ event }) => event);
      expect(events).toEqual(said);
      const account = await storage.read.accounts.byId(accountId);
      const [position] = await storage.read.positions.of(accountId);
      const { cash, costBasis, held } = followed.book;
      expect({ cash, held: held[0], costBasis: costBasis[0] }).toEqual({
        cash: account!.cash,
        held: position?.quantity ?? 0,
        costBasis: position?.costBasis ?? 0,
      });
    },
  };
}
