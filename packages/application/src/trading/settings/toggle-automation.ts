import { type Instant, instant } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Readers } from "../../ports/stores/readers.ts";

import type { Settings } from "../../ports/stores/settings-store.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import type { StoredTrail } from "../../ports/stores/trail-store.ts";
import { RECENT_ORDERS } from "../account/account-rows.ts";
import { anchoredTrail } from "../account/anchored-trail.ts";
import { coolDownEnds } from "../account/book-from-rows.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { isWorkerOnline } from "../account/worker-ping.ts";
import { previewAutomation } from "../decisions/preview-automation.ts";
import { cancelAutomatedOrders } from "../orders/cancel-automated-orders.ts";
import { inMarketOf } from "../prices/venue-prices.ts";
import { readLiveObstacle } from "../safeguards/live-trading.ts";
import { pricelessOf } from "../safeguards/priceless.ts";
import { releaseOnSwitchingOn, unseenReduction } from "../safeguards/reduce-account.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { mayAutomate } from "../safeguards/trading-rights.ts";

export interface AutomationSwitch {
  readonly accountId: string;
  readonly userId: string;
  readonly enabled: boolean;
  /** On switching on: every trail starts anew at the latest price, so that nothing trades at once. */
  readonly startFresh?: boolean;
}

export interface AutomationSwitched {
  readonly enabled: boolean;
  /** Symbols whose triggers are already reached: they trade at their next price. */
  readonly dueAtOnce: number;
}

export type ToggleAutomation = (
  wanted: AutomationSwitch,
) => Promise<Result<AutomationSwitched, Refusal>>;

type Needs = Pick<
  TradingNeeds,
  | "announcer"
  | "brokers"
  | "calendarOf"
  | "clock"
  | "live"
  | "log"
  | "prices"
  | "realMarket"
  | "storage"
>;

/** Off always works and is stored at once; on needs a worker that lives and the right to automate. */
export const toggleAutomation =
  (needs: Needs): ToggleAutomation =>
  async (wanted) => {
    const { announcer, clock, storage } = needs;
    const { accountId, enabled, userId } = wanted;
    const askedAt = clock.now();
    const refusal = enabled ? await automationRefusal(needs, wanted) : undefined;
    if (refusal) return refused(refusal);
    const withheld = await storage.transact(async (tables): Promise<Refusal | undefined> => {
      const account = await tables.accounts.lock(accountId);
      const settings = await tables.settings.of(accountId);
      if (account?.userId !== userId || !settings) return { kind: "account-not-found" };
      // It may have been paused since it was looked at.
      if (enabled && account.status !== "active")
        return { kind: "account-not-active", status: account.status };
      const unseen = enabled ? unseenReduction(account, askedAt) : undefined;
      if (unseen) return unseen;
      const at = clock.now();
      if (settings.automationEnabled !== enabled) {
        await tables.settings.change(accountId, userId, (current) => ({
          ...current,
          automationEnabled: enabled,
          updatedAt: at,
        }));
        const action = enabled ? "automation-on" : "automation-off";
        await tables.audit.add({ at, userId, action, text: account.label });
      }
      if (enabled) await releaseOnSwitchingOn(tables, account, at);
      if (enabled && wanted.startFresh) await startTrailsFresh(needs, tables, accountId);
      return undefined;
    });
    if (withheld) return refused(withheld);
    announcer.announce({ accountId, userId, topic: "settings" });
    if (!enabled) takeBack(needs, accountId);
    const dueAtOnce = enabled ? await previewAutomation(needs)(accountId) : 0;
    return ok({ enabled, dueAtOnce });
  };

/** Also where no worker lives. The answer does not wait for the broker's. */
function takeBack(needs: Needs, accountId: string): void {
  cancelAutomatedOrders(needs)(accountId).catch((error: unknown) =>
    needs.log.warn("orders-not-taken-back", { accountId, error: String(error) }),
  );
}

/** Why the account may not trade by itself now, if so. */
export async function automationRefusal(
  needs: Pick<Needs, "clock" | "live" | "realMarket" | "storage">,
  { accountId, userId }: Pick<AutomationSwitch, "accountId" | "userId">,
): Promise<Refusal | undefined> {
  const { clock, storage } = needs;
  const account = await storage.read.accounts.byId(accountId);
  const user = await storage.read.users.byId(userId);
  if (!user || account?.userId !== userId) return { kind: "account-not-found" };
  if (account.status !== "active") return { kind: "account-not-active", status: account.status };
  const obstacle = await readLiveObstacle(needs, account);
  if (obstacle) return { kind: "live-not-allowed", obstacle };
  const priceless = pricelessOf(needs, account);
  if (priceless) return priceless;
  if (!mayAutomate(user, clock.now())) return { kind: "subscription-required" };
  return (await isWorkerOnline(needs)) ? undefined : { kind: "worker-offline" };
}

/** As far back as a cool-down reaches. */
async function recentTrading(tables: Readers, settings: Settings, now: Instant) {
  const { accountId, limits } = settings;
  const from = instant(now - limits.coolDownSec * 1_000);
  const recentFills = await tables.fills.since(accountId, from);
  return {
    settings,
    recentFills,
    recentOrders: await tables.orders.latest(accountId, RECENT_ORDERS),
  };
}

/** Cool-downs go on: switching off and on is no way around them. */
async function startTrailsFresh(needs: Needs, tables: Tables, accountId: string): Promise<void> {
  const now = needs.clock.now();
  const stored = await tables.trails.of(accountId);
  const account = await tables.accounts.byId(accountId);
  const settings = await tables.settings.of(accountId);
  if (!account || !settings) return;
  const watchlist = await tables.watchlist.of(account.userId);
  const positions = await tables.positions.of(accountId);
  const { prices } = inMarketOf(needs, account);
  const known = new Map(stored?.trails.map((trail) => [trail.ticker, trail] as const));
  // The snapshot is some seconds old; what began since follows from the orders themselves.
  const begun = coolDownEnds({ ...(await recentTrading(tables, settings, now)), trails: stored });
  const tickers = new Set([
    ...known.keys(),
    ...watchlist,
    ...positions.map(({ ticker }) => ticker),
  ]);
  const trails: StoredTrail[] = [];
  for (const ticker of tickers) {
    const before = known.get(ticker);
    const price = prices.latest(ticker)?.price ?? before?.last;
    if (price === undefined) continue;
    const coolDownUntil = begun.get(ticker);
    trails.push(
      anchoredTrail(before, {
        ticker,
        price,
        at: now,
        ...(coolDownUntil === undefined ? {} : { coolDownUntil }),
      }),
    );
  }
  await tables.trails.save({ accountId, savedAt: now, trails });
}
