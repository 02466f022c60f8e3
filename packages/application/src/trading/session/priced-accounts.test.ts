import { changeStrategy, restorePosition } from "@sevenfold/domain/book";
import type { Instant, Print } from "@sevenfold/domain/market";
import { bps, type Money, price, shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AAPL, MSFT, openTestWorld } from "../../testing/trading-world.ts";
import { bookToRead, openBookInHand } from "../account/book-in-hand.ts";
import { type FollowedAccount, hasPaused } from "../account/followed-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { followPrices } from "../decisions/follow-prices.ts";
import { noteVerdicts } from "../decisions/journal-decisions.ts";
import { openRecentMinutes } from "../prices/recent-minutes.ts";
import { attachAccount } from "./attach-account.ts";
import { PricedAccounts } from "./priced-accounts.ts";

const TICKERS = [AAPL, MSFT];

describe("priced accounts", () => {
  it("come to the same as if every price were handed to each of them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happenings, { maxLength: 80, size: "max" }), async (all) => {
        const handed = await lived(all, "every price");
        const asked = await lived(all, "what concerns it");
        expect(asked.told).toEqual(handed.told);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it("are asked seldom while nothing happens", async () => {
    const calm = Array.from({ length: 200 }, (_, index) => ({
      kind: "prices" as const,
      rows: [{ symbol: index % 2, dollars: 100 + (index % 7) / 10 }],
      ageMs: 0 as const,
    }));
    const { hears } = await lived(calm, "what concerns it");
    expect(hears).toBeLessThan(5);
  });

  it("begin the day that has come before the first price of it", async () => {
    const { accounts, followed, needs, print, stall } = await attached();
    accounts.hear([print(0, 100)]);
    Object.assign(followed, { book: followed.book, sessionUntil: needs.clock.now() + 1_000 });
    accounts.hear([print(0, 100)]);
    accounts.hear([print(0, 100)]);
    stall(1_000);
    accounts.hear([print(0, 100)]);
    expect(followed.sessionFrom).toBe(needs.clock.now());
  });

  it.each([0, 64])(
    "halt their day as they lose, also after %i others have joined",
    async (others) => {
      const { accounts, followed, needs, print } = await attached(others);
      happen(followed, { kind: "hold", symbol: 0, held: 300 }, needs, []);
      accounts.hear([print(0, 100)]);
      const { book } = followed;
      book.baseline = book.equity;
      for (let dollars = 100; 80 < dollars; dollars -= 0.5) accounts.hear([print(0, dollars)]);

      expect(followed.inHand.known.halted).toBe(true);
    },
  );

  it("are asked at their own triggers once another has left that came before", async () => {
    const { accounts, attach, followed, needs, print } = await attached();
    const second = await attach();
    let hears = 0;
    accounts.join({
      followed: second,
      hear(prints) {
        hears += 1;
        followPrices(needs, second, prints);
      },
    });
    for (let count = 0; count < 2; count += 1) accounts.hear([print(0, 100)]);
    followed.ending.abort();
    happen(second, { kind: "hold", symbol: 0, held: 300 }, needs, []);
    accounts.hear([print(0, 100)]);
    hears = 0;
    for (let dollars = 100; dollars < 130; dollars += 0.5) accounts.hear([print(0, dollars)]);

    expect(hears).toBeGreaterThan(0);
  });

  it("leave nothing behind that a price could be asked of", async () => {
    const { accounts, attach, followed, print } = await attached();
    const second = await attach();
    accounts.join({ followed: second, hear: () => undefined });
    for (let count = 0; count < 2; count += 1) accounts.hear([print(0, 100)]);
    followed.ending.abort();

    expect(() => accounts.hear([print(0, 50)])).not.toThrow();
  });

  it("hear nothing more once their end has begun, and keep what they heard before", async () => {
    const { accounts, attach, followed, print } = await attached();
    // For whom prices go on.
    accounts.join({ followed: await attach(), hear: () => undefined });
    accounts.hear([print(0, 100)]);
    accounts.hear([print(0, 101)]);
    followed.ending.abort();
    accounts.hear([print(0, 102)]);
    expect(followed.book.high[0]).toBe(1_010_000);
  });
});

const dollars = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 990, max: 1_010 }) },
  { weight: 2, arbitrary: fc.integer({ min: 900, max: 1_100 }) },
  { weight: 1, arbitrary: fc.integer({ min: 400, max: 1_600 }) },
);
const happenings = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("prices" as const),
      rows: fc.array(
        fc.record({
          symbol: fc.nat({ max: 1 }),
          dollars: dollars.map((dimes) => dimes / 10),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      ageMs: fc.constantFrom(0, 0, 0, 0, 0, 20_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("look" as const) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("beat" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      ms: fc.constantFrom(1, 1_000, 3_000, 6_000, 24 * 3_600_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("watch" as const),
      count: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("hold" as const),
      symbol: fc.nat({ max: 1 }),
      held: fc.constantFrom(0, 1, 300),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("strategy" as const),
      mode: fc.constantFrom("SIMPLE" as const, "TRAILING" as const, "HYBRID" as const),
    }),
  },
);
type Happening = typeof happenings extends fc.Arbitrary<infer One> ? One : never;

/** What an account decided, and what it was wherever somebody looked. */
async function lived(all: readonly Happening[], handed: "every price" | "what concerns it") {
  const { accounts, followed, hears, needs, print, stall, told } = await attached();
  for (const each of all) {
    if (each.kind === "prices") {
      const prints = each.rows.map((row) => print(row.symbol, row.dollars, each.ageMs));
      if (handed === "what concerns it") accounts.hear(prints);
      else told.push(...followPrices(needs, followed, prints));
    } else if (each.kind === "wait") stall(each.ms);
    else happen(followed, each, needs, told);
  }
  happen(followed, { kind: "look" }, needs, told);
  return { hears: hears(), told };
}

function happen(
  followed: FollowedAccount,
  event: Exclude<Happening, { kind: "prices" | "wait" }>,
  needs: TradingNeeds,
  told: unknown[],
): void {
  if (event.kind === "beat") beat(followed, needs);
  else if (event.kind === "watch") {
    followed.watched = new Set(TICKERS.slice(0, event.count));
    void followed.book;
  } else if (event.kind === "hold")
    restorePosition(followed.book, event.symbol, {
      held: shares(event.held),
      costBasis: (event.held * 1_000_000) as Money,
      managed: true,
    });
  else if (event.kind === "strategy")
    changeStrategy(followed.book, { ...followed.book.strategy, mode: event.mode });
  else {
    noteVerdicts(followed, needs.clock.now());
    const { heardAt, journal } = followed;
    told.push(structuredClone({ book: bookToRead(followed), lines: journal.pending }));
    told.push([...heardAt]);
  }
}

/** What the account's heartbeat does about a process that stood still. */
function beat(followed: FollowedAccount, { clock }: TradingNeeds): void {
  if (hasPaused(followed, clock.monotonicMs())) followed.pausesKnown = followed.pulse.pauses;
}

async function attached(others = 0) {
  const world = await openTestWorld({ tickers: TICKERS });
  const { needs } = world.open();
  const account = (await world.storage.read.accounts.byId(world.accountId))!;
  const attach = async () => {
    const attached = (await attachAccount(
      { ...needs, minutes: openRecentMinutes(needs) },
      { workerId: "worker-1", collarBps: bps(300) },
      account,
    ))!;
    return Object.assign(attached, { isStreamConnected: true, isReconciled: true });
  };
  const followed = await attach();
  await world.clock.pass(0);
  const told: unknown[] = [];
  let hears = 0;
  const accounts = new PricedAccounts({
    ...{ clock: needs.clock, isOwn: () => true, pulse: followed.pulse },
  });
  // Handed every price, as those are that are in no session.
  for (let count = 0; count < others; count += 1) {
    const inHand = openBookInHand(followed.inHand.known);
    const other = { ...followed, inHand, session: undefined, ending: new AbortController() };
    accounts.join({ followed: other, hear: () => undefined });
  }
  accounts.join({
    followed,
    hear(prints) {
      hears += 1;
      told.push(...followPrices(needs, followed, prints));
    },
  });
  const print = (symbol: number, each: number, ageMs = 0): Print => ({
    ticker: TICKERS[symbol]!,
    price: price(Math.round(each * 10_000)),
    at: (world.clock.now() - ageMs) as Instant,
  });
  const stall = (ms: number) => world.clock.stall(ms);
  return { accounts, attach, followed, hears: () => hears, needs, print, stall, told };
}
