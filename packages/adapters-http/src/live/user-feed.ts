import type { User } from "@sevenfold/application/ports/stores/user-store";
import type { PriceBoard } from "@sevenfold/application/trading/prices/price-board";
import { inMarketOf } from "@sevenfold/application/trading/prices/venue-prices";
import type { Ticker } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";

import type { HttpNeeds } from "../http-needs.ts";
import { eventText, type LiveReader } from "./live-reader.ts";
import type { LiveTimes } from "./live-times.ts";
import { PUSHED_PATHS, type ReadPushed } from "./pushed-views.ts";
import type { SentViews } from "./sent-views.ts";

/** Ticker → [dollars, UTC milliseconds]. */
export type LatestPrices = ReadonlyMap<Ticker, readonly [price: number, at: number]>;

/** What one user is sent, once for all windows they have open. */
export interface UserFeed {
  readonly user: User;
  readonly readers: Set<LiveReader>;
  /** Reads these views soon and pushes what changed in them. */
  refresh(paths: readonly string[]): void;
  /** The user may watch or hold other symbols now. */
  watchAnew(): Promise<void>;
  /** Tells those of the prices that concern the user: of another market than their account's none do. */
  tellPrices(prices: LatestPrices, board: PriceBoard): void;
  /** The latest price of everything watched and every view, for a reader that just came. */
  greet(reader: LiveReader): Promise<void>;
  stop(): void;
}

type Needs = Pick<HttpNeeds, "log" | "prices" | "realMarket" | "storage">;

interface Views {
  readonly readPushed: ReadPushed;
  readonly sent: SentViews;
}

export function openUserFeed(
  needs: Needs,
  user: User,
  { readPushed, sent }: Views,
  { gatherMs }: Pick<LiveTimes, "gatherMs">,
): UserFeed {
  const { log, storage } = needs;
  /** Of the market of the account in use, and which that is. */
  let { prices } = needs;
  let accountId: string | undefined;
  const readers = new Set<LiveReader>();
  const due = new Set<string>();
  let watched: ReadonlySet<Ticker> = new Set();
  let gathering: NodeJS.Timeout | undefined;
  let isReading = false;

  const send = (text: string) => {
    for (const reader of readers) reader.send(text);
  };

  /** To each reader what it lacks: nothing, what changed, or all of it. */
  const tellView = (path: string, view: unknown) => {
    const { change, revision, whole } = sent.next(path, view);
    for (const reader of readers) {
      const known = reader.sent.get(path);
      if (known === revision) continue;
      reader.send(change !== undefined && known === revision - 1 ? change : whole());
      reader.sent.set(path, revision);
    }
  };

  const read = async (path: string) => {
    try {
      const view = await readPushed(path, user);
      // Whoever listened may have left meanwhile: then nothing more is remembered.
      if (view !== undefined && 0 < readers.size) tellView(path, view);
    } catch (error) {
      log.warn("live-view-missing", { path, userId: user.id, error: String(error) });
    }
  };

  /** One view after the other: what changes meanwhile is read again. */
  const readDue = async () => {
    gathering = undefined;
    if (isReading) return;
    isReading = true;
    // What becomes due meanwhile joins the set, and the round.
    for (const path of due) {
      due.delete(path);
      if (0 < readers.size) await read(path);
    }
    isReading = false;
  };

  const tell = (wanted: readonly (readonly [Ticker, readonly [number, number]])[]) =>
    eventText({
      type: "prices",
      ...(accountId !== undefined && { accountId }),
      prices: Object.fromEntries(wanted) as Record<string, [number, number]>,
    });

  return {
    user,
    readers,
    refresh(paths) {
      // In the order of the newest wish: which account it is comes before what is of it.
      for (const path of paths) {
        due.delete(path);
        due.add(path);
      }
      gathering ??= setTimeout(() => void readDue(), gatherMs);
    },
    async watchAnew() {
      const account = await storage.read.accounts.selectedOf(user.id);
      accountId = account?.id;
      prices = account ? inMarketOf(needs, account).prices : needs.prices;
      const held = account ? await storage.read.positions.of(account.id) : [];
      const listed = await storage.read.watchlist.of(user.id);
      watched = new Set([...listed, ...held.map(({ ticker }) => ticker)]);
      prices.watch([...watched]);
    },
    tellPrices(latest, board) {
      if (board !== prices) return;
      const wanted = [...latest].filter(([ticker]) => watched.has(ticker));
      if (0 < wanted.length) send(tell(wanted));
    },
    async greet(reader) {
      await this.watchAnew();
      const known = [...watched].flatMap((ticker) => {
        const latest = prices.latest(ticker);
        return latest ? [[ticker, [dollarsOf(latest.price), latest.at]] as const] : [];
      });
      if (0 < known.length) reader.send(tell(known));
      this.refresh(PUSHED_PATHS);
    },
    stop() {
      clearTimeout(gathering);
      due.clear();
      sent.forget();
    },
  };
}
