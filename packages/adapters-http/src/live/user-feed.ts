import type { User } from "@sevenfold/application/ports/storage";
import type { Ticker } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";

import type { HttpNeeds } from "../http-needs.ts";
import type { LivePace } from "./live-pace.ts";
import { eventText, type LiveReader } from "./live-reader.ts";
import { PUSHED_PATHS, type ReadPushed } from "./pushed-views.ts";
import type { ToldViews } from "./told-views.ts";

/** Ticker → [dollars, UTC milliseconds]. */
export type LatestPrices = ReadonlyMap<Ticker, readonly [price: number, at: number]>;

/** What one user is told, once for all windows they have open. */
export interface UserFeed {
  readonly user: User;
  readonly readers: Set<LiveReader>;
  /** Reads these views soon and pushes what changed in them. */
  refresh(paths: readonly string[]): void;
  /** The user may watch or hold other symbols now. */
  watchAnew(): Promise<void>;
  /** Tells those of the prices that concern the user. */
  tellPrices(prices: LatestPrices): void;
  /** The latest price of everything watched and every view, for a reader that just came. */
  greet(reader: LiveReader): Promise<void>;
  stop(): void;
}

type Needs = Pick<HttpNeeds, "log" | "prices" | "storage">;

interface Views {
  readonly readPushed: ReadPushed;
  readonly told: ToldViews;
}

export function openUserFeed(
  { log, prices, storage }: Needs,
  user: User,
  { readPushed, told }: Views,
  { gatherMs }: Pick<LivePace, "gatherMs">,
): UserFeed {
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
    const { change, revision, whole } = told.next(path, view);
    for (const reader of readers) {
      const known = reader.told.get(path);
      if (known === revision) continue;
      reader.send(change !== undefined && known === revision - 1 ? change : whole());
      reader.told.set(path, revision);
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
      const held = account ? await storage.read.positions.of(account.id) : [];
      const listed = await storage.read.watchlist.of(user.id);
      watched = new Set([...listed, ...held.map(({ ticker }) => ticker)]);
      prices.watch([...watched]);
    },
    tellPrices(latest) {
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
      told.forget();
    },
  };
}
