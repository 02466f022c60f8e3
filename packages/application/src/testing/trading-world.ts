import { scheduler } from "node:timers/promises";
import type { Intent } from "@sevenfold/domain/decide";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import {
  bps,
  type Money,
  money,
  type Price,
  shares,
  UNITS_PER_DOLLAR,
} from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import type { Broker } from "../ports/broker.ts";
import type { AutomatedDraft, ManualDraft } from "../trading/account/order-draft.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { oneByOne } from "./one-by-one.ts";
import { openWorld, type SimulatedProcess, type World, type WorldShape } from "./world/world.ts";

/** Resolves when all that was waiting for nothing but its turn has had it: time is not involved. */
export const drain = (): Promise<void> => scheduler.yield();

export const openTestWorld = (shape: Partial<WorldShape> = {}): Promise<World> =>
  openWorld({ seed: 11, drain, ...shape });

/** The answer of work that takes time, while up to a minute of it passes. */
export async function inTime<Value>(
  { clock }: Pick<World, "clock">,
  work: Promise<Value>,
): Promise<Value> {
  let done: { readonly value: Value } | undefined;
  const noted = work.then((value) => {
    done = { value };
  });
  // It may reject while time passes, and is told so at the end.
  noted.catch(() => undefined);
  for (let second = 0; second < 60 && done === undefined; second += 1) await clock.pass(1_000);
  await noted;
  return done!.value;
}

export const AAPL = "AAPL" as Ticker;
export const MSFT = "MSFT" as Ticker;
export const TSLA = "TSLA" as Ticker;

export const dollars = (amount: number): Money => money(Math.round(amount * UNITS_PER_DOLLAR));

export const manualDraft = (world: World, draft: Partial<ManualDraft> = {}): ManualDraft => ({
  origin: "manual",
  accountId: world.accountId,
  userId: world.userId,
  ticker: AAPL,
  side: "buy",
  quantity: shares(10),
  ...draft,
});

/** A decision to enter or leave at the price of now, under a lease just taken. */
export async function automatedDraft(
  world: World,
  process: SimulatedProcess,
  intent: Partial<Intent> = {},
): Promise<AutomatedDraft> {
  const at = world.clock.now();
  const lease = await oneByOne(process.needs.storage).leases.acquire({
    accountId: world.accountId,
    owner: "test-worker",
    durationMs: 60_000,
  });
  const ticker = intent.ticker ?? AAPL;
  const price = world.market.priceAt(ticker, at);
  const quantity = intent.quantity ?? shares(10);
  const side = intent.side ?? "buy";
  const each = Math.ceil(price * 1.03) as Price;
  return {
    origin: "automated",
    accountId: world.accountId,
    intent: {
      ticker,
      slot: 0,
      side,
      quantity,
      reason: side === "buy" ? "trail-drop" : "trail-rise",
      at,
      price,
      reference: price,
      trigger: price,
      reservedCash: side === "buy" ? money(each * quantity) : money(0),
      ...intent,
    },
    trailSince: 1 as Instant,
    coolDownUntil: 0 as Instant,
    equity: dollars(100_000),
    collarBps: bps(300),
    leaseEpoch: lease!.epoch,
    settingsVersion: 1,
    held: side === "buy" ? shares(0) : quantity,
  };
}

/** The needs of a process whose way to every venue leads to this broker. */
export const withBroker = (needs: TradingNeeds, broker: Broker): TradingNeeds => ({
  ...needs,
  brokers: { ...needs.brokers, connect: async () => broker },
});

/** Shares the account holds and the venue with it, as if bought long ago. */
export async function holdShares(
  { accountId, clock, storage, venue }: World,
  ticker: Ticker,
  count: number,
  isManaged: boolean,
): Promise<void> {
  const position = { quantity: shares(count), costBasis: dollars(100 * count) };
  venue.positions.set(ticker, position);
  await storage.transact((tables) =>
    tables.positions.put({ accountId, ticker, ...position, isManaged, updatedAt: clock.now() }),
  );
}

export const ordersOf = async ({ accountId, storage }: World): Promise<readonly Order[]> =>
  storage.read.orders.latest(accountId, 500);
