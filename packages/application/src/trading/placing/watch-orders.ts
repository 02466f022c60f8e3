import { isAtRest } from "../account/stop-board.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { askInStead } from "./ask-in-stead.ts";
import type { PlaceOrder } from "./place-order.ts";

/** Follows accounts with open orders for as long as no worker does. */
export interface OrderWatch {
  /** Something was just sent for the account: it is asked about soon. */
  sent(accountId: string): void;
  /** Open orders of the account were shown. However often that is, nobody is asked more often for it. */
  shown(accountId: string): void;
  stop(): Promise<void>;
}

/** Accounts one process follows; the orders of more are found out when they are looked at again. */
const WATCHED_MAX = 1_000;
/** An order for the day has ended by then. */
const WATCHED_FOR_MS = 24 * 60 * 60_000;
/** Soon at first, as most orders fill at once; then by and by. */
const PAUSES_MS = [1_000, 1_000, 2_000, 3_000, 5_000, 5_000, 10_000, 10_000, 20_000] as const;
const PAUSE_MAX_MS = 30_000;

type Needs = Pick<
  TradingNeeds,
  "announcer" | "brokers" | "clock" | "identifiers" | "log" | "storage"
>;

interface Watched {
  readonly ending: AbortController;
  untilMs: number;
  asked: number;
}

/**
 * The process that sent an order finds out what became of it where no worker hears the broker, until
 * the account has none open any more. Several may follow one account: what they learn is booked once.
 */
export function watchOrders(needs: Needs): OrderWatch {
  const { clock, log, storage } = needs;
  const ask = askInStead(needs);
  const watched = new Map<string, Watched>();
  const running = new Set<Promise<void>>();
  let isOver = false;

  const follow = async (accountId: string, watch: Watched) => {
    const { signal } = watch.ending;
    while (!signal.aborted && clock.monotonicMs() < watch.untilMs) {
      await clock.sleep(PAUSES_MS[watch.asked] ?? PAUSE_MAX_MS, signal);
      watch.asked += 1;
      const { asked } = watch;
      try {
        if (signal.aborted) return;
        if (await isWorthAsking(storage, accountId)) await ask(accountId);
        // Unless one was sent while this was being read.
        else if (watch.asked === asked) return;
      } catch (error) {
        log.warn("orders-not-asked-for", { accountId, error: String(error) });
      }
    }
  };

  const begin = (accountId: string, asked: number) => {
    const anew = { untilMs: clock.monotonicMs() + WATCHED_FOR_MS, asked };
    const known = watched.get(accountId);
    if (known) {
      Object.assign(known, anew);
      return;
    }
    if (isOver || WATCHED_MAX <= watched.size) return;
    const watch: Watched = { ...anew, ending: new AbortController() };
    watched.set(accountId, watch);
    const run = follow(accountId, watch).finally(() => {
      watched.delete(accountId);
      running.delete(run);
    });
    running.add(run);
  };

  return {
    sent: (accountId) => begin(accountId, 0),
    shown: (accountId) => begin(accountId, watched.get(accountId)?.asked ?? 0),
    async stop() {
      isOver = true;
      for (const { ending } of watched.values()) ending.abort();
      await Promise.all(running);
    },
  };
}

/** A broker that does not let us in, or that its user has paused, is not asked. */
async function isWorthAsking({ read }: Needs["storage"], accountId: string): Promise<boolean> {
  const account = await read.accounts.byId(accountId);
  if (account?.status !== "active") return false;
  return (await read.orders.open(accountId)).some((order) => !isAtRest(order));
}

/** Places orders so that their fate is found out. */
export const watchedPlacing =
  (watch: Pick<OrderWatch, "sent">, place: PlaceOrder): PlaceOrder =>
  async (draft) => {
    try {
      return await place(draft);
    } finally {
      watch.sent(draft.accountId);
    }
  };
