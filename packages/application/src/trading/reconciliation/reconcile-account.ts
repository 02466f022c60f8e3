import type { Ticker } from "@sevenfold/domain/market";
import { type Money, money } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { OrderReport } from "../../ports/broker.ts";
import type { ForeignThings } from "../../ports/foreign.ts";
import type { Account } from "../../ports/stores/account.ts";
import { isOpenReport } from "../account/broker-snapshot.ts";
import { knownOrders } from "../account/external-order.ts";
import type { NotFoundWatch } from "../account/not-found-watch.ts";
import { areCashesDifferent, driftOf, type Reconciled } from "../account/reconciled.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { isSaid, recordOrderReport } from "../fills/record-order-report.ts";
import { isTakenOver } from "../fills/taken-over.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { adopt } from "./adopt-news.ts";
import type { HearBooked } from "./book-news.ts";
import { endForeign } from "./end-foreign.ts";
import { matchUnanswered } from "./match-unanswered.ts";
import { noteForeign } from "./note-foreign.ts";
import { type BrokerWord, readBroker } from "./read-broker.ts";
import { repeatCancels } from "./repeat-cancels.ts";
import { resolveUnanswered } from "./resolve-unanswered.ts";
import { knowVenueNumber } from "./venue-reset.ts";

export type ReconcileAccount = (accountId: string) => Promise<Result<Reconciled, Refusal>>;

type Needs = Pick<
  TradingNeeds,
  "announcer" | "brokers" | "clock" | "identifiers" | "log" | "storage"
>;

/**
 * Makes our books say what the broker's say: the one path of start-up, reconnection and recovery.
 * It adopts and never trades. A read that fails leaves everything as it is: an answer we cannot
 * trust is no proof that something is gone.
 */
export const reconcileAccount =
  (needs: Needs, watch: NotFoundWatch, hear: HearBooked = () => undefined): ReconcileAccount =>
  async (accountId) => {
    const word = await readBroker(needs)(accountId);
    if (!word.ok) return word;
    const done = await applyBrokerWord(needs, watch, hear)(word.value);
    await repeatCancels(needs, word.value);
    return done;
  };

/**
 * Takes the broker's word into the books. What is known already is compared in bulk and costs no
 * transaction; only news are written, each in a transaction of its own.
 */
export const applyBrokerWord =
  (needs: Needs, watch: NotFoundWatch, hear: HearBooked) =>
  async (word: BrokerWord): Promise<Result<Reconciled, Refusal>> => {
    const { accountId } = word;
    const { clock, storage } = needs;
    const account = await storage.read.accounts.byId(accountId);
    if (!account) return refused({ kind: "account-not-found" });
    const shown = await knowVenueNumber(needs, account, word.account);
    if (!shown.ok) return shown;
    hear({
      kind: "foreign-noted",
      account: await noteForeign(needs, account, word.foreign),
    });
    await endForeign(needs, word);
    const open = await storage.read.orders.open(accountId);
    const { reports, unclear } = await matchUnanswered(needs, word);
    const ours = new Set(open.map(({ clientKey }) => clientKey));
    const known = new Set([
      ...open.map(({ brokerOrderId }) => brokerOrderId),
      ...reports.flatMap(({ brokerOrderId, clientKey = "" }) =>
        ours.has(clientKey) ? brokerOrderId : [],
      ),
    ]);
    const kept = reports.filter(
      (report) => known.has(report.brokerOrderId) || isWorthKeeping(account, report),
    );
    await recordNews(needs, word, kept);
    const { tradedAside, unbooked, waiting } = await adopt(needs, account, word, { hear, watch });
    // Now that their fills are booked, they may end.
    const ended = kept.filter((report) => known.has(report.brokerOrderId) && !isOpenReport(report));
    await recordNews(needs, word, ended);
    await resolveUnanswered(needs, watch, { reports, tradedAside, unclear, waiting, ...word });
    const holdings = await storage.read.positions.of(accountId);
    const now = await storage.read.accounts.byId(accountId);
    if (!now) return refused({ kind: "account-not-found" });
    const cashDrift = money(now.cash - word.account.cash);
    return ok({
      at: clock.now(),
      drift: driftOf(holdings, word.positions),
      inParts: symbolsInParts(word.foreign),
      held: holdings.length,
      broker: word.account,
      cash: now.cash,
      cashDrift,
      ...(await roundingOf(storage, word, cashDrift)),
      unbooked,
      tradedAside,
    });
  };

/** Asked for only where the cash differs: it is a sum of all that was ever traded. */
async function roundingOf(
  { read }: Needs["storage"],
  { accountId, broker }: BrokerWord,
  cashDrift: Money,
): Promise<Pick<Reconciled, "roundedBy">> {
  const isAsked = broker.terms?.roundsToCents === true && areCashesDifferent({ cashDrift });
  return isAsked ? { roundedBy: await read.fills.partsOfCents(accountId) } : {};
}

/** Records those reports that say something our orders do not. */
async function recordNews(
  needs: Needs,
  { accountId, broker }: Pick<BrokerWord, "accountId" | "broker">,
  reports: readonly OrderReport[],
): Promise<void> {
  const { clock, storage } = needs;
  const known = await knownOrders(storage.read, accountId, reports);
  for (const report of reports) {
    const order = known.of(report);
    if (order && isSaid(order, report, clock.now())) continue;
    await recordOrderReport(needs, broker)(accountId, report);
  }
}

/**
 * What somebody ordered elsewhere and took back leaves no trace in our books, nor does what had ended
 * before they began.
 */
const isWorthKeeping = (account: Account, report: OrderReport): boolean => {
  const { clientKey, filled, submittedAt } = report;
  if (isOpenReport(report)) return true;
  return !isTakenOver(account, submittedAt) && (clientKey !== undefined || 0 < filled);
};

const symbolsInParts = ({ holdings }: ForeignThings): ReadonlySet<Ticker> =>
  new Set(holdings.flatMap(({ kind, symbol }) => (kind === "fraction" ? (symbol as Ticker) : [])));
