import { createHash } from "node:crypto";

import type { VenueAccount } from "@sevenfold/application/simulation/venue-book";
import {
  hasEnded,
  submittedAt,
  type VenueDraft,
  type VenueOrder,
  type VenueOrderStatus,
} from "@sevenfold/application/simulation/venue-order";
import type { AccountView, PositionView } from "@sevenfold/application/simulation/venue-reads";
import type { Instant, Quote } from "@sevenfold/domain/market";
import { dollarsOf, type Price } from "@sevenfold/domain/money";
import { newYorkOffsetMinutes, newYorkParts } from "@sevenfold/domain/new-york-time";

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
  }: { readonly orderId: number; readonly status: string; readonly url: string },
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
        orderValue: dollarsOf(order.reservedEach * order.quantity),
        status,
        ...termsView(order),
        netPrice: 0,
        netBid: 0,
        netAsk: 0,
        gcd: 0,
        ratio: "",
        Instrument: [
          {
            symbolDescription: order.ticker,
            orderAction: order.side === "buy" ? "BUY" : "SELL",
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

const averageOf = ({ filled, filledNotional }: VenueOrder): number =>
  Math.round((dollarsOf(filledNotional) / filled) * 1e6) / 1e6;

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
  marketSession: order.extendedHours ? "EXTENDED" : "REGULAR",
  allOrNone: false,
});

/** Some of these can be placed in another protocol only: here they are shown all the same. */
function priceTypeOf({ limit, stop, timeInForce, trail }: VenueDraft | VenueOrder): string {
  if (trail) return trail.by === "price" ? "TRAILING_STOP_CNST" : "TRAILING_STOP_PRCT";
  const kind = limit === undefined ? "MARKET" : "LIMIT";
  if (stop !== undefined) return kind === "LIMIT" ? "STOP_LIMIT" : "STOP";
  if (timeInForce === "opg") return `${kind}_ON_OPEN`;
  return timeInForce === "cls" ? `${kind}_ON_CLOSE` : kind;
}

/** The order as a preview and the answer to placing it show it. Sells bring money: a negative total. */
export function previewedOrder(draft: VenueDraft, each: Price): Record<string, unknown> {
  const total = dollarsOf(each * draft.quantity) * (draft.side === "buy" ? 1 : -1);
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
        orderAction: draft.side === "buy" ? "BUY" : "SELL",
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
  accountMode: "CASH",
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
  const [cash, free] = [dollarsOf(view.cash), dollarsOf(view.buyingPower)];
  return {
    BalanceResponse: {
      accountId: accountIdOf(account),
      accountType: "CASH",
      optionLevel: "NO_OPTIONS",
      accountDescription: "Paper account",
      quoteMode: 6,
      dayTraderStatus: "NO_PDT",
      accountMode: "CASH",
      Cash: { fundsForOpenOrdersCash: dollarsOf(view.cash - view.buyingPower), moneyMktBalance: 0 },
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
        accountBalance: cash,
        RealTimeValues: {
          totalAccountValue: dollarsOf(view.equity),
          netMv: dollarsOf(view.marketValue),
          netMvLong: dollarsOf(view.marketValue),
          netMvShort: 0,
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
    pricePaid: dollarsOf(Math.round(view.costBasis / view.shares)),
    commissions: 0,
    otherFees: 0,
    quantity: view.shares,
    positionIndicator: "TYPE1",
    positionType: "LONG",
    daysGain: dollarsOf(dayGain),
    daysGainPct: percentOf(dayGain, view.dayBasis),
    marketValue: dollarsOf(view.marketValue),
    totalCost: dollarsOf(view.costBasis),
    totalGain: dollarsOf(gain),
    totalGainPct: percentOf(gain, view.costBasis),
    costPerShare: dollarsOf(Math.round(view.costBasis / view.shares)),
    Product: { symbol: view.ticker, securityType: "EQ" },
  };
}

const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000_000) / 10_000;

/** What a quote is made of. */
export interface QuotedStock {
  readonly quote: Quote;
  readonly last: Price;
  readonly previousClose: Price;
  readonly name: string;
  readonly at: Instant;
  readonly isOpen: boolean;
}

export function quoteView(stock: QuotedStock): Record<string, unknown> {
  const { at, isOpen, last, name, previousClose, quote } = stock;
  const seconds = Math.floor(at / 1_000);
  return {
    dateTime: dateTimeText(at),
    dateTimeUTC: seconds,
    quoteStatus: isOpen ? "REALTIME" : "CLOSING",
    ahFlag: "false",
    hasMiniOptions: false,
    All: {
      lastTrade: dollarsOf(last),
      bid: dollarsOf(quote.bid),
      bidSize: 100,
      ask: dollarsOf(quote.ask),
      askSize: 100,
      previousClose: dollarsOf(previousClose),
      changeClose: dollarsOf(last - previousClose),
      changeClosePercentage: percentOf(last - previousClose, previousClose),
      timeOfLastTrade: seconds,
      companyName: name,
      symbolDescription: name,
    },
    Product: { symbol: quote.ticker, securityType: "EQ" },
  };
}

/** "09:06:38 EDT 03-12-2020". */
function dateTimeText(at: Instant): string {
  const { day, hour, minute, month, second, year } = newYorkParts(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const zone = newYorkOffsetMinutes(at) === -240 ? "EDT" : "EST";
  return `${two(hour)}:${two(minute)}:${two(second)} ${zone} ${two(month)}-${two(day)}-${year}`;
}
