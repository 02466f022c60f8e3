import { z } from "zod";

/**
 * E*TRADE's JSON as it travels. Unknown keys are left out; unknown words in known keys are kept.
 * Numbers may come as text, and a list of one as the thing itself: both are read.
 */

const Numeric = z
  .union([z.number(), z.string().trim().min(1)])
  .transform(Number)
  .refine(Number.isFinite);
const Id = z.union([z.number(), z.string()]).transform(String);

const listOf = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .union([z.array(shape), shape.transform((one): z.output<Shape>[] => [one])])
    .optional()
    .transform((list) => (list ?? []) as z.output<Shape>[]);

const MessageWire = z.object({
  code: Numeric.optional(),
  description: z.string().optional(),
  type: z.string().optional(),
});
const MessagesWire = z.object({ Message: listOf(MessageWire) }).optional();

const ProductWire = z.object({ symbol: z.string(), securityType: z.string().default("EQ") });

export const AccountWire = z.object({
  accountId: Id,
  accountIdKey: z.string().min(1),
  accountMode: z.string().optional(),
  accountDesc: z.string().optional(),
  accountName: z.string().optional(),
  accountType: z.string().optional(),
  institutionType: z.string().default("BROKERAGE"),
  accountStatus: z.string(),
});
export type AccountWire = z.infer<typeof AccountWire>;

export const AccountsWire = z.object({
  AccountListResponse: z.object({ Accounts: z.object({ Account: listOf(AccountWire) }) }),
});

export const BalanceWire = z.object({
  BalanceResponse: z.object({
    accountId: Id,
    Computed: z.object({
      cashBuyingPower: Numeric.optional(),
      cashAvailableForInvestment: Numeric.optional(),
      RealTimeValues: z.object({ totalAccountValue: Numeric, netMv: Numeric }),
    }),
  }),
});
export type BalanceWire = z.infer<typeof BalanceWire>;

export const PositionWire = z.object({
  quantity: Numeric,
  positionType: z.string(),
  totalCost: Numeric,
  Product: ProductWire,
});
export type PositionWire = z.infer<typeof PositionWire>;

export const PortfolioWire = z.object({
  PortfolioResponse: z.object({
    AccountPortfolio: listOf(
      z.object({
        totalPages: Numeric.optional(),
        totalNoOfPages: Numeric.optional(),
        nextPageNo: Numeric.nullish(),
        Position: listOf(PositionWire),
      }),
    ),
  }),
});

const InstrumentWire = z.object({
  orderAction: z.string(),
  quantityType: z.string().optional(),
  orderedQuantity: Numeric,
  filledQuantity: Numeric.default(0),
  averageExecutionPrice: Numeric.optional(),
  Product: ProductWire,
});

const OrderDetailWire = z.object({
  placedTime: Numeric,
  executedTime: Numeric.optional(),
  status: z.string(),
  priceType: z.string(),
  limitPrice: Numeric.optional(),
  stopPrice: Numeric.optional(),
  orderTerm: z.string().optional(),
  marketSession: z.string().default("REGULAR"),
  messages: MessagesWire,
  Instrument: listOf(InstrumentWire),
});

export const OrderWire = z.object({
  orderId: Id,
  orderType: z.string().default("EQ"),
  OrderDetail: listOf(OrderDetailWire),
});
export type OrderWire = z.infer<typeof OrderWire>;

export const OrdersWire = z.object({
  OrdersResponse: z.object({
    marker: Id.nullish(),
    Order: listOf(OrderWire),
  }),
});

const PreviewIdWire = z.object({ previewId: Id });

export const PreviewWire = z.object({
  PreviewOrderResponse: z.object({
    PreviewIds: listOf(PreviewIdWire).refine((ids) => 0 < ids.length),
  }),
});

export const PlacedWire = z.object({
  PlaceOrderResponse: z.object({
    OrderIds: listOf(z.object({ orderId: Id })).refine((ids) => 0 < ids.length),
    Order: listOf(z.object({ messages: MessagesWire })),
  }),
});

export const CanceledWire = z.object({
  CancelOrderResponse: z.object({ orderId: Id, messages: MessagesWire }),
});

export const QuotesWire = z.object({
  QuoteResponse: z.object({
    QuoteData: listOf(
      z.object({
        dateTimeUTC: Numeric,
        quoteStatus: z.string(),
        All: z
          .object({
            lastTrade: Numeric,
            bid: Numeric,
            ask: Numeric,
            timeOfLastTrade: Numeric.optional(),
          })
          .optional(),
        Product: ProductWire,
      }),
    ),
  }),
});
export type QuoteDataWire = z.infer<typeof QuotesWire>["QuoteResponse"]["QuoteData"][number];
