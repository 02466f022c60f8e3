import type { Account } from "../../ports/stores/account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { openRecentMinutes, type RecentMinutes } from "../prices/recent-minutes.ts";
import { inMarketOf } from "../prices/venue-prices.ts";
import type { AccountRun } from "./follow-account.ts";

/** What accounts that are taken up together need, in the market of each. */
export type AttachedNeeds = TradingNeeds & { readonly minutes: RecentMinutes };
export interface AttachedMarkets {
  readonly needs: TradingNeeds;
  readonly builtIn: RecentMinutes;
  readonly real: RecentMinutes | undefined;
}

/** Minutes that several accounts of a market ask for are asked of its provider once. */
export const attachedMarkets = (needs: TradingNeeds): AttachedMarkets => ({
  needs,
  builtIn: openRecentMinutes(needs),
  real: needs.realMarket && openRecentMinutes({ ...needs, ...needs.realMarket }),
});

export function marketOf(
  { builtIn, needs, real }: AttachedMarkets,
  account: Pick<Account, "venue">,
): AttachedNeeds {
  const own = inMarketOf(needs, account);
  if (own.marketData === needs.marketData) return { ...own, minutes: builtIn };
  return { ...own, minutes: real ?? openRecentMinutes(own) };
}

/** Hands each account the prices of its own market. Ends when the returned function is called. */
export function hearMarkets(
  needs: TradingNeeds,
  runs: ReadonlyMap<string, AccountRun>,
): () => void {
  const boards = [needs.prices, ...(needs.realMarket ? [needs.realMarket.prices] : [])];
  const unhear = boards.map((board) =>
    board.listen(
      (prints, anew) => {
        for (const run of runs.values()) if (run.board === board) run.hear(prints, anew);
      },
      (prints) => {
        for (const run of runs.values()) if (run.board === board) run.takeBack(prints);
      },
    ),
  );
  return () => {
    for (const end of unhear) end();
  };
}
