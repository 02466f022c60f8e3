import type { SimulatedMarket } from "@sevenfold/application/exchange/simulated-market";
import type { CancelRefusal, ReplaceRefusal } from "@sevenfold/application/exchange/venue";
import type { VenueDraft, VenueTimeInForce } from "@sevenfold/application/exchange/venue-order";
import type { VenueRefusal } from "@sevenfold/application/exchange/venue-refusal";
import { isPrice, type Price, shares, unitsFromNumber } from "@sevenfold/domain/money";
import { z } from "zod";

import { EtradeRefused, oauthProblem } from "./etrade-http.ts";

const Instrument = z.object({
  Product: z.object({ symbol: z.string(), securityType: z.literal("EQ") }),
  orderAction: z.enum(["BUY", "SELL", "BUY_TO_COVER", "SELL_SHORT"]),
  quantityType: z.literal("QUANTITY"),
  quantity: z.number(),
});

const PRICE_TYPES = [
  "MARKET",
  "LIMIT",
  "STOP",
  "STOP_LIMIT",
  "TRAILING_STOP_CNST",
  "TRAILING_STOP_PRCT",
  "MARKET_ON_OPEN",
  "MARKET_ON_CLOSE",
  "LIMIT_ON_OPEN",
  "LIMIT_ON_CLOSE",
] as const;

/** Lists, also of one: an object in their place is refused. */
export const EtradeOrder = z.object({
  orderType: z.literal("EQ"),
  clientOrderId: z.string().regex(/^[A-Za-z0-9]{1,20}$/),
  Order: z
    .array(
      z.object({
        allOrNone: z.boolean().optional(),
        priceType: z.enum(PRICE_TYPES),
        orderTerm: z.enum([
          "GOOD_FOR_DAY",
          "GOOD_UNTIL_CANCEL",
          "IMMEDIATE_OR_CANCEL",
          "FILL_OR_KILL",
        ]),
        marketSession: z.enum(["REGULAR", "EXTENDED"]),
        limitPrice: z.number().optional(),
        stopPrice: z.number().optional(),
        /** Of a trailing stop: how far behind the best price, in dollars or in percent. */
        offsetValue: z.number().optional(),
        Instrument: z.array(Instrument).length(1),
      }),
    )
    .length(1),
  /** Where it is placed; a preview has none yet. */
  PreviewIds: z.unknown().optional(),
});
export type EtradeOrder = z.infer<typeof EtradeOrder>;

export const PreviewIds = z.array(z.object({ previewId: z.number() })).length(1);

const TERMS: Readonly<Record<EtradeOrder["Order"][number]["orderTerm"], VenueTimeInForce>> = {
  GOOD_FOR_DAY: "day",
  GOOD_UNTIL_CANCEL: "gtc",
  IMMEDIATE_OR_CANCEL: "ioc",
  FILL_OR_KILL: "fok",
};

/** Codes that their pages do not give are invented, from 9000 on; their words are in their manner. */
const CODES = {
  request: 9000,
  symbol: 9001,
  quantity: 9002,
  price: 9003,
  funds: 9004,
  other: 9005,
};

/** Reads an order into a draft, or says what is wrong with it. */
export function draftFrom(
  { clientOrderId, Order: [order] }: EtradeOrder,
  market: SimulatedMarket,
): VenueDraft {
  const [instrument] = order?.Instrument ?? [];
  if (!order || !instrument) throw invalid("Please enter a valid order");
  const { orderAction, Product, quantity } = instrument;
  if (!market.has(Product.symbol)) throw refusal(CODES.symbol, "Please enter a valid symbol");
  if (!Number.isSafeInteger(quantity) || quantity < 1 || 1_000_000 < quantity)
    throw refusal(CODES.quantity, "Please enter a valid quantity");
  const { marketSession, orderTerm, priceType } = order;
  const isLimit = priceType.endsWith("LIMIT") || priceType.startsWith("LIMIT");
  const limit = priceFrom(order.limitPrice, isLimit, "limit price");
  const stop = priceFrom(order.stopPrice, priceType.startsWith("STOP"), "stop price");
  const trail = trailFrom(priceType, order.offsetValue);
  const auction = auctionOf(priceType);
  if (auction !== undefined && orderTerm !== "GOOD_FOR_DAY")
    throw refusal(CODES.other, "Orders on the open or the close are good for the day only");
  const isFleeting = orderTerm === "IMMEDIATE_OR_CANCEL" || orderTerm === "FILL_OR_KILL";
  if (isFleeting && priceType !== "LIMIT")
    throw refusal(CODES.other, "This order term is for limit orders only");
  return {
    clientOrderId,
    ticker: Product.symbol,
    side: orderAction.startsWith("BUY") ? "buy" : "sell",
    isShort: orderAction === "SELL_SHORT" || orderAction === "BUY_TO_COVER",
    quantity: shares(quantity),
    ...(limit !== undefined && { limit }),
    ...(stop !== undefined && { stop }),
    ...(trail !== undefined && { trail }),
    timeInForce: auction ?? TERMS[orderTerm],
    extendedHours: marketSession === "EXTENDED",
  };
}

function auctionOf(priceType: (typeof PRICE_TYPES)[number]): "cls" | "opg" | undefined {
  if (priceType.endsWith("_ON_OPEN")) return "opg";
  return priceType.endsWith("_ON_CLOSE") ? "cls" : undefined;
}

/** Dollars, or a percentage of at most two decimals. */
function trailFrom(
  priceType: (typeof PRICE_TYPES)[number],
  offset = 0,
): VenueDraft["trail"] | undefined {
  if (!priceType.startsWith("TRAILING_STOP")) return undefined;
  const units = unitsFromNumber(offset);
  const isRate = priceType === "TRAILING_STOP_PRCT";
  if (units === undefined || !isPrice(units) || (isRate && units % UNITS_PER_BPS !== 0))
    throw refusal(CODES.price, "Please enter a valid offset value");
  return isRate ? { by: "rate", bps: units / UNITS_PER_BPS } : { by: "price", distance: units };
}

/** A percent is told in ten-thousandths as well: a hundred of them are a basis point. */
const UNITS_PER_BPS = 100;

/** The price where the type of order has one, and none where it has not; 0 says none too. */
function priceFrom(dollars = 0, isWanted: boolean, name: string): Price | undefined {
  const units = unitsFromNumber(dollars);
  if (isWanted ? units === undefined || !isPrice(units) : units !== 0)
    throw refusal(CODES.price, `Please enter a valid ${name}`);
  return isWanted ? (units as Price) : undefined;
}

const SHARES_MISSING =
  "We did not find enough available shares of this security in your account to place this order";

const SHORTING_REFUSED = {
  account: "This account is not approved for short selling",
  asset: "This security cannot be borrowed for a short sale",
  fraction: "Parts of a share cannot be sold short",
} as const;

/** The answer to an order the venue would not take. */
export function refusedOrder(refused: VenueRefusal): EtradeRefused {
  switch (refused.kind) {
    case "account-closed":
      return oauthProblem("token_rejected");
    case "unknown-symbol":
      return refusal(CODES.symbol, "Please enter a valid symbol");
    case "quantity-not-positive":
      return refusal(CODES.quantity, "Please enter a valid quantity");
    case "client-order-id-taken":
      return refusal(CODES.request, "Duplicate clientOrderId: it was used before in this account");
    case "limit-off-tick":
    case "stop-off-tick":
      return refusal(CODES.price, "Prices must be entered in increments of $0.01");
    case "stop-on-wrong-side":
      return refusal(CODES.price, "The stop price must lie on the other side of the market price");
    case "trail-out-of-range":
    case "fraction-refused":
    case "not-fractionable":
    case "legs-refused":
    case "auction-closed":
      return refusal(CODES.other, "This kind of order is not taken now");
    case "trading-suspended":
      return refusal(CODES.other, "This account is restricted from trading");
    case "extended-hours-refused":
      return refusal(
        CODES.other,
        "Orders of the extended session must be limit orders for the day",
      );
    case "long-and-short":
    case "opposite-order-open":
      return refusal(CODES.other, "An open order on the opposite side of this security exists");
    case "shorting-refused":
      return refusal(CODES.other, SHORTING_REFUSED[refused.problem]);
    case "intent-mismatch":
      return refusal(1037, SHARES_MISSING);
    case "value-too-small":
    case "value-too-large":
      return refusal(CODES.quantity, "The value of this order is outside the limits of this venue");
    case "too-many-open-orders":
      return refusal(CODES.other, "There are too many open orders in this account");
    case "not-enough-shares":
      return refusal(1037, SHARES_MISSING);
    case "not-enough-buying-power":
      return refusal(
        CODES.funds,
        "There is not enough buying power in your account to place this order",
      );
  }
}

export const refusedCancel = ({ kind }: CancelRefusal): EtradeRefused =>
  kind === "order-unknown"
    ? refusal(CODES.request, "Please enter a valid order ID")
    : refusal(5001, "This order is currently being executed or rejected. It cannot be cancelled.");

/** The answer to a change the venue would not make. */
export function refusedChange(refused: ReplaceRefusal): EtradeRefused {
  if (refused.kind === "order-unknown") return refusedCancel(refused);
  if (refused.kind === "order-ended" || refused.kind === "order-not-open")
    return refusal(
      5001,
      "This order is currently being executed or rejected. It cannot be changed.",
    );
  return refused.kind === "order-in-dollars" ? otherOrder() : refusedOrder(refused);
}

/** A change keeps the security, the action and the kind of order. */
export const otherOrder = (): EtradeRefused =>
  refusal(CODES.other, "Only the quantity, the prices and the term of an order can be changed");

/** Their words for a reference to a preview that is wrong or old: they speak of a time-out. */
export const stalePreview = (): EtradeRefused =>
  refusal(
    1033,
    "For your protection, we have timed out your original order request. If you would like to place this order, please resubmit it now.",
  );

export const invalid = (message: string, code: number = CODES.request): EtradeRefused =>
  refusal(code, message);

const refusal = (code: number, message: string) => new EtradeRefused(400, message, code);
