import type { Order } from "@sevenfold/domain/order";
import type { Ports } from "../ports.ts";
import { cancelAutomatedOrders } from "../trading/orders/cancel-automated-orders.ts";
import { askCanceled } from "../trading/orders/cancel-order.ts";
import { askInStead } from "../trading/placing/ask-in-stead.ts";
import { atOnce } from "../trading/prices/at-once.ts";

type Needs = Pick<Ports, "announcer" | "brokers" | "clock" | "identifiers" | "log" | "storage">;

const WAIT_MAX_MS = 10_000;
const LOOK_EVERY_MS = 200;
/** So often a broker is asked for their end again: the first wish may have been lost. */
const LOOKS_PER_ASKING = 10;
const ASKED_AT_ONCE_MAX = 4;

/**
 * Takes back what the worker has at a broker, and waits until it has ended: once the connection is gone
 * nobody asks for it any more. Answers how many orders are not known to have ended in time.
 */
export async function ordersTakenBack(needs: Needs, accountId: string): Promise<number> {
  const { clock, log, storage } = needs;
  const [ask, reconcile] = [askCanceled(needs), askInStead(needs)];
  let isAsking = false;
  const askAgain = async (orders: readonly Order[]) => {
    isAsking = true;
    await atOnce(orders, ASKED_AT_ONCE_MAX, ask);
    await reconcile(accountId).catch((error: unknown) =>
      log.warn("orders-not-asked-for", { accountId, error: String(error) }),
    );
    isAsking = false;
  };
  const untilMs = clock.monotonicMs() + WAIT_MAX_MS;
  await cancelAutomatedOrders(needs)(accountId);
  for (let look = 1; ; look += 1) {
    const open = await storage.read.orders.open(accountId);
    const left = open.filter(({ origin }) => origin === "automated");
    if (left.length === 0 || untilMs <= clock.monotonicMs()) return left.length;
    if (look % LOOKS_PER_ASKING === 0 && !isAsking) void askAgain(left);
    await clock.sleep(LOOK_EVERY_MS);
  }
}
