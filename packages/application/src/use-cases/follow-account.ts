import type { Intent } from "@sevenfold/domain/decide";
import type { Print } from "@sevenfold/domain/market";
import { actOnIntents } from "./act-on-intents.ts";
import { agreeWithRows } from "./agree-with-rows.ts";
import type { FollowOptions } from "./attach-account.ts";
import { decideWaiting, followPrices } from "./follow-prices.ts";
import type { FollowedAccount } from "./followed-account.ts";
import { hearBroker } from "./hear-broker.ts";
import { holdLease, keepAccount, keepRows } from "./keep-account.ts";
import { refreshAccount } from "./refresh-account.ts";
import { syncOrders } from "./sync-orders.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { pricesOf } from "./venue-prices.ts";

/** An account in the worker's hands. Nothing it does can throw at the worker. */
export interface AccountRun {
  readonly followed: FollowedAccount;
  hear(prints: readonly Print[]): void;
  /** Its orders were changed by somebody else. */
  ordersChanged(): void;
  /** Its cash or its holdings were. */
  holdingsChanged(): void;
  /** Its settings, watchlist or status were. */
  settingsChanged(): void;
  /** Why it ended, once all it was doing has come to rest. Never rejects. */
  readonly ended: Promise<"over" | "failed">;
}

/** How long what is being sent may take to settle when the account ends. */
const SETTLE_MS = 10_000;

export function followAccount(
  needs: TradingNeeds,
  options: FollowOptions,
  followed: FollowedAccount,
): AccountRun {
  const { log } = needs;
  const { ending, id: accountId, turns } = followed;
  let failed = false;

  const fail = (during: string, error: unknown) => {
    if (ending.signal.aborted && failed) return;
    failed = true;
    log.error("account-stopped", { accountId, during, error: textOf(error) });
    ending.abort();
  };
  const guarded = async (during: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      fail(during, error);
    }
  };

  const act = (intents: readonly Intent[]) => {
    if (intents.length === 0) return;
    followed.acting = guarded("acting", async () => {
      let due = intents;
      while (0 < due.length) {
        await actOnIntents(needs, followed, due);
        due = ending.signal.aborted ? [] : decideWaiting(needs, followed);
      }
    }).finally(() => {
      followed.acting = undefined;
    });
  };

  const loops = Promise.all([
    guarded("hearing the broker", () => hearBroker(needs, followed)),
    guarded("upkeep", () => keepAccount(needs, followed)).finally(() => ending.abort()),
    guarded("holding the lease", () => holdLease(needs, options, followed)).finally(() =>
      ending.abort(),
    ),
  ]);

  const finish = async (): Promise<"over" | "failed"> => {
    await loops;
    if (followed.acting) await Promise.race([followed.acting, needs.clock.sleep(SETTLE_MS)]);
    // A book that failed is not worth keeping; its rows are what counts.
    if (!failed)
      await guarded("saving", async () => {
        const isThere = await needs.storage.read.accounts.byId(accountId);
        if (isThere) await keepRows(needs, followed);
      });
    return failed ? "failed" : "over";
  };

  return {
    followed,
    hear(prints) {
      // The board's prices are the built-in exchange's: another venue's trails do not move by them.
      if (ending.signal.aborted || pricesOf(followed.account) === "none") return;
      try {
        act(followPrices(needs, followed, prints));
      } catch (error) {
        fail("deciding", error);
      }
    },
    ordersChanged() {
      // One that waits will read what this one would.
      if (followed.isSyncWaiting || ending.signal.aborted) return;
      followed.isSyncWaiting = true;
      void guarded("reading orders", () =>
        turns.take(() => {
          followed.isSyncWaiting = false;
          return syncOrders(needs, followed);
        }),
      );
    },
    holdingsChanged() {
      if (followed.isCheckWaiting || ending.signal.aborted) return;
      followed.isCheckWaiting = true;
      void guarded("reading holdings", () =>
        turns.take(() => {
          followed.isCheckWaiting = false;
          return agreeWithRows(needs, followed);
        }),
      );
    },
    settingsChanged() {
      if (ending.signal.aborted) return;
      void guarded("reading settings", async () => {
        if ((await refreshAccount(needs, followed)) === "over") ending.abort();
      });
    },
    ended: finish(),
  };
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
