import { MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { befall } from "../broker-kit/simulated/simulated-activities.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { runSale } from "../trading/sales/run-sale.ts";
import { sellAll } from "../trading/sales/sell-all.ts";
import { saleOf } from "./sale-of-many.ts";
import { AAPL, holdShares, inTime, MSFT, openTestWorld } from "./trading-world.ts";
import type { World } from "./world/world.ts";

/** So long the venue says nothing of the split. */
export const TOLD_AFTER_MS = 5 * MINUTE_MS;

/** Ten shares of each, of which the one became five just now, or as many as the ratio says. */
export async function splitWorld(ratio = { from: 2, to: 1 }) {
  const world = await openTestWorld({ automationEnabled: false, tickers: [AAPL, MSFT] });
  for (const ticker of [AAPL, MSFT]) await holdShares(world, ticker, 10, true);
  const process = world.start();
  await world.clock.pass(2 * MINUTE_MS);
  const now = world.clock.now();
  befall(
    world.venue,
    {
      ...{ kind: "split", id: "split-1", at: now, ticker: AAPL, ratio },
      ...{ before: shares(10), after: shares((10 * ratio.to) / ratio.from) },
    },
    now,
    { lateMs: TOLD_AFTER_MS },
  );
  return { process, world };
}

/** The broker says what it holds only after the first orders of the sale were sent. */
export async function beginUnanswered(world: World, needs: TradingNeeds): Promise<string> {
  const silent = { isSilent: true };
  const id = await begin(world, withSilence(needs, silent));
  await world.clock.pass(4_000);
  silent.isSilent = false;
  return id;
}

/** What the sale asks for its holdings stays without an answer. */
export const withSilence = (
  needs: TradingNeeds,
  silent: { readonly isSilent: boolean },
): TradingNeeds => ({
  ...needs,
  brokers: {
    ...needs.brokers,
    async connect(accountId) {
      const broker = await needs.brokers.connect(accountId);
      return {
        ...broker,
        positions: () => (silent.isSilent ? new Promise(() => undefined) : broker.positions()),
      };
    },
  },
});

/** For so long from now the broker shows other numbers of shares. */
export function showing(
  { clock }: World,
  needs: TradingNeeds,
  { ms, shown }: { readonly ms: number; readonly shown: ReadonlyMap<Ticker, number> },
): TradingNeeds {
  const until = clock.now() + ms;
  const connect: TradingNeeds["brokers"]["connect"] = async (accountId) => {
    const broker = await needs.brokers.connect(accountId);
    const positions = async () => {
      const all = await broker.positions();
      if (until <= clock.now()) return all;
      return all.map((one) => ({
        ...one,
        quantity: shares(shown.get(one.ticker) ?? one.quantity),
      }));
    };
    return { ...broker, positions };
  };
  return { ...needs, brokers: { ...needs.brokers, connect } };
}

export async function begin(world: World, needs: TradingNeeds): Promise<string> {
  const answer = await inTime(world, sellAll(needs, runSale(needs))({ userId: world.userId }));
  if (!answer.ok) throw new Error(answer.refusal.kind);
  return answer.value.id;
}

export const sold = async (world: World, id: string) =>
  (await saleOf(world, id)).items.map(({ sold, state, ticker }) => [ticker, sold, state]);
