import {
  meantAccount,
  selectedAccount,
} from "@sevenfold/application/trading/account/selected-account";
import { previewOrder } from "@sevenfold/application/trading/placing/preview-order";
import { limitSentenceOf } from "@sevenfold/application/trading/safeguards/refusal";
import { readTrades, tradePageOf } from "@sevenfold/application/views/read-trades";
import { readActivityPage } from "@sevenfold/contract/activities";
import * as contract from "@sevenfold/contract/orders";
import { isOpen } from "@sevenfold/domain/order";
import { ok } from "@sevenfold/domain/result";

import { meantBy } from "../account-in-use.ts";
import type { HttpNeeds } from "../http-needs.ts";
import { forUser, type Route, type View, view } from "../route.ts";
import { historyWishFrom, presentPage, sideFrom } from "./history-wish.ts";
import { presentActivity } from "./present-activity.ts";
import { presentCheck, presentRefusedCheck } from "./present-check.ts";
import { presentDecision } from "./present-decision.ts";
import { presentOrder, presentTrade } from "./present-order.ts";
import { draftFrom, tickerFrom } from "./ticket-draft.ts";

export const orderViews = (needs: HttpNeeds): readonly View[] => [
  view(contract.listTrades, async ({ user, input }) => {
    const trades = await readTrades(needs)(user.id, input.limit);
    return trades.ok ? ok(trades.value.map(presentTrade)) : trades;
  }),
  view(contract.listOrders, async ({ user, input }) => {
    const account = await selectedAccount(needs.storage.read, user.id);
    if (!account.ok) return account;
    const orders = await needs.storage.read.orders.latest(account.value.id, input.limit);
    // Also after a restart: whoever sent them may be gone.
    if (orders.some(isOpen)) needs.orderWatch.shown(account.value.id);
    return ok(orders.map((order) => presentOrder(order, needs.providerNames)));
  }),
  view(contract.listDecisions, async ({ user, input: { limit, ticker } }) => {
    const account = await selectedAccount(needs.storage.read, user.id);
    if (!account.ok) return account;
    const decisions = await needs.storage.read.decisions.latest(account.value.id, {
      limit,
      ...(ticker === undefined ? {} : { ticker: tickerFrom(ticker) }),
    });
    return ok(decisions.map((decision) => presentDecision(decision, needs.providerNames)));
  }),
  view(contract.readTradePage, async ({ user, input }) => {
    const wished = await wishOf(needs, user.id, input);
    if (!wished.ok) return wished;
    const { accountId, wish } = wished.value;
    const page = { ...wish, ...sideFrom(input.side) };
    return ok(presentPage(await tradePageOf(needs.storage.read, accountId, page), presentTrade));
  }),
  view(readActivityPage, async ({ user, input }) => {
    const wished = await wishOf(needs, user.id, input);
    if (!wished.ok) return wished;
    const { accountId, wish } = wished.value;
    return ok(
      presentPage(await needs.storage.read.activities.page(accountId, wish), presentActivity),
    );
  }),
  view(contract.readOrderPage, async ({ user, input }) => {
    const wished = await wishOf(needs, user.id, input);
    if (!wished.ok) return wished;
    const { accountId, wish } = wished.value;
    const page = { ...wish, ...sideFrom(input.side) };
    const orders = await needs.storage.read.orders.page(accountId, page);
    return ok(presentPage(orders, (order) => presentOrder(order, needs.providerNames)));
  }),
  view(contract.readDecisionPage, async ({ user, input }) => {
    const wished = await wishOf(needs, user.id, input);
    if (!wished.ok) return wished;
    const { accountId, wish } = wished.value;
    const page = { ...wish, verdicts: input.verdicts ?? [] };
    const decisions = await needs.storage.read.decisions.page(accountId, page);
    return ok(presentPage(decisions, (row) => presentDecision(row, needs.providerNames)));
  }),
];

/** Which part of the history of which account is asked for. */
async function wishOf(
  { storage }: HttpNeeds,
  userId: string,
  input: Parameters<typeof historyWishFrom>[0],
) {
  const account = await selectedAccount(storage.read, userId);
  if (!account.ok) return account;
  const wish = historyWishFrom(input);
  return wish.ok ? ok({ accountId: account.value.id, wish: wish.value }) : wish;
}

export const orderRoutes = (needs: HttpNeeds): readonly Route[] => {
  const { cancelOrder, placeOrder, storage } = needs;
  const checkOrder = previewOrder(needs);
  return [
    forUser(contract.checkOrder, async ({ user, input }) => {
      const account = await selectedAccount(storage.read, user.id);
      if (!account.ok) return account;
      const draft = draftFrom(input, { accountId: account.value.id, userId: user.id }, "");
      if (!draft.ok) return draft;
      const checked = await checkOrder(draft.value);
      return ok(checked.ok ? presentCheck(checked.value) : presentRefusedCheck(checked.refusal));
    }),
    forUser(contract.placeOrder, async ({ user, input, ctx }) => {
      const account = await meantAccount(storage.read, meantBy(user, ctx));
      if (!account.ok) return account;
      const owner = { accountId: account.value.id, userId: user.id };
      const draft = draftFrom(input, owner, ctx.get("Idempotency-Key"));
      if (!draft.ok) return draft;
      const placed = await placeOrder(draft.value);
      if (!placed.ok) return placed;
      const { order, warnings } = placed.value;
      return ok({
        order: presentOrder(order, needs.providerNames),
        warnings: warnings.map(limitSentenceOf),
      });
    }),
    forUser(contract.cancelOrder, async ({ user, input }) => {
      const account = await selectedAccount(storage.read, user.id);
      if (!account.ok) return account;
      const { clientKey } = input;
      const canceled = await cancelOrder({ accountId: account.value.id, clientKey });
      needs.orderWatch.sent(account.value.id);
      return canceled.ok ? ok(presentOrder(canceled.value, needs.providerNames)) : canceled;
    }),
  ];
};
