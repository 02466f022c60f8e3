import type { Intent } from "@sevenfold/domain/decide";
import { bps, price } from "@sevenfold/domain/money";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { followPrices } from "../trading/decisions/follow-prices.ts";
import { openRecentMinutes, type RecentMinutes } from "../trading/prices/recent-minutes.ts";
import { attachAccount } from "../trading/session/attach-account.ts";
import { AAPL, openTestWorld } from "./trading-world.ts";
import type { WorldShape } from "./world/world.ts";

export const WORKER = { workerId: "worker-1", collarBps: bps(300) };

interface Minutes {
  readonly minutes: RecentMinutes;
}

/** An account in a worker's hands, ready to send orders, and no trail yet. */
export async function attachedAccount(shape: Partial<WorldShape> = {}) {
  const world = await openTestWorld({ tickers: [AAPL], ...shape });
  const { needs } = world.open();
  const minutes = openRecentMinutes(needs);
  const attach = async (changed: Partial<Pick<TradingNeeds, "clock"> & Minutes> = {}) => {
    const account = (await world.storage.read.accounts.byId(world.accountId))!;
    const followed = await attachAccount({ ...needs, minutes, ...changed }, WORKER, account);
    return followed!;
  };
  const followed = await attach();
  followed.isStreamConnected = true;
  followed.isReconciled = true;
  await world.clock.pass(0);
  return {
    world,
    needs,
    followed,
    /** The account as a worker would take it up now, from its rows; by a clock and minutes of its own, if they are given. */
    attachAnew: attach,
    see: (dollars: number): readonly Intent[] =>
      followPrices(needs, followed, [
        { ticker: AAPL, price: price(Math.round(dollars * 10_000)), at: world.clock.now() },
      ]),
  };
}
