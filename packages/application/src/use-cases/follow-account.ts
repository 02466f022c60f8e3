import type { Intent } from "@sevenfold/domain/decide";
import type { Print } from "@sevenfold/domain/market";
import { placeDrafts, takeUp } from "./act-on-intents.ts";
import { agreeWithRows } from "./agree-with-rows.ts";
import type { FollowOptions } from "./attach-account.ts";
import { followPrices } from "./follow-prices.ts";
import type { FollowedAccount } from "./followed-account.ts";
import { hearBroker } from "./hear-broker.ts";
import {
  beat,
  holdLease,
  keepAccount,
  keepReconciled,
  keepRows,
  noteRefreshed,
} from "./keep-account.ts";
import { keepStops } from "./keep-stops.ts";
import { syncOrders } from "./sync-orders.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { pricesOf } from "./venue-prices.ts";
import { LeaseLost } from "./write-as-worker.ts";

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
    if (error instanceof LeaseLost) log.warn("lease-lost", { accountId, during });
    else {
      failed = true;
      log.error("account-stopped", { accountId, during, error: textOf(error) });
    }
    ending.abort();
  };
  const guarded = async (during: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      fail(during, error);
    }
  };

  /** What is being written or sent: no more than one order of a symbol. */
  const underWay = new Set<Promise<void>>();
  const track = (work: () => Promise<void>) => {
    const tracked = guarded("placing orders", work).finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  };
  let isPlacing = false;
  const place = async () => {
    try {
      await placeDrafts(needs, followed, (answer) => track(() => answer));
    } finally {
      isPlacing = false;
    }
  };
  const act = (intents: readonly Intent[]) => {
    takeUp(followed, intents);
    if (intents.length === 0 || isPlacing) return;
    isPlacing = true;
    track(place);
  };

  const loops = Promise.all([
    guarded("hearing the broker", () => hearBroker(needs, followed)),
    guarded("beating", () => beat(needs, followed)),
    guarded("reconciling", () => keepReconciled(needs, followed)),
    guarded("keeping stops", () => keepStops(needs, followed, track)),
    guarded("upkeep", () => keepAccount(needs, followed)).finally(() => ending.abort()),
    guarded("holding the lease", () => holdLease(needs, options, followed)).finally(() =>
      ending.abort(),
    ),
  ]);

  const finish = async (): Promise<"over" | "failed"> => {
    await isAborted(ending.signal);
    // A broker that is slow to answer holds nobody up: its answer is found out later.
    const settled = Promise.all([loops, ...underWay]);
    await Promise.race([settled, needs.clock.sleep(SETTLE_MS)]);
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
        if ((await noteRefreshed(needs, followed)) === "over") ending.abort();
      });
    },
    ended: finish(),
  };
}

const isAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
