import { AAPL } from "@sevenfold/application/testing/trading-world";
import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import { describe, expect, it } from "vitest";
import { DOLLARS, type WorkerOnSockets, workerOnSockets } from "./testing/worker-on-sockets.ts";

/** Below what a buy waits for, and no jump. */
const FALLEN = DOLLARS * 0.95;
/** What two providers say within a minute is compared, and disputed where it is far apart. */
const UNDISPUTED_SECONDS = 80;

/** The stream is away from now on. */
function loseStream({ market: { stream } }: WorkerOnSockets): void {
  stream.manner = "away";
  stream.cut();
}

/** AAPL closed yesterday where it stands, in shares of then. */
function closeYesterday({ market, world }: WorkerOnSockets) {
  const { starts } = dayBoundsOf(world.clock.now());
  const { starts: start } = dayBoundsOf(instant(starts - 1));
  const stock = market.alpaca.market.stock(AAPL);
  stock.days.push({
    ...{ start, open: DOLLARS, high: DOLLARS, low: DOLLARS, close: DOLLARS, volume: 1_000 },
  });
  return stock;
}

describe("a worker whose prices come over sockets", () => {
  it("S1: buys nothing by hand on a line that is mute, and everything once it speaks", async () => {
    const trader = await workerOnSockets();
    trader.market.yahoo.breakCalls("gateway");
    trader.isMute = true;
    await trader.pass(25);
    await trader.byHand("buy");
    expect(trader.sent()).toEqual([]);

    trader.isMute = false;
    trader.stand(FALLEN);
    expect(await trader.isBought()).toBe(true);
  });

  it("S1: opens a line anew that stands and tells nothing more, and buys on what that one says", async () => {
    const trader = await workerOnSockets();
    trader.market.stream.forget();
    trader.stand(FALLEN);
    expect(await trader.isBought()).toBe(true);
  });

  it("S1: takes a welcome for no price", async () => {
    const trader = await workerOnSockets({ isMute: true });
    await trader.byHand("buy");
    expect(trader.sent()).toEqual([]);

    trader.isMute = false;
    await trader.pass(2);
    await trader.byHand("buy");
    expect(trader.sent()).toEqual(["buy AAPL"]);
  });

  it("S5: follows its symbols again after a break, and buys once", async () => {
    const trader = await workerOnSockets();
    trader.market.stream.cut();
    trader.stand(FALLEN);
    expect(await trader.isBought()).toBe(true);
    await trader.pass(30);
    expect(trader.sent()).toEqual(["buy AAPL"]);
  });

  it("S5: buys nothing for a fall that was over when the line was back", async () => {
    const trader = await workerOnSockets();
    loseStream(trader);
    await trader.pass(2);
    trader.stand(FALLEN);
    await trader.pass(8);
    await trader.byHand("buy");
    trader.stand(DOLLARS);
    trader.market.stream.manner = "sound";
    await trader.pass(90);
    expect(trader.sent()).toEqual([]);

    trader.stand(FALLEN);
    expect(await trader.isBought()).toBe(true);
  });

  it.each([0, -FALLEN, null, "Infinity", 1e308, "cheap"])(
    "S8: buys nothing at %s",
    async (said) => {
      const trader = await workerOnSockets();
      trader.isMute = true;
      for (let time = 0; time < 5; time += 1) {
        trader.market.tell(AAPL, { price: said, at: trader.world.clock.now() });
        await trader.pass(1);
      }
      expect(trader.sent()).toEqual([]);

      trader.isMute = false;
      trader.stand(FALLEN);
      expect(await trader.isBought()).toBe(true);
    },
  );

  it("S8: buys nothing at another symbol's price", async () => {
    const trader = await workerOnSockets({ isYahooForOrders: true });
    const { stream, yahoo } = trader.market;
    loseStream(trader);
    await trader.pass(UNDISPUTED_SECONDS);
    yahoo.breakCalls("other-symbol");
    trader.stand(FALLEN);
    await trader.pass(60);
    expect(trader.sent()).toEqual([]);

    stream.manner = "sound";
    await trader.pass(120);
    trader.stand(FALLEN * 0.955);
    expect(await trader.isBought()).toBe(true);
  });

  it("S8: buys nothing for a fall from a trade that was taken back", async () => {
    const trader = await workerOnSockets();
    const { market, world } = trader;
    const at = instant(world.clock.now());
    const id = market.tell(AAPL, { price: DOLLARS * 1.039, at });
    await trader.pass(3);
    const time = new Date(at).toISOString();
    market.stream.send({
      T: "x",
      S: AAPL,
      x: "V",
      z: "C",
      t: time,
      i: id,
      p: 1_039,
      s: 100,
      a: "C",
    });
    await trader.pass(3);
    trader.stand(DOLLARS * 0.995);
    await trader.pass(20);
    expect(trader.sent()).toEqual([]);

    trader.stand(FALLEN);
    expect(await trader.isBought()).toBe(true);
  });

  it("S9: buys nothing on a jump, and buys when three in a row agree on it", async () => {
    const trader = await workerOnSockets();
    trader.market.tell(AAPL, { price: DOLLARS * 0.7, at: trader.world.clock.now() });
    await trader.pass(20);
    expect(trader.sent()).toEqual([]);

    trader.stand(DOLLARS * 0.7);
    closeYesterday(trader);
    expect(await trader.isBought()).toBe(true);
  });

  it("S11: buys nothing for a split of what nobody holds, and then the fall of its new shares", async () => {
    const trader = await workerOnSockets();
    await trader.pass(5);
    trader.stand(DOLLARS / 2);
    const { splits } = closeYesterday(trader);
    splits.set(dayBoundsOf(trader.world.clock.now()).starts, 2);
    await trader.pass(20);
    expect(trader.sent()).toEqual([]);

    trader.stand(FALLEN / 2);
    expect(await trader.isBought()).toBe(true);
  });

  it("S9: waits longer with another provider's jump than with a fall", async () => {
    const trader = await workerOnSockets({ isYahooForOrders: true });
    loseStream(trader);
    await trader.pass(UNDISPUTED_SECONDS);
    trader.stand(DOLLARS * 0.94);
    await trader.pass(3);
    trader.stand(DOLLARS);
    await trader.pass(20);
    expect(trader.sent()).toEqual([]);

    trader.stand(DOLLARS * 0.94);
    expect(await trader.isBought()).toBe(true);
  });

  it.each([
    ["ten seconds ago", -10_000],
    ["in an hour", 60 * MINUTE_MS],
  ])("S10: buys nothing at what is stamped %s, and hears what comes after", async (_, offMs) => {
    const trader = await workerOnSockets();
    for (let time = 0; time < 5; time += 1) {
      const at = (trader.world.clock.now() + offMs) as Instant;
      trader.market.tell(AAPL, { price: FALLEN, at });
      await trader.pass(1);
    }
    expect(trader.sent()).toEqual([]);

    trader.stand(FALLEN);
    expect(await trader.isBought()).toBe(true);
  });

  it("S10: buys nothing at the newest price when it is older than fifteen seconds", async () => {
    const trader = await workerOnSockets();
    const { market, world } = trader;
    trader.isMute = true;
    for (let second = 0; second < 30; second += 1) {
      market.tell("MSFT", { price: DOLLARS, at: world.clock.now() });
      await trader.pass(1);
    }
    market.tell(AAPL, { price: FALLEN, at: (world.clock.now() - 20_000) as Instant });
    await trader.pass(5);
    expect(trader.sent()).toEqual([]);

    market.tell(AAPL, { price: FALLEN, at: world.clock.now() });
    await trader.pass(5);
    expect(trader.sent()).toEqual(["buy AAPL"]);
  });

  it("S13: buys nothing on a provider that may only be shown, and goes back to its own", async () => {
    const trader = await workerOnSockets();
    loseStream(trader);
    await trader.pass(UNDISPUTED_SECONDS);
    trader.stand(FALLEN);
    await trader.pass(60);
    await trader.byHand("buy");
    expect(trader.sent()).toEqual([]);

    trader.market.stream.manner = "sound";
    expect(await trader.isBought()).toBe(true);
  });

  it("S13: buys nothing because another provider says less, and buys when that one falls", async () => {
    const trader = await workerOnSockets({ isYahooForOrders: true });
    const { yahoo } = trader.market;
    yahoo.breakCalls("hang-up");
    loseStream(trader);
    await trader.pass(UNDISPUTED_SECONDS);
    trader.stand(FALLEN);
    yahoo.mendCalls();
    // By then it was asked again.
    await trader.pass(180);
    expect(trader.sent()).toEqual([]);

    trader.stand(FALLEN * 0.955);
    expect(await trader.isBought()).toBe(true);
  });

  it.each(["silence", "half", "page", "huge", "gateway"] as const)(
    "S14: sells by hand and buys nothing while one is away and the other answers with %s",
    async (fault) => {
      const trader = await workerOnSockets({ isYahooForOrders: true });
      const { alpaca, stream, yahoo } = trader.market;
      alpaca.breakCalls(fault);
      yahoo.breakCalls(fault);
      loseStream(trader);
      trader.stand(FALLEN);
      await trader.pass(UNDISPUTED_SECONDS);
      await trader.byHand("buy");
      await trader.byHand("sell");
      expect(trader.sent()).toEqual(["sell MSFT"]);

      // The one it fell from comes back: what another says of the same fall begins the trail anew.
      alpaca.mendCalls();
      stream.manner = "sound";
      expect(await trader.isBought()).toBe(true);
    },
  );

  it("S16: lets prices of before the bell move nothing, and buys on those after it", async () => {
    // A Wednesday, 9:26 in New York.
    const startsAt = instant(Date.UTC(2026, 2, 11, 13, 26));
    const trader = await workerOnSockets({ startsAt, calendar: NYSE_CALENDAR });
    trader.stand(DOLLARS * 1.1);
    await trader.pass(60);
    trader.stand(DOLLARS * 1.05);
    await trader.pass(5 * 60);
    expect(trader.sent()).toEqual([]);

    trader.stand(DOLLARS);
    expect(await trader.isBought()).toBe(true);
  });
});
