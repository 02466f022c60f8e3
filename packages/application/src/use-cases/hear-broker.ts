import type { Execution } from "../ports/broker.ts";
import { absorbFill } from "./absorb-fill.ts";
import { agreeWithRows } from "./agree-with-rows.ts";
import { distrust, type FollowedAccount } from "./followed-account.ts";
import { noteDrift } from "./note-drift.ts";
import { applyBrokerWord, readBroker } from "./reconcile-account.ts";
import { type Booked, recordExecution } from "./record-execution.ts";
import { recordOrderReport } from "./record-order-report.ts";
import { repeatCancels } from "./repeat-cancels.ts";
import { syncOrders } from "./sync-orders.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { unansweredOrders } from "./unanswered-orders.ts";
import { looksReset, noteVenueReset } from "./venue-reset.ts";

/** Records everything the broker says about the account until it ends. Asks it nothing itself. */
export async function hearBroker(needs: TradingNeeds, followed: FollowedAccount): Promise<void> {
  const { log } = needs;
  const { id, turns } = followed;
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
        await turns.take(async () => {
          await recordOrderReport(needs, followed.broker)(id, notice.report);
          await syncOrders(needs, followed);
        });
        break;
      case "execution":
        if ((await hearExecution(needs, followed, notice.execution)) === "unclear")
          followed.reconciling.ring();
        break;
    }
  }
}

const hearExecution = (
  needs: TradingNeeds,
  followed: FollowedAccount,
  execution: Execution,
): Promise<"clear" | "unclear"> =>
  followed.turns.take(async () => {
    const recorded = await recordExecution(needs, "stream")(followed.id, execution);
    const isNew = recorded.ok && recorded.value.kind === "booked";
    // Known before: whoever booked it, our book may not have heard of it.
    const isSure = isNew && absorbFill(followed, recorded.value as Booked);
    await settle(needs, followed, isSure ? "sure" : "unsure");
    return recorded.ok && recorded.value.kind === "unclear" ? "unclear" : "clear";
  });

/**
 * Reconciles the account and takes into its book what that booked. The broker is asked before the
 * turn is taken, however long that takes: prices are followed and fills are heard meanwhile.
 */
export async function reconcile(needs: TradingNeeds, followed: FollowedAccount): Promise<void> {
  const { breaks, id: accountId, notFound } = followed;
  const word = await readBroker(needs)(accountId);
  if (!word.ok) return;
  await followed.turns.take(async () => {
    const done = await applyBrokerWord(needs, notFound, (booked) => {
      absorbFill(followed, booked);
    })(word.value);
    // Whether it absorbed all of that or not, and whatever others booked meanwhile.
    await settle(needs, followed, "unsure");
    if (!done.ok) return;
    await noteDrift(needs, followed, done.value);
    if (looksReset(followed.reconciled, done.value) && (await isQuiet(needs, followed)))
      await noteVenueReset(needs)(accountId);
    followed.reconciled = done.value;
    // The line broke since the broker was asked: what it said is the past.
    if (breaks !== followed.breaks) return;
    if (!followed.isReconciled) needs.log.info("account-reconciled", { accountId });
    followed.isReconciled = true;
  });
  await repeatCancels(needs, word.value);
}

/** No order is at work, and none was given up a moment ago, whose fills may be on their way all the same. */
async function isQuiet(
  { clock, storage }: TradingNeeds,
  { id, others, stops, working }: FollowedAccount,
): Promise<boolean> {
  if (0 < working.size + others.size + stops.open.size) return false;
  return (await unansweredOrders(storage.read, id, clock.now())).length === 0;
}

/** After fills: the book agrees with the rows again, and knows which orders are left. */
async function settle(
  needs: TradingNeeds,
  followed: FollowedAccount,
  book: "sure" | "unsure",
): Promise<void> {
  if (book === "unsure") await agreeWithRows(needs, followed);
  await syncOrders(needs, followed);
}
