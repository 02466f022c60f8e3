import { holdForeign } from "@sevenfold/domain/book-foreign";
import { ok } from "@sevenfold/domain/result";
import type { Execution, OrderReport } from "../../ports/broker.ts";
import { agreeWithRows } from "../account/agree-with-rows.ts";
import { distrust, type FollowedAccount } from "../account/followed-account.ts";
import { bookForeignOf } from "../account/foreign-standing.ts";
import { readingOnce } from "../account/reading-once.ts";
import { missingThere, type Reconciled } from "../account/reconciled.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { absorbActivity } from "../activities/absorb-activity.ts";
import { syncOne, syncOrders } from "../decisions/sync-orders.ts";
import { absorbFill } from "../fills/absorb-fill.ts";
import { type Booked, recordExecution } from "../fills/record-execution.ts";
import { recordOrderReport, saidBefore, sayingSame } from "../fills/record-order-report.ts";
import { areHoldingsDoubted } from "../placing/shares-there.ts";
import { readBroker } from "../reconciliation/read-broker.ts";
import { applyBrokerWord } from "../reconciliation/reconcile-account.ts";
import { repeatCancels } from "../reconciliation/repeat-cancels.ts";
import { NOT_SHOWN } from "../reconciliation/resolve-unanswered.ts";
import { listsWhatWasThere, looksReset, noteVenueReset } from "../reconciliation/venue-reset.ts";
import { unansweredOrders } from "../safeguards/unanswered-orders.ts";
import { askedBy, isMovedSince, judgeBasis } from "./judge-basis.ts";
import { noteBuyingPower } from "./note-buying-power.ts";
import { noteDrift } from "./note-drift.ts";
import { noteTold, noteUntold } from "./note-untold.ts";

/** Records everything the broker says about the account until it ends. Asks it nothing itself. */
export async function hearBroker(needs: TradingNeeds, followed: FollowedAccount): Promise<void> {
  const { log } = needs;
  const { id, mutex } = followed;
  for await (const notice of followed.broker.notices(followed.ending.signal)) {
    if (followed.ending.signal.aborted) return;
    switch (notice.kind) {
      case "connected":
        followed.isStreamConnected = true;
        // Anything may have been missed: no order before books and broker agree again.
        distrust(followed);
        break;
      case "disconnected":
        followed.isStreamConnected = false;
        log.warn("broker-stream-lost", { accountId: id, message: notice.message });
        if (notice.areKeysRefused) followed.reconciling.ring();
        break;
      case "order":
        await mutex.take(() => hearReport(needs, followed, notice.report));
        break;
      case "execution":
        if ((await hearExecution(needs, followed, notice.execution)) === "unclear")
          followed.reconciling.ring();
        break;
    }
  }
}

/** Most reports say what the broker's answer, or a fill, has said before: they cost no transaction. */
async function hearReport(
  needs: TradingNeeds,
  followed: FollowedAccount,
  report: OrderReport,
): Promise<void> {
  const { orders } = followed;
  const known =
    sayingSame(orders.get(report.clientKey ?? ""), report, needs.clock.now()) ??
    (await saidBefore(needs, followed.id, report));
  const recorded = known
    ? ok(known)
    : await recordOrderReport(needs, followed.broker)(followed.id, report);
  await syncOne(needs, followed, recorded.ok ? recorded.value : undefined);
}

const hearExecution = (
  needs: TradingNeeds,
  followed: FollowedAccount,
  execution: Execution,
): Promise<"clear" | "unclear"> =>
  followed.mutex.take(async () => {
    const recorded = await recordExecution(needs, "stream")(followed.id, execution);
    const isNew = recorded.ok && recorded.value.kind === "booked";
    // Known before: whoever booked it, our book may not have heard of it.
    const booked = isNew ? (recorded.value as Booked) : undefined;
    if (booked && absorbFill(followed, booked)) await syncOne(needs, followed, booked.order);
    else await catchUp(needs, followed);
    return recorded.ok && recorded.value.kind === "unclear" ? "unclear" : "clear";
  });

/**
 * Reconciles the account and takes into its book what that booked. The broker is asked before the
 * turn is taken, however long that takes: prices are followed and fills are heard meanwhile.
 */
export async function reconcile(unread: TradingNeeds, followed: FollowedAccount): Promise<void> {
  const { breaks, id: accountId, notFound } = followed;
  const asked = askedBy(followed);
  const word = await readBroker(unread)(accountId);
  if (!word.ok) return noteUntold(unread, followed);
  followed.untoldFromMs = undefined;
  await followed.mutex.take(async () => {
    const needs = { ...unread, storage: readingOnce(unread.storage) };
    await readAtOnce(needs, accountId);
    const done = await applyBrokerWord(needs, notFound, (booked) => {
      if (booked.kind === "booked") absorbFill(followed, booked);
      // Nothing is entered any more by an equity that is known to be another.
      else if (booked.kind === "foreign-noted")
        holdForeign(followed.book, bookForeignOf(booked.account));
      else absorbActivity(followed, booked);
    })(word.value);
    // Whether it absorbed all of that or not, and whatever others booked meanwhile.
    await catchUp(needs, followed);
    if (!done.ok) return;
    const before = driftBefore(followed, done.value);
    const judged = judgeBasis(needs, followed, done.value, asked);
    await noteTold(needs, followed);
    await noteDrift(needs, followed, done.value);
    await noteBuyingPower(needs, followed, done.value);
    const isReset =
      looksReset(followed.reconciled, done.value) &&
      !(await listsWhatWasThere(needs.storage.read)(word.value, followed.account, done.value));
    if (isReset && (await isQuiet(needs, followed))) await noteVenueReset(needs)(accountId);
    followed.missingThere = missingThere(before, done.value, followed.missingThere, (ticker) =>
      isMovedSince(followed, asked, ticker),
    );
    followed.driftUntold = undefined;
    followed.reconciled = done.value;
    // The line broke since the broker was asked: what it said is the past.
    if (breaks !== followed.breaks) return;
    if (judged === "again") return followed.reconciling.ring();
    if (!followed.isReconciled) needs.log.info("account-reconciled", { accountId });
    followed.isReconciled = true;
  });
  await repeatCancels(unread, word.value);
}

/** What differed the last time; who has just begun goes by what is on record: it may differ since before. */
function driftBefore(
  { account, driftUntold, reconciled }: FollowedAccount,
  found: Reconciled,
): Pick<Reconciled, "drift"> | undefined {
  if (driftUntold !== undefined) return { drift: driftUntold };
  return reconciled ?? (areHoldingsDoubted(account) ? found : undefined);
}

/** What a reconciliation reads in any case, in one journey: whoever needs it hears where it failed. */
const readAtOnce = (
  { storage: { read } }: Pick<TradingNeeds, "storage">,
  accountId: string,
): Promise<unknown> =>
  Promise.allSettled([
    read.accounts.byId(accountId),
    read.orders.open(accountId),
    read.positions.of(accountId),
  ]);

/**
 * No order is at work that the broker shows, and none was given up a moment ago, whose fills may be on their
 * way all the same.
 */
async function isQuiet(
  { clock, storage }: TradingNeeds,
  { id }: FollowedAccount,
): Promise<boolean> {
  const open = await storage.read.orders.open(id);
  const unanswered = await unansweredOrders(storage.read, id, clock.now());
  return [...open, ...unanswered].every(({ lastMessage }) => lastMessage === NOT_SHOWN);
}

/** After fills: the book agrees with the rows again, and knows which orders are left. */
async function catchUp(needs: TradingNeeds, followed: FollowedAccount): Promise<void> {
  await agreeWithRows(needs, followed);
  await syncOrders(needs, followed);
}
