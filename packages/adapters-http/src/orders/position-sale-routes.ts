import type { Sale } from "@sevenfold/application/ports/sale-store";
import { limitSentenceOf } from "@sevenfold/application/refusal";
import { readSale } from "@sevenfold/application/use-cases/read-sale";
import { meantAccount } from "@sevenfold/application/use-cases/selected-account";
import * as contract from "@sevenfold/contract/orders";
import { ok, refused } from "@sevenfold/domain/result";

import { meantBy } from "../account-in-use.ts";
import type { HttpNeeds } from "../http-needs.ts";
import { forUser, type Route } from "../route.ts";
import { orNull, timestampOf } from "../wire.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import { presentOrder } from "./present-order.ts";
import { draftFrom } from "./ticket-draft.ts";

/** Selling what is held: one symbol, or everything. */
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
    return ok({ order: presentOrder(order), warnings: warnings.map(limitSentenceOf) });
  }),
  forUser(contract.sellAll, async ({ user, ctx }) => {
    const key = idempotencyKeyOf(ctx.get("Idempotency-Key"));
    if (!key.ok) return key;
    const begun = await needs.sellAll({
      ...meantBy(user, ctx),
      ...(key.value === undefined ? {} : { requestKey: key.value }),
    });
    return begun.ok ? ok(presentSale(begun.value)) : begun;
  }),
  forUser(contract.readSellAll, async ({ user, input }) => {
    const sale = await readSale(needs)(input.id);
    return sale?.userId === user.id
      ? ok(presentSale(sale))
      : refused({ kind: "not-found" } as const);
  }),
  forUser(contract.syncPositions, async ({ user }) => {
    const synced = await needs.syncPositions(user.id);
    return synced.ok ? ok({ ...synced.value }) : synced;
  }),
];

const presentSale = ({ id, startedAt, endedAt, items }: Sale): contract.SellAllView => ({
  id,
  isDone: endedAt !== undefined,
  startedAt: timestampOf(startedAt),
  items: items.map(({ ticker, shares, sold, state, clientKey, message }) => ({
    ticker,
    shares,
    sold,
    state,
    clientKey: orNull(clientKey),
    message: orNull(message),
  })),
});
