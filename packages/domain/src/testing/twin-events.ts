import fc from "fast-check";
import type { Ticker } from "../market.ts";
import { moves, riskLimits, strategies } from "./arbitraries.ts";
import { THRESHOLDS } from "./naive-account.ts";

export const TWIN_TICKERS = ["MSFT", "AAPL", "XOM", "F"] as Ticker[];

const slots = fc.nat({ max: TWIN_TICKERS.length - 1 });

/** A price at one of the rules' own thresholds, or a ten-thousandth of a dollar beside it. */
const aims = fc.record({
  at: fc.constantFrom(...THRESHOLDS),
  besideBy: fc.constantFrom(-1, 0, 0, 0, 1),
});

const priceEvent = fc.record({
  kind: fc.constant("prices" as const),
  afterMs: fc.constantFrom(0, 1, 1_000, 30_000, 60_000, 600_000),
  inSession: fc.boolean().chain((rare) => (rare ? fc.boolean() : fc.constant(true))),
  rows: fc.array(
    fc.record({ slot: slots, moveBps: moves, aim: fc.option(aims, { nil: undefined }) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  ),
});

const fillEvent = fc.record({
  kind: fc.constant("fill" as const),
  slot: slots,
  tenths: fc.integer({ min: 1, max: 15 }),
  moveBps: fc.integer({ min: -100, max: 100 }),
  fee: fc.constantFrom(0, 350),
});

const manualEvent = fc.record({
  kind: fc.constant("manual-fill" as const),
  slot: slots,
  side: fc.constantFrom("buy" as const, "sell" as const),
  quantity: fc.integer({ min: 1, max: 30 }),
  moveBps: moves,
});

const rareEvent = fc.oneof(
  fc.record({ kind: fc.constant("next-session" as const), days: fc.constantFrom(1, 1, 7, 21) }),
  fc.record({ kind: fc.constant("deposit" as const), amount: fc.integer({ min: -1e8, max: 1e8 }) }),
  fc.record({ kind: fc.constant("strategy" as const), strategy: strategies }),
  fc.record({ kind: fc.constant("limits" as const), limits: riskLimits }),
  fc.record({
    kind: fc.constant("automation" as const),
    automation: fc.constantFrom(
      "on" as const,
      "on" as const,
      "off" as const,
      "exits-only" as const,
    ),
  }),
  fc.record({
    kind: fc.constant("split" as const),
    slot: slots,
    ratio: fc.constantFrom([2, 1], [3, 2], [10, 1], [1, 8]),
  }),
  fc.record({ kind: fc.constant("pattern" as const), slot: slots, isSeen: fc.boolean() }),
  fc.record({ kind: fc.constant("unmanage" as const), slot: slots }),
  fc.record({ kind: fc.constant("other-order" as const), slot: slots }),
);

const endEvent = fc.record({ kind: fc.constant("end-order" as const), slot: slots });

const twinEvents = fc.oneof(
  { weight: 12, arbitrary: priceEvent },
  { weight: 5, arbitrary: fillEvent },
  { weight: 2, arbitrary: endEvent },
  { weight: 1, arbitrary: manualEvent },
  { weight: 2, arbitrary: rareEvent },
);

/** What an account lives through: up to `length` events, and not the few fast-check begins with. */
export const lives = (length: number): fc.Arbitrary<TwinEvent[]> =>
  fc.array(twinEvents, { maxLength: length, size: "max" });

export type TwinEvent = typeof twinEvents extends fc.Arbitrary<infer Event> ? Event : never;
