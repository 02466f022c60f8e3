import type { Instant } from "@sevenfold/domain/market";
import { newYorkParts, tradingDayOf } from "@sevenfold/domain/new-york-time";
import { applyOrderEvent, type Order } from "@sevenfold/domain/order";
import type { Sale } from "../ports/stores/sale-store.ts";
import type { Tables } from "../ports/stores/storage.ts";
import { reduceAccount } from "../trading/safeguards/reduce-account.ts";
import { stopAutomation } from "../trading/safeguards/stop-automation.ts";
import { isFinal } from "../trading/sales/sale-progress.ts";

/**
 * Holds every account of books that were brought back from a backup: what happened since they do not know,
 * neither at the broker nor what its user has switched. The worker enters and leaves nothing until
 * automation is switched on again, and a sale of everything that was under way then is over. An order that
 * waited to be sent then may have been sent since: it is looked for at the broker.
 */
export async function holdRestored(
  tables: Tables,
  { at, madeAt }: { readonly at: Instant; readonly madeAt: Instant },
): Promise<void> {
  const about = `It was made on ${momentText(madeAt)}.`;
  for (const { id } of await tables.accounts.all()) {
    const account = await tables.accounts.lock(id);
    if (!account) continue;
    await stopAutomation(tables, id, { by: "restore", at });
    await reduceAccount(tables, account, { because: "restored", at, about });
    for (const { clientKey, status } of await tables.orders.open(id))
      if (status === "intent")
        await tables.orders.change(clientKey, (waiting) => asUnanswered(waiting, at));
    for (const sale of await tables.sales.atWork(id))
      await tables.sales.change(sale.id, (current) => asOver(current, at));
  }
}

function asUnanswered(waiting: Order, at: Instant): ReturnType<typeof applyOrderEvent> {
  const sent = applyOrderEvent(waiting, { type: "submitting" }, at);
  return sent.ok ? applyOrderEvent(sent.value, { type: "lost" }, at) : sent;
}

/** "2026-11-22 at 9:05 ET" */
function momentText(at: Instant): string {
  const { hour, minute } = newYorkParts(at);
  return `${tradingDayOf(at)} at ${hour}:${String(minute).padStart(2, "0")} ET`;
}

const asOver = (sale: Sale, at: Instant): Sale => ({
  ...sale,
  endedAt: at,
  items: sale.items.map((item) =>
    isFinal(item) ? item : { ...item, state: "failed", message: NOT_SOLD },
  ),
});

const NOT_SOLD =
  "The database was brought back from a backup before it was sold. Look at what is held, then try again.";
