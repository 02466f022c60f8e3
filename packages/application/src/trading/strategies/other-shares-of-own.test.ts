import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { bps, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import type { Activity } from "../../ports/activity.ts";
import type { Strategies } from "../../ports/strategies.ts";
import type { Strategy, Target } from "../../research/own-strategy/strategy-interface.ts";
import { type HandMarket, handMarket } from "../../testing/hand-market.ts";
import { inProcessStrategies } from "../../testing/in-process-strategies.ts";
import { INSTALLED, install, OWN_STARTS_AT } from "../../testing/own-strategy-world.ts";
import { stopped } from "../../testing/started-worker.ts";
import {
  AAPL,
  dollars,
  holdShares,
  inTime,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { reconcileAccount } from "../reconciliation/reconcile-account.ts";

/** Trades on a close of less than half of the one before. */
const onAFall = (wanted: Target): Strategy => ({
  forEachSymbol: () => {
    let before = 0;
    return ({ close }) => {
      const hasFallen = close < before / 2;
      before = close;
      return hasFallen ? wanted : undefined;
    };
  },
});

describe("a strategy of the owner's", () => {
  it("sells nothing for a split, which it takes for no fall: it begins anew", async () => {
    const { split, begun, ordered, pass, end } = await traded(onAFall({ shares: 0 }));
    await pass(3);

    split();
    await pass(4);

    expect(await ordered()).toEqual([]);
    expect(begun()).toBe(2);
    await end();
  });

  it("sells nothing for a split that another process has booked", async () => {
    const { bookElsewhere, split, begun, ordered, pass, end } = await traded(
      onAFall({ shares: 0 }),
    );
    await pass(3);

    split();
    await bookElsewhere();
    await pass(4);

    expect(await ordered()).toEqual([]);
    expect(begun()).toBe(2);
    await end();
  });

  it("buys nothing for a split of what is watched and not held", async () => {
    const { stand, ordered, pass, end } = await traded(onAFall({ shares: 5 }), {
      held: 0,
      cash: 20_000,
    });
    await pass(3);

    stand(10);
    await pass(6);

    expect(await ordered()).toEqual([]);
    await end();
  });

  it("wants no count any more that was of the shares before a split", async () => {
    // One more than there is money for, so that it stands.
    const { split, ordered, pass, end } = await traded(once({ shares: 11 }));
    await pass(3);

    split();
    await pass(4);

    expect(await ordered()).toEqual([]);
    await end();
  });

  it.each([
    ["dollars", { dollars: 1_200 }],
    ["a risk", { risk: 0.012, distance: 100 }],
  ])("wants as many shares for %s as that is when it is acted on", async (_, wanted) => {
    const { stand, slow, ordered, pass, end } = await traded(once(wanted), {
      held: 0,
      cash: 100_000,
    });
    slow(0.9);
    await pass(2.5);
    stand(110);
    await pass(2);

    const [order] = await ordered();
    expect(order).toMatchObject({ side: "buy", quantity: "dollars" in wanted ? 10 : 12 });
    await end();
  });

  it("is not heard on what it was asked before a split, and answers after it", async () => {
    const { split, slow, ordered, pass, end } = await traded(once({ shares: 5 }));

    slow(0.9);
    await pass(2.5);
    split();
    await pass(6);

    expect(await ordered()).toEqual([]);
    await end();
  });
});

/** Said at the first close there is, however often it begins. */
function once(wanted: Target): Strategy {
  let isSaid = false;
  return {
    forEachSymbol: () => () => {
      if (isSaid) return undefined;
      isSaid = true;
      return wanted;
    },
  };
}

/** An account that a strategy trades, with ten shares of $100 and little cash. */
async function traded(strategy: Strategy, { held = 10, cash = 50 } = {}) {
  let market: HandMarket | undefined;
  let thinkMs = 0;
  const inner = inProcessStrategies(strategy);
  const strategies: Strategies = {
    begin(installed, tickers) {
      const running = inner.begin(installed, tickers);
      return {
        ...running,
        async ask(closed) {
          const answer = await running.ask(closed);
          if (0 < thinkMs) await world.clock.sleep(thinkMs);
          return answer;
        },
      };
    },
  };
  const world = await openTestWorld({
    tickers: [AAPL],
    startsAt: OWN_STARTS_AT,
    cash: dollars(cash),
    market(clock) {
      market = handMarket(clock, [AAPL], 100);
      return market;
    },
    limits: { maxPositionBps: bps(10_000), coolDownSec: 0 },
    strategies,
  });
  if (0 < held) await holdShares(world, AAPL, held, true);
  await install(world, INSTALLED);
  const process = world.start();
  const { needs } = world.open(1);
  return {
    begun: () => inner.begun,
    ordered: async () =>
      (await ordersOf(world)).map(({ quantity, side, status }) => ({ quantity, side, status })),
    pass: (minutes: number) => world.clock.pass(minutes * MINUTE_MS),
    stand: (at: number) => market!.stand(at),
    slow(minutes: number) {
      thinkMs = minutes * MINUTE_MS;
    },
    /** One share becomes ten. */
    split() {
      const now: Instant = world.clock.now();
      befall(
        world.venue,
        {
          ...{ kind: "split", id: "split-1", at: now, ticker: AAPL, ratio: { from: 1, to: 10 } },
          ...{ before: shares(10), after: shares(100) },
        } as Activity,
        now,
      );
      market!.stand(10);
    },
    bookElsewhere: () =>
      inTime(world, reconcileAccount(needs, openNotFoundWatch())(world.accountId)),
    end: () => stopped(world, process),
  };
}
