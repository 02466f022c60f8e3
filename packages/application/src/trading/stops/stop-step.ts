import type { Ticker } from "@sevenfold/domain/market";
import { type Price, type Quantity, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { nextStop, type StopKeeping, type StopStep } from "@sevenfold/domain/own-stop";
import type { Strategy } from "@sevenfold/domain/strategy";
import { stopAtOf } from "@sevenfold/domain/trigger";
import type { Account, ReductionReason } from "../../ports/stores/account.ts";
import type { StoredPosition } from "../../ports/stores/position-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Settings } from "../../ports/stores/settings-store.ts";
import { standingOf } from "../account/account-standing.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { isTied } from "../account/foreign-standing.ts";
import { ownStopOrder } from "../account/order-draft.ts";
import { stopEndedMsAgo } from "../account/stop-board.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { writeAsWorker } from "../account/write-as-worker.ts";
import { wishCanceled } from "../orders/cancel-order.ts";
import { submitting } from "../orders/written-order.ts";
import { pricesOf, type VenuePrices } from "../prices/venue-prices.ts";
import { haltOf } from "../safeguards/circuit-breakers.ts";

/** What is on record by now about a symbol's stop, and has to be told to the broker. */
export type WrittenStop =
  | { readonly kind: "none" }
  | { readonly kind: "to-send" | "to-cancel"; readonly order: Order };

/**
 * Whether a symbol's stop is kept, by what its user wants and what a safeguard has stopped; none is wanted
 * that would sell shares which something else at the broker stands on.
 */
export function stopKeepingOf(
  account: Pick<Account, "foreign" | "reductions">,
  { automationEnabled, stopAtBroker }: Pick<Settings, "automationEnabled" | "stopAtBroker">,
  { prices, ticker }: { readonly prices: VenuePrices; readonly ticker: Ticker },
): StopKeeping {
  if (!stopAtBroker || isTied(account, ticker)) return "unwanted";
  if (automationEnabled) return prices === "own" ? "kept" : "left";
  // A safeguard switched it off, and nobody has looked since: what protects stays.
  return account.reductions?.some(({ because }) => LEAVES_STOPS.has(because)) ? "left" : "unwanted";
}

const LEAVES_STOPS: ReadonlySet<ReductionReason> = new Set(["books-contradicted", "restored"]);

/** The trigger of the rule's stop; 0 without one. */
export const ruleStopOf = (
  { stopLossBps, stopLossEnabled }: Pick<Strategy, "stopLossBps" | "stopLossEnabled">,
  { costBasis, quantity }: Pick<StoredPosition, "costBasis" | "quantity">,
): number => (stopLossEnabled && 0 < quantity ? stopAtOf(costBasis, quantity, stopLossBps) : 0);

/** How many of so many shares the broker has, as far as it is known to have fewer: a stop of more may sell short. */
export const thereOf = (
  { missingThere }: Pick<FollowedAccount, "missingThere">,
  ticker: Ticker,
  held: number,
): Quantity => shares(Math.max(0, held - (missingThere.get(ticker) ?? 0)));

/**
 * Decides once more, by the account's locked rows, what is to be done about a symbol's stop, and puts
 * it on record before a byte leaves: as the holder of the lease only.
 */
export function writeStopStep(
  needs: Pick<TradingNeeds, "clock" | "identifiers" | "realMarket" | "storage" | "submission">,
  followed: FollowedAccount,
  { last, ticker }: { readonly last: Price | undefined; readonly ticker: Ticker },
): Promise<WrittenStop> {
  const { clock, identifiers } = needs;
  return writeAsWorker(needs, followed, async (tables): Promise<WrittenStop> => {
    const account = await tables.accounts.byId(followed.id);
    const settings = await tables.settings.of(followed.id);
    if (!account || !settings) return { kind: "none" };
    const at = clock.now();
    const step = await stepOf(needs, tables, { account, settings, followed, last, ticker });
    if (step.kind === "none") return step;
    if (step.kind === "take-back") {
      const wanted = await wishCanceled(tables, account, { order: step.order, at });
      return wanted.ok ? { kind: "to-cancel", order: wanted.value } : { kind: "none" };
    }
    const clientKey = identifiers.clientKeyOf(`resting-stop|${followed.id}|${ticker}|${at}`);
    const order = ownStopOrder({ accountId: followed.id, ticker, ...step }, clientKey, at);
    return { kind: "to-send", order: await submitting(tables, account, order) };
  });
}

async function stepOf(
  { clock, realMarket, submission }: Pick<TradingNeeds, "clock" | "realMarket" | "submission">,
  tables: Readers,
  read: {
    readonly account: Account;
    readonly settings: Settings;
    readonly followed: FollowedAccount;
    readonly last: Price | undefined;
    readonly ticker: Ticker;
  },
): Promise<StopStep> {
  const { account, followed, last, settings, ticker } = read;
  const { openOrders, positions } = await standingOf(tables, account);
  const position = positions.find((one) => one.ticker === ticker);
  const step = nextStop({
    keeping: stopKeepingOf(account, settings, {
      prices: pricesOf({ realMarket }, account),
      ticker,
    }),
    held: thereOf(followed, ticker, position?.quantity ?? 0),
    isManaged: position?.isManaged === true,
    stopAt: ruleStopOf(settings.strategy, position ?? NONE_HELD),
    last,
    open: openOrders.filter((order) => order.ticker === ticker),
    endedMsAgo: stopEndedMsAgo(followed.stops, ticker, clock.monotonicMs()),
  });
  return step.kind === "take-back" || (await mayPlace(tables, account, submission))
    ? step
    : { kind: "none" };
}

const NONE_HELD = { costBasis: 0, quantity: 0 } as Pick<StoredPosition, "costBasis" | "quantity">;

/**
 * Nothing is sent while all trading is halted, nor beside a sale of everything. Orders that are being taken
 * back hold up their own symbols only: one without an answer may take long, and the others are unprotected.
 */
async function mayPlace(
  tables: Readers,
  { id, status }: Account,
  submission: TradingNeeds["submission"],
): Promise<boolean> {
  if (status !== "active" || (await haltOf(tables, submission))) return false;
  const sales = await tables.sales.atWork(id);
  return sales.every(({ kind }) => kind === "cancel-all");
}
