import type { Intent } from "@sevenfold/domain/decide";
import type { Announcer } from "../../ports/announcer.ts";
import type { TakenBack } from "../../ports/market-data.ts";
import { agreeWithRows } from "../account/agree-with-rows.ts";
import { fencedStorage } from "../account/fenced-storage.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { LeaseLost } from "../account/write-as-worker.ts";
import { placeDrafts, takeUp } from "../decisions/act-on-intents.ts";
import { followPrices } from "../decisions/follow-prices.ts";
import { originOf } from "../decisions/journal-decisions.ts";
import { syncOrders } from "../decisions/sync-orders.ts";
import { beginAnew, takePricesBack } from "../decisions/take-prices-back.ts";
import type { OrderLine } from "../placing/order-line.ts";
import type { BoardEars } from "../prices/board-ears.ts";
import type { PriceBoard } from "../prices/price-board.ts";
import { keepStops } from "../stops/keep-stops.ts";
import { keepStrategy } from "../strategies/keep-strategy.ts";
import type { Beats } from "./beats.ts";
import { hearBroker } from "./hear-broker.ts";
import {
  heartbeat,
  keepAccount,
  keepReconciled,
  keepRows,
  noteRefreshed,
  ringWhenDue,
  type Upkeep,
} from "./keep-account.ts";

/** An account in the worker's hands. Nothing it does can throw at the worker. */
export interface AccountRun {
  readonly followed: FollowedAccount;
  /** Where its prices come from. */
  readonly board: PriceBoard;
  /** Prices of its own market. */
  hear: BoardEars["hear"];
  /** Some of them never were. */
  takeBack(prints: readonly TakenBack[]): void;
  /** Its orders were changed by somebody else. */
  ordersChanged(): void;
  /** Its cash or its holdings were. */
  holdingsChanged(): void;
  /** Its settings, watchlist or status were. */
  settingsChanged(): void;
  /** Why it ended, once all it was doing has come to rest. Never rejects. */
  readonly ended: Promise<"over" | "failed">;
}

/** What the accounts of a worker ask and write together. */
export interface WorkTogether extends Upkeep {
  readonly beats: Beats;
  readonly orderLine: OrderLine;
}

/** How long what is being sent may take to end when the account ends. */
const DRAIN_MS = 10_000;

/** How often an account that somebody is writing for is saved at its end, and how long after. */
const LAST_SAVES_MAX = 5;
const LAST_SAVE_MS = 100;

export function followAccount(
  unfenced: TradingNeeds,
  followed: FollowedAccount,
  { beats, orderLine, ...upkeep }: WorkTogether,
): AccountRun {
  const { log } = unfenced;
  const storage = fencedStorage(unfenced.storage, followed.lease);
  // What its own work is about to take into the book is read for nothing when it is announced.
  let isOwnWord = false;
  const ownAnnouncer: Announcer = {
    ...unfenced.announcer,
    announce(announcement) {
      isOwnWord = true;
      try {
        unfenced.announcer.announce(announcement);
      } finally {
        isOwnWord = false;
      }
    },
  };
  const needs = { orderLine, ownAnnouncer, ...unfenced, storage };
  const { ending, id: accountId, mutex } = followed;
  let failed = false;
  // Asked at each price of each account: a signal takes longer to say so.
  let isOver = ending.signal.aborted;
  ending.signal.addEventListener("abort", () => {
    isOver = true;
  });

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

  /** What is being written, read or sent, of orders no more than one of a symbol. */
  const underWay = new Set<Promise<void>>();
  const trackAs = (what: string, work: () => Promise<unknown>) => {
    const tracked = guarded(what, work).finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  };
  const track = (work: () => Promise<void>) => trackAs("placing orders", work);
  let isPlacing = false;
  const place = async () => {
    try {
      await placeDrafts(needs, followed, (answer) => track(() => answer));
    } finally {
      isPlacing = false;
    }
  };
  const act = (intents: readonly Intent[]) => {
    takeUp(followed, intents, (ticker) => originOf(needs.prices, ticker));
    if (intents.length === 0 || isPlacing) return;
    isPlacing = true;
    track(place);
  };

  const loops = Promise.all([
    guarded("hearing the broker", () =>
      hearBroker({ ...needs, announcer: ownAnnouncer }, followed),
    ),
    guarded("reconciling", () => keepReconciled(needs, followed)),
  ]);

  const strategy = keepStrategy(needs, followed, act);
  const rows = keepAccount(needs, followed, upkeep);
  const beat = () => {
    heartbeat(needs, followed);
    ringWhenDue(needs, followed);
    keepStops(needs, followed, track);
    const asking = strategy();
    if (asking) trackAs("asking the strategy", () => asking);
    const round = rows();
    if (round)
      trackAs("upkeep", async () => {
        if ((await round) === "over") ending.abort();
      });
  };
  beats.join(() => {
    try {
      beat();
    } catch (error) {
      fail("the heartbeat", error);
    }
  }, ending.signal);

  const finish = async (): Promise<"over" | "failed"> => {
    await isAborted(ending.signal);
    // A broker that is slow to answer holds nobody up: its answer is found out later.
    const drained = Promise.all([loops, ...underWay]);
    await Promise.race([drained, needs.clock.sleep(DRAIN_MS)]);
    // A book that failed is not worth keeping; its rows are what counts.
    if (!failed)
      await guarded("saving", async () => {
        const isThere = await needs.storage.read.accounts.byId(accountId);
        if (!isThere) return;
        for (
          let count = 1;
          (await keepRows(needs, followed, upkeep.together)) === "busy";
          count += 1
        ) {
          if (count === LAST_SAVES_MAX) return;
          await needs.clock.sleep(LAST_SAVE_MS);
        }
      });
    needs.prices.prefer(accountId, []);
    return failed ? "failed" : "over";
  };

  return {
    followed,
    board: needs.prices,
    hear(prints, anew) {
      if (isOver) return;
      try {
        if (anew) beginAnew(followed, prints, anew);
        act(followPrices(needs, followed, prints));
      } catch (error) {
        fail("deciding", error);
      }
    },
    takeBack(prints) {
      if (ending.signal.aborted) return;
      void guarded("taking prices back", () => takePricesBack(needs, followed, prints));
    },
    ordersChanged() {
      // One that waits will read what this one would.
      if (isOwnWord || followed.isSyncWaiting || ending.signal.aborted) return;
      followed.isSyncWaiting = true;
      void guarded("reading orders", () =>
        mutex.take(() => {
          followed.isSyncWaiting = false;
          return syncOrders(needs, followed);
        }),
      );
    },
    holdingsChanged() {
      if (isOwnWord || followed.isCheckWaiting || ending.signal.aborted) return;
      followed.isCheckWaiting = true;
      void guarded("reading holdings", () =>
        mutex.take(() => {
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
