import type { Account } from "../../ports/stores/account.ts";
import type { Pulse } from "../account/pulse.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { openRecentMinutes, type RecentMinutes } from "../prices/recent-minutes.ts";
import { inMarketOf } from "../prices/venue-prices.ts";
import type { AccountRun } from "./follow-account.ts";
import { PricedAccounts } from "./priced-accounts.ts";

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
  if (own.marketData === needs.marketData) return { minutes: builtIn, ...own };
  return { minutes: real ?? openRecentMinutes(own), ...own };
}

export interface HeardMarkets {
  /** Hands the account the prices of its own market, until its end begins. */
  join(run: AccountRun): void;
  end(): void;
}

/** Hands each account the prices of its own market. */
export function hearMarkets(
  needs: TradingNeeds & { readonly pulse: Pulse },
  runs: ReadonlyMap<string, AccountRun>,
): HeardMarkets {
  const { clock, pulse, realMarket } = needs;
  const heard = [{ board: needs.prices, isOwn: () => true }];
  if (realMarket)
    heard.push({ board: realMarket.prices, isOwn: () => realMarket.prices.feed().isForOrders });
  const markets = heard.map(({ board, isOwn }) => {
    const accounts = new PricedAccounts({ clock, isOwn, pulse });
    const unhear = board.listen(
      (prints, anew) => accounts.hear(prints, anew),
      (prints) => {
        for (const run of runs.values()) if (run.board === board) run.takeBack(prints);
      },
    );
    return { accounts, board, unhear };
  });
  return {
    join(run) {
      markets.find(({ board }) => board === run.board)?.accounts.join(run);
    },
    end() {
      for (const { unhear } of markets) unhear();
    },
  };
}
