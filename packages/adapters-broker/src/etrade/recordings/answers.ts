/**
 * Answers of E*TRADE, built from its protocol pages and from payloads its clients have published:
 * not recorded by us. Numbers, names and times are invented; shapes and words are theirs.
 */

export const ACCOUNTS = {
  AccountListResponse: {
    Accounts: {
      Account: [
        {
          accountId: "840104290",
          accountIdKey: "JIdOIAcSpwR1Jva7RQBraQ",
          accountMode: "MARGIN",
          accountDesc: "INDIVIDUAL",
          accountName: "Individual Brokerage",
          accountType: "INDIVIDUAL",
          institutionType: "BROKERAGE",
          accountStatus: "ACTIVE",
          closedDate: 0,
        },
        {
          accountId: "840104291",
          accountIdKey: "a-b_c/d+e=",
          accountMode: "IRA",
          accountDesc: "Rollover",
          accountName: "",
          accountType: "IRAROLLOVER",
          institutionType: "BROKERAGE",
          accountStatus: "CLOSED",
          closedDate: 1521027780,
        },
      ],
    },
  },
};

export const BALANCE = {
  BalanceResponse: {
    accountId: "840104290",
    accountType: "CASH",
    optionLevel: "LEVEL_4",
    accountDescription: "INDIVIDUAL",
    quoteMode: 6,
    dayTraderStatus: "NO_PDT",
    accountMode: "CASH",
    Cash: { fundsForOpenOrdersCash: 0, moneyMktBalance: 4182.67 },
    Computed: {
      cashAvailableForInvestment: 4182.67,
      cashAvailableForWithdrawal: 4182.67,
      netCash: 4182.67,
      cashBalance: 4182.67,
      settledCashForInvestment: 4182.67,
      unSettledCashForInvestment: 0,
      cashBuyingPower: 4150.25,
      marginBuyingPower: 8000.5,
      accountBalance: 4182.67,
      RealTimeValues: {
        totalAccountValue: 9063.02,
        netMv: 4880.35,
        netMvLong: 4880.35,
        netMvShort: 0,
      },
    },
  },
};

export const PORTFOLIO = {
  PortfolioResponse: {
    AccountPortfolio: [
      {
        accountId: "840104290",
        totalPages: 1,
        Position: [
          {
            positionId: 10087531,
            symbolDescription: "APPLE INC COM",
            dateAcquired: 1584412800000,
            pricePaid: 244.0175,
            commissions: 0,
            otherFees: 0,
            quantity: 20,
            positionIndicator: "TYPE1",
            positionType: "LONG",
            daysGain: -22.9,
            daysGainPct: -0.4697,
            marketValue: 4880.35,
            totalCost: 4880.35,
            totalGain: 0,
            totalGainPct: 0,
            pctOfPortfolio: 53.8,
            costPerShare: 244.0175,
            Product: { symbol: "AAPL", securityType: "EQ", expiryYear: 0 },
            Quick: {
              lastTrade: 244.01,
              lastTradeTime: 1584475200,
              change: -1.1,
              changePct: -0.46,
              volume: 1,
              quoteStatus: "DELAYED",
            },
          },
          {
            quantity: 1.25,
            positionType: "LONG",
            totalCost: 125,
            Product: { symbol: "BRK.B", securityType: "EQ" },
          },
          {
            quantity: 1,
            positionType: "LONG",
            totalCost: 310,
            Product: { symbol: "AAPL", securityType: "OPTN" },
          },
          {
            quantity: -5,
            positionType: "SHORT",
            totalCost: -500,
            Product: { symbol: "GME", securityType: "EQ" },
          },
        ],
      },
    ],
  },
};

const instrument = {
  symbolDescription: "APPLE INC COM",
  orderAction: "BUY",
  quantityType: "QUANTITY",
  orderedQuantity: 10,
  filledQuantity: 0,
  estimatedCommission: 0,
  estimatedFees: 0,
  Product: { symbol: "AAPL", securityType: "EQ" },
};

const detail = {
  placedTime: 1584475200000,
  orderValue: 2010,
  status: "OPEN",
  orderTerm: "GOOD_FOR_DAY",
  priceType: "LIMIT",
  limitPrice: 201,
  stopPrice: 0,
  marketSession: "REGULAR",
  allOrNone: false,
  netPrice: 0,
  netBid: 0,
  netAsk: 0,
  gcd: 0,
  ratio: "",
  Instrument: [instrument],
};

export const OPEN_ORDER = {
  orderId: 673,
  details: "https://…/673",
  orderType: "EQ",
  OrderDetail: [detail],
};

export const EXECUTED_ORDER = {
  ...OPEN_ORDER,
  orderId: 674,
  OrderDetail: [
    {
      ...detail,
      status: "EXECUTED",
      priceType: "MARKET",
      limitPrice: 0,
      executedTime: 1584475201500,
      Instrument: [{ ...instrument, filledQuantity: 10, averageExecutionPrice: 200.4321 }],
    },
  ],
};

/** Filled in part; their time of execution of a canceled order is an overflowed number. */
export const CANCELED_ORDER = {
  ...OPEN_ORDER,
  orderId: 675,
  OrderDetail: [
    {
      ...detail,
      status: "CANCELLED",
      executedTime: 2023137072,
      Instrument: [{ ...instrument, filledQuantity: 4, averageExecutionPrice: 201 }],
    },
  ],
};

/** One row for each fill. */
export const INDIVIDUAL_FILLS = {
  ...OPEN_ORDER,
  orderId: 676,
  OrderDetail: [3, 5].map((filledQuantity, index) => ({
    ...detail,
    status: "INDIVIDUAL_FILLS",
    executedTime: 1584475201500 + index,
    Instrument: [{ ...instrument, filledQuantity, averageExecutionPrice: 200 + index }],
  })),
};

export const ORDERS = {
  OrdersResponse: {
    marker: "12345678",
    next: "https://…?marker=12345678",
    Order: [OPEN_ORDER, EXECUTED_ORDER, CANCELED_ORDER, INDIVIDUAL_FILLS],
  },
};

export const PREVIEWED = {
  PreviewOrderResponse: {
    orderType: "EQ",
    totalOrderValue: 2010,
    previewTime: 1584475200000,
    accountId: "840104290",
    Order: [
      {
        orderTerm: "GOOD_FOR_DAY",
        priceType: "LIMIT",
        limitPrice: 201,
        estimatedTotalAmount: 2010,
      },
    ],
    PreviewIds: [{ previewId: 266606056106 }],
  },
};

/** A success says so in a message of type WARNING. */
export const PLACED = {
  PlaceOrderResponse: {
    orderType: "EQ",
    placedTime: 1584475200000,
    accountId: "840104290",
    Order: [
      {
        messages: {
          Message: [
            {
              description: "200|Your order was successfully entered during market hours.",
              code: 1026,
              type: "WARNING",
            },
          ],
        },
      },
    ],
    OrderIds: [{ orderId: 673 }],
  },
};

/** The message stands alone where another answer has a list of one. */
export const CANCEL_REQUESTED = {
  CancelOrderResponse: {
    accountId: "840104290",
    orderId: 673,
    cancelTime: 1584475200000,
    messages: {
      Message: {
        description: "200|Your request to cancel your order is being processed.",
        code: 5011,
        type: "WARNING",
      },
    },
  },
};

export const QUOTES = {
  QuoteResponse: {
    QuoteData: [
      {
        dateTime: "09:36:38 EDT 03-12-2020",
        dateTimeUTC: 1584020198,
        quoteStatus: "REALTIME",
        ahFlag: "false",
        All: { lastTrade: 250.12, bid: 250.1, ask: 250.14, timeOfLastTrade: 1584020197 },
        Product: { symbol: "AAPL", securityType: "EQ" },
      },
      {
        dateTimeUTC: 1584020198,
        quoteStatus: "DELAYED",
        All: { lastTrade: 105.1, bid: 105, ask: 105.2 },
        Product: { symbol: "IBM", securityType: "EQ" },
      },
    ],
  },
};
