import { applyOrderEvent, isOpen } from "@sevenfold/domain/order";
import { toldInDoubt } from "../account/told-in-doubt.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { foreignAmong } from "./find-unlisted.ts";
import type { BrokerWord } from "./read-broker.ts";

/** Said of an order of others that was taken for one of shares, until it traded. */
const NONE_OF_OURS = "The broker shows that this order is none for shares that are traded here.";
const TOO_DEAR =
  "It traded at more than $100,000 a share, which is not counted here: its cash is booked, its shares are shown beside the account.";

/**
 * Ends in the books what is on record as an order for shares and is foreign, as one at the market for a share
 * that turned out to be too dear: what it traded is told as cash.
 */
export async function endForeign(
  { announcer, clock, log, storage }: Pick<TradingNeeds, "announcer" | "clock" | "log" | "storage">,
  { accountId, foreign }: Pick<BrokerWord, "accountId" | "foreign">,
): Promise<void> {
  for (const { clientKey, origin } of foreignAmong(
    await storage.read.orders.open(accountId),
    foreign,
  )) {
    const message = origin === "external" ? NONE_OF_OURS : TOO_DEAR;
    let userId = "";
    const announce = () =>
      userId !== "" && announcer.announce({ accountId, userId, topic: "orders" });
    const ending = storage.transact(async (tables) => {
      const account = await tables.accounts.lock(accountId);
      if (!account) return;
      userId = account.userId;
      await tables.orders.change(clientKey, (order) =>
        isOpen(order)
          ? applyOrderEvent(order, { type: "canceled", message }, clock.now())
          : { ok: true, value: order },
      );
    });
    await toldInDoubt(ending, announce);
    log.warn("order-is-foreign", { accountId, clientKey });
    announce();
  }
}
