import type { Sale } from "@sevenfold/application/ports/stores/sale-store";
import { meantAccount } from "@sevenfold/application/trading/account/selected-account";
import { limitSentenceOf } from "@sevenfold/application/trading/safeguards/refusal";
import { canceledBy, cancelStateOf } from "@sevenfold/application/trading/sales/sale-cancels";
import { readSale } from "@sevenfold/application/views/read-sale";
import * as contract from "@sevenfold/contract/orders";
import type { Order } from "@sevenfold/domain/order";
import { ok, refused } from "@sevenfold/domain/result";

import { meantBy } from "../account-in-use.ts";
import type { HttpNeeds } from "../http-needs.ts";
import { forUser, type Route } from "../route.ts";
import { orNull, timestampOf } from "../wire.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import { presentOrder } from "./present-order.ts";
import type { ProviderNames } from "./provider-name.ts";
import { draftFrom } from "./ticket-draft.ts";

/** Selling what is held, one symbol or everything; and taking back every open order. */
export const positionSaleRoutes = (needs: HttpNeeds): readonly Route[] => [
  forUser(contract.sellPosition, async ({ user, input, ctx }) => {
    const account = await meantAccount(needs.storage.read, meantBy(user, ctx));
    if (!account.ok) return account;
    const draft = draftFrom(
      { symbol: input.ticker, side: "sell", orderType: "market", quantity: input.shares },
      { accountId: account.value.id, userId: user.id },
      ctx.get("Idempotency-Key"),
    );
    if (!draft.ok) return draft;
    const placed = await needs.placeOrder(draft.value);
    if (!placed.ok) return placed;
    const { order, warnings } = placed.value;
    return ok({
      order: presentOrder(order, needs.providerNames),
      warnings: warnings.map(limitSentenceOf),
    });
  }),
  forUser(contract.sellAll, async ({ user, ctx }) => {
    const key = idempotencyKeyOf(ctx.get("Idempotency-Key"));
    if (!key.ok) return key;
    const begun = await needs.sellAll({
      ...meantBy(user, ctx),
      ...(key.value === undefined ? {} : { requestKey: key.value }),
    });
    return begun.ok ? ok(await sellAllViewOf(needs, begun.value)) : begun;
  }),
  forUser(contract.findSellAll, async ({ user, ctx }) => {
    const account = await meantAccount(needs.storage.read, meantBy(user, ctx));
    if (!account.ok) return account;
    const atWork = await needs.storage.read.sales.atWork(account.value.id);
    const found = atWork.find(({ kind }) => kind === "sell-all");
    const sale = found && (await readSale(needs)(found.id));
    // It may have ended between the two readings.
    const isAtWork = sale && sale.endedAt === undefined;
    return ok({ sale: isAtWork ? await sellAllViewOf(needs, sale) : null });
  }),
  forUser(contract.readSellAll, async ({ user, input }) => {
    const sale = await readSale(needs)(input.id);
    return sale?.userId === user.id && sale.kind === "sell-all"
      ? ok(await sellAllViewOf(needs, sale))
      : refused({ kind: "not-found" } as const);
  }),
  forUser(contract.cancelAll, async ({ user, ctx }) => {
    const key = idempotencyKeyOf(ctx.get("Idempotency-Key"));
    if (!key.ok) return key;
    const begun = await needs.cancelAll({
      ...meantBy(user, ctx),
      ...(key.value === undefined ? {} : { requestKey: key.value }),
    });
    return begun.ok ? ok(await batchOf(needs, begun.value)) : begun;
  }),
  forUser(contract.readCancelAll, async ({ user, input }) => {
    const sale = await readSale(needs)(input.id);
    return sale?.userId === user.id && sale.kind === "cancel-all"
      ? ok(await batchOf(needs, sale))
      : refused({ kind: "not-found" } as const);
  }),
  forUser(contract.syncPositions, async ({ user }) => {
    const synced = await needs.syncPositions(user.id);
    return synced.ok ? ok({ ...synced.value }) : synced;
  }),
];

/** A batch, with what became by now of each order that it takes back. */
async function batchOf(needs: HttpNeeds, sale: Sale): Promise<contract.CancelAllView> {
  const orders = await canceledBy(needs, sale);
  return {
    id: sale.id,
    isDone: sale.endedAt !== undefined,
    startedAt: timestampOf(sale.startedAt),
    orders: orders.map((order) => presentCanceled(order, needs.providerNames)),
  };
}

const sellAllViewOf = async (needs: HttpNeeds, sale: Sale): Promise<contract.SellAllView> => ({
  ...(await batchOf(needs, sale)),
  items: sale.items.map(({ ticker, shares, sold, state, clientKey, message }) => ({
    ticker,
    shares,
    sold,
    state,
    clientKey: orNull(clientKey),
    message: orNull(message),
  })),
});

function presentCanceled(order: Order, names: ProviderNames): contract.CanceledOrderView {
  const { clientKey, ticker, side, quantity, filled, message } = presentOrder(order, names);
  return { clientKey, ticker, side, quantity, filled, state: cancelStateOf(order), message };
}
