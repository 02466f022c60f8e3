import { z } from "zod";

/**
 * E*TRADE's JSON as it travels. Unknown keys are left out; unknown words in known keys are kept.
 * Numbers may come as text, and a list of one as the thing itself: both are read.
 */

const Numeric = z
  .union([z.number(), z.string().trim().min(1)])
  .transform(Number)
  .refine(Number.isFinite);
/** Absent, null and empty say the same: there is none. */
const Maybe = z
  .union([Numeric, z.null(), z.literal("")])
  .optional()
  .transform((told) => (typeof told === "number" ? told : undefined));
/** Milliseconds since 1970; they write zero for a time that there is not yet. */
const Time = Maybe.transform((told) => told || undefined);
const Word = z
  .string()
  .nullish()
  .transform((told) => told ?? undefined);
const wordOr = (usual: string) => Word.transform((told) => told || usual);
const Id = z.union([z.number(), z.string()]).transform(String);

const listOf = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .union([z.null(), z.array(shape), shape.transform((one): z.output<Shape>[] => [one])])
    .optional()
    .transform((list) => (list ?? []) as z.output<Shape>[]);

/** A row as far as everything has it, and as it came. */
export interface Row<Loose> {
  readonly loose: Loose;
  readonly raw: unknown;
}

const rowOf = <Loose extends z.ZodType>(loose: Loose) =>
  z.unknown().transform((raw, context): Row<z.output<Loose>> => {
    const read = loose.safeParse(raw);
    if (read.success) return { loose: read.data, raw };
    context.addIssue("no row of this list");
    return z.NEVER;
  });

/** Said beside an order: one that cannot be read keeps nobody from reading the order. */
const MessagesWire = z
  .object({
    Message: listOf(
      z.object({ code: Maybe.catch(undefined), description: Word, type: Word.catch(undefined) }),
    ),
  })
  .optional()
  .catch(undefined);

const ProductWire = z.object({
  symbol: z.string(),
  securityType: wordOr("EQ"),
  /** Of options. */
  callPut: Word,
});

export const AccountWire = z.object({
  accountId: Id,
  accountIdKey: z.string().min(1),
  accountMode: Word,
  accountDesc: Word,
  accountName: Word,
  accountType: Word,
  institutionType: wordOr("BROKERAGE"),
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
      cashBuyingPower: Maybe,
      cashAvailableForInvestment: Maybe,
      settledCashForInvestment: Maybe,
      unSettledCashForInvestment: Maybe,
      RealTimeValues: z.object({ totalAccountValue: Numeric, netMv: Numeric }),
    }),
  }),
});
export type BalanceWire = z.infer<typeof BalanceWire>;

/** As much of a position as tells what it is, whatever it is. */
export const PositionRowWire = z.object({
  positionId: Id.optional().catch(undefined),
  quantity: Numeric,
  positionType: wordOr("LONG"),
  marketValue: Maybe,
  totalCost: Numeric.optional().catch(undefined),
  Product: ProductWire,
});
export type PositionRowWire = z.infer<typeof PositionRowWire>;

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
        totalPages: Maybe,
        totalNoOfPages: Maybe,
        Position: listOf(rowOf(PositionRowWire)),
      }),
    ),
  }),
});

const InstrumentWire = z.object({
  orderAction: z.string(),
  quantityType: Word,
  orderedQuantity: Numeric,
  filledQuantity: Maybe.transform((told) => told ?? 0),
  averageExecutionPrice: Maybe.catch(undefined),
  Product: ProductWire,
});

const OrderDetailWire = z.object({
  placedTime: Time,
  executedTime: Maybe.catch(undefined),
  status: wordOr(""),
  priceType: z.string(),
  limitPrice: Maybe,
  stopPrice: Maybe,
  orderTerm: Word,
  marketSession: wordOr("REGULAR"),
  /** The order that it stands in the place of; zero where it is none. */
  replacesOrderId: Maybe.catch(undefined),
  messages: MessagesWire,
  Instrument: listOf(InstrumentWire),
});

/** What an order is for, as far as it says so. */
const NamedProductWire = ProductWire.extend({ symbol: wordOr("") })
  .nullish()
  .transform((told) => told ?? { symbol: "", securityType: "EQ", callPut: undefined });

/** As much of an order as tells what it is, whatever it is. */
export const OrderRowWire = z.object({
  orderId: Id,
  orderType: wordOr("EQ"),
  OrderDetail: listOf(
    z.object({
      /** Which one it is of orders that were placed together. */
      orderNumber: Numeric.optional().catch(undefined),
      /** Absent while it waits for a condition. */
      placedTime: Time.catch(undefined),
      allOrNone: z.boolean().optional().catch(undefined),
      priceType: Word.catch(undefined),
      orderTerm: Word.catch(undefined),
      executedTime: Numeric.optional().catch(undefined),
      limitPrice: Numeric.optional().catch(undefined),
      stopPrice: Numeric.optional().catch(undefined),
      status: wordOr(""),
      Instrument: listOf(
        z.object({
          orderAction: wordOr(""),
          quantityType: Word,
          orderedQuantity: Numeric.optional().catch(undefined),
          filledQuantity: Numeric.optional().catch(undefined),
          averageExecutionPrice: Numeric.optional().catch(undefined),
          Product: NamedProductWire,
        }),
      ),
    }),
  ),
});
export type OrderRowWire = z.infer<typeof OrderRowWire>;

/** For how many an order is, as it is written. */
const CountsWire = z.object({
  OrderDetail: listOf(
    z.object({
      Instrument: listOf(z.object({ orderedQuantity: z.union([z.string(), z.number()]) })),
    }),
  ),
});

/** Empty where it is not written, or is no word. */
export function countTold(raw: unknown): string {
  const told = CountsWire.safeParse(raw);
  return String(told.data?.OrderDetail[0]?.Instrument[0]?.orderedQuantity ?? "");
}

export const OrderWire = z.object({
  orderId: Id,
  orderType: wordOr("EQ"),
  OrderDetail: listOf(OrderDetailWire),
});
export type OrderWire = z.infer<typeof OrderWire>;

export const OrdersWire = z.object({
  OrdersResponse: z.object({
    marker: Id.nullish(),
    Order: listOf(rowOf(OrderRowWire)),
  }),
});

export const TransactionWire = z.object({
  transactionId: Id,
  transactionDate: Numeric,
  amount: Numeric,
  transactionType: z.string(),
  description: z.string().nullish(),
  brokerage: z
    .object({
      product: z
        .object({
          symbol: z.string().nullish(),
          securityType: z.string().nullish(),
          /** Of options. */
          callPut: Word,
          strikePrice: Maybe.catch(undefined),
        })
        .nullish(),
      /** Shares that came, negative where they left. */
      quantity: Maybe,
      price: Maybe,
      fee: Maybe,
    })
    .nullish(),
});
export type TransactionWire = z.infer<typeof TransactionWire>;

export const TransactionsWire = z.object({
  TransactionListResponse: z.object({
    marker: Id.nullish(),
    moreTransactions: z
      .union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])
      .nullish()
      .transform((told) => told ?? false),
    Transaction: listOf(TransactionWire),
  }),
});

const PreviewIdWire = z.object({ previewId: Id });

export const PreviewWire = z.object({
  PreviewOrderResponse: z.object({
    PreviewIds: listOf(PreviewIdWire).refine((ids) => 0 < ids.length),
  }),
});

const UnpreviewedWire = z.object({
  PreviewOrderResponse: z.object({ Order: listOf(z.object({ messages: MessagesWire })) }),
});

/** Why there is no preview, where an answer that is none says so. */
export const previewError = (body: unknown) =>
  UnpreviewedWire.safeParse(body)
    .data?.PreviewOrderResponse.Order.flatMap(({ messages }) => messages?.Message ?? [])
    .find(({ type }) => type === "ERROR");

/** Some are told of one number beside the list, others in it. */
export const PlacedWire = z.object({
  PlaceOrderResponse: z
    .object({ OrderIds: listOf(z.object({ orderId: Id })), orderId: Id.nullish() })
    .transform(({ OrderIds, orderId }) => OrderIds[0]?.orderId ?? orderId ?? "")
    .refine((orderId) => orderId !== ""),
});

export const CanceledWire = z.object({ CancelOrderResponse: z.object({ orderId: Id }) });

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
