import { createHash } from "node:crypto";

import { eachOf, shareCount, worthOf } from "@sevenfold/application/exchange/share-count";
import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import { isMargin } from "@sevenfold/application/exchange/venue-margin";
import {
  hasEnded,
  submittedAt,
  type VenueDraft,
  type VenueOrder,
  type VenueOrderStatus,
} from "@sevenfold/application/exchange/venue-order";
import type { AccountView, PositionView } from "@sevenfold/application/exchange/venue-reads";
import { dollarsOf, money, type Price } from "@sevenfold/domain/money";

/** The venue's words → E*TRADE's. */

const STATUS: Readonly<Record<VenueOrderStatus, string>> = {
  held: "OPEN",
  accepted: "OPEN",
  pending: "OPEN",
  working: "OPEN",
  "partially-filled": "PARTIAL",
  filled: "EXECUTED",
  canceled: "CANCELLED",
  expired: "EXPIRED",
  rejected: "REJECTED",
  replaced: "CANCELLED",
};

const TERM = {
  day: "GOOD_FOR_DAY",
  opg: "GOOD_FOR_DAY",
  cls: "GOOD_FOR_DAY",
  gtc: "GOOD_UNTIL_CANCEL",
  ioc: "IMMEDIATE_OR_CANCEL",
  fok: "FILL_OR_KILL",
} as const;

/** The time of an execution that never was: a number that overflowed, as theirs is. */
const OVERFLOWED = 2_023_137_072;

export const statusOf = (order: VenueOrder, isCancelAsked: boolean): string =>
  isCancelAsked ? "CANCEL_REQUESTED" : STATUS[order.status];

/** An order in their list. Our key is not in it: E*TRADE returns none. */
export function orderView(
  order: VenueOrder,
  {
    orderId,
    status,
    url,
    ...replacing
  }: {
    readonly orderId: number;
    readonly status: string;
    readonly url: string;
    readonly replacedByOrderId?: number;
    readonly replacesOrderId?: number;
  },
): Record<string, unknown> {
  const executedTime = executedTimeOf(order);
  return {
    orderId,
    details: `${url}/${orderId}`,
    orderType: "EQ",
    OrderDetail: [
      {
        placedTime: submittedAt(order),
        ...(executedTime !== undefined && { executedTime }),
        orderValue: dollarsOf(worthOf(order.reservedEach, order.quantity)),
        status,
        ...replacing,
        ...termsView(order),
        netPrice: 0,
        netBid: 0,
        netAsk: 0,
        gcd: 0,
        ratio: "",
        Instrument: [
          {
            symbolDescription: order.ticker,
            orderAction: actionOf(order),
            quantityType: "QUANTITY",
            orderedQuantity: order.quantity,
            filledQuantity: order.filled,
            ...(0 < order.filled && { averageExecutionPrice: averageOf(order) }),
            estimatedCommission: 0,
            estimatedFees: 0,
            Product: { symbol: order.ticker, securityType: "EQ" },
          },
        ],
      },
    ],
  };
}

const actionOf = ({ isShort, side }: Pick<VenueDraft, "isShort" | "side">): string =>
  side === "buy" ? (isShort ? "BUY_TO_COVER" : "BUY") : isShort ? "SELL_SHORT" : "SELL";

const averageOf = ({ filled, filledNotional }: VenueOrder): number =>
  eachOf(filledNotional, filled, 100) / 1e6;

function executedTimeOf(order: VenueOrder): number | undefined {
  if (order.status === "canceled" || order.status === "replaced") return OVERFLOWED;
  if (order.filled === 0) return undefined;
  return hasEnded(order) ? (order.filledAt ?? order.updatedAt) : order.updatedAt;
}

const termsView = (order: VenueDraft | VenueOrder) => ({
  orderTerm: TERM[order.timeInForce],
  priceType: priceTypeOf(order),
  limitPrice: order.limit === undefined ? 0 : dollarsOf(order.limit),
  stopPrice: order.stop === undefined ? 0 : dollarsOf(order.stop),
  ...(order.trail && {
    offsetType: priceTypeOf(order),
    offsetValue:
      order.trail.by === "price" ? dollarsOf(order.trail.distance) : order.trail.bps / 100,
  }),
  marketSession: order.extendedHours ? "EXTENDED" : "REGULAR",
  allOrNone: false,
});

function priceTypeOf({ limit, stop, timeInForce, trail }: VenueDraft | VenueOrder): string {
  if (trail) return trail.by === "price" ? "TRAILING_STOP_CNST" : "TRAILING_STOP_PRCT";
  const kind = limit === undefined ? "MARKET" : "LIMIT";
  if (stop !== undefined) return kind === "LIMIT" ? "STOP_LIMIT" : "STOP";
  if (timeInForce === "opg") return `${kind}_ON_OPEN`;
  return timeInForce === "cls" ? `${kind}_ON_CLOSE` : kind;
}

/** The order as a preview and the answer to placing it show it. Sells bring money: a negative total. */
export function previewedOrder(draft: VenueDraft, each: Price): Record<string, unknown> {
  const total = dollarsOf(worthOf(each, draft.quantity)) * (draft.side === "buy" ? 1 : -1);
  return {
    ...termsView(draft),
    egQual: "EG_QUAL_NOT_IN_FORCE",
    estimatedCommission: 0,
    estimatedTotalAmount: total,
    netPrice: 0,
    netBid: 0,
    netAsk: 0,
    gcd: 0,
    ratio: "",
    Instrument: [
      {
        symbolDescription: draft.ticker,
        orderAction: actionOf(draft),
        quantityType: "QUANTITY",
        quantity: draft.quantity,
        cancelQuantity: 0,
        reserveOrder: true,
        reserveQuantity: 0,
        Product: { symbol: draft.ticker, securityType: "EQ" },
      },
    ],
  };
}

/** Opaque, and another than the number users see. */
export const accountKeyOf = ({ opening }: VenueAccount): string =>
  createHash("sha256").update(`etrade account ${opening.id}`).digest("base64url").slice(0, 22);

/** Nine digits. */
export const accountIdOf = ({ opening }: VenueAccount): string =>
  String(
    100_000_000 +
      (createHash("sha256").update(`etrade number ${opening.id}`).digest().readUInt32BE() %
        900_000_000),
  );

export const accountEntry = (account: VenueAccount): Record<string, unknown> => ({
  accountId: accountIdOf(account),
  accountIdKey: accountKeyOf(account),
  accountMode: isMargin(account) ? "MARGIN" : "CASH",
  accountDesc: "Paper account",
  accountName: "Built-in exchange",
  accountType: "INDIVIDUAL",
  institutionType: "BROKERAGE",
  accountStatus: mayTrade(account) ? "ACTIVE" : "CLOSED",
  closedDate: 0,
});

const mayTrade = ({ settings: { isBlocked, isSuspendedByOwner } }: VenueAccount): boolean =>
  !isBlocked && !isSuspendedByOwner;

export function balanceView(account: VenueAccount, view: AccountView): Record<string, unknown> {
  const mode = isMargin(account) ? "MARGIN" : "CASH";
  // Half of what may be bought on margin is the account's own.
  const own = isMargin(account) ? money(Math.floor(view.buyingPower / 2)) : view.buyingPower;
  const [cash, free] = [dollarsOf(view.cash), dollarsOf(own)];
  return {
    BalanceResponse: {
      accountId: accountIdOf(account),
      accountType: mode,
      optionLevel: "NO_OPTIONS",
      accountDescription: "Paper account",
      quoteMode: 6,
      dayTraderStatus: "NO_PDT",
      accountMode: mode,
      Cash: {
        fundsForOpenOrdersCash: dollarsOf(money(Math.max(0, view.cash - own))),
        moneyMktBalance: 0,
      },
      Computed: {
        cashAvailableForInvestment: free,
        cashAvailableForWithdrawal: free,
        totalAvailableForWithdrawal: free,
        netCash: cash,
        cashBalance: cash,
        settledCashForInvestment: free,
        unSettledCashForInvestment: 0,
        fundsWithheldFromPurchasePower: 0,
        fundsWithheldFromWithdrawal: 0,
        cashBuyingPower: free,
        ...(isMargin(account) && { marginBuyingPower: dollarsOf(view.buyingPower) }),
        accountBalance: cash,
        RealTimeValues: {
          totalAccountValue: dollarsOf(view.equity),
          netMv: dollarsOf(view.marketValue),
          netMvLong: dollarsOf(view.longValue),
          netMvShort: dollarsOf(view.shortValue),
        },
      },
    },
  };
}

/** Percentages are of a hundred, unlike others' fractions. */
export function portfolioEntry(view: PositionView, index: number): Record<string, unknown> {
  const gain = view.marketValue - view.costBasis;
  const dayGain = view.marketValue - view.dayBasis;
  return {
    positionId: index + 1,
    symbolDescription: view.ticker,
    dateAcquired: view.since,
    pricePaid: dollarsOf(
      eachOf(money(Math.abs(view.costBasis)), shareCount(Math.abs(view.shares)), 1),
    ),
    commissions: 0,
    otherFees: 0,
    quantity: view.shares,
    positionIndicator: "TYPE1",
    positionType: view.shares < 0 ? "SHORT" : "LONG",
    daysGain: dollarsOf(dayGain),
    daysGainPct: percentOf(dayGain, view.dayBasis),
    marketValue: dollarsOf(view.marketValue),
    totalCost: dollarsOf(view.costBasis),
    totalGain: dollarsOf(gain),
    totalGainPct: percentOf(gain, view.costBasis),
    costPerShare: dollarsOf(
      eachOf(money(Math.abs(view.costBasis)), shareCount(Math.abs(view.shares)), 1),
    ),
    Product: { symbol: view.ticker, securityType: "EQ" },
  };
}

/** Percentages are of a hundred. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / Math.abs(whole)) * 1_000_000) / 10_000;
