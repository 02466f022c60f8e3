/** Answers of Alpaca's paper venue, built from its published reference: no keys, no real accounts. */

export const ACCOUNT = {
  id: "6cdb4b0c-7f0e-4d6a-9bd4-5d9d1f7d6a10",
  account_number: "PA3ALX4NGLN0",
  status: "ACTIVE",
  crypto_status: "ACTIVE",
  currency: "USD",
  cash: "9874.13",
  equity: "10250.4",
  last_equity: "10120",
  portfolio_value: "10250.4",
  long_market_value: "376.27",
  short_market_value: "0",
  buying_power: "40001.6",
  multiplier: "4",
  trading_blocked: false,
  transfers_blocked: false,
  account_blocked: false,
  trade_suspended_by_user: false,
  shorting_enabled: true,
  options_approved_level: 2,
  created_at: "2024-01-09T18:31:21.123456Z",
  balance_asof: "2026-10-07",
  bod_dtbp: 0,
};

export const POSITION = {
  asset_id: "b0b6dd9d-8b9b-48a9-ba46-b9d54906e415",
  symbol: "AAPL",
  exchange: "NASDAQ",
  asset_class: "us_equity",
  asset_marginable: true,
  qty: "15",
  qty_available: "12",
  side: "long",
  avg_entry_price: "145.3",
  market_value: "2206.05",
  cost_basis: "2179.5",
  unrealized_pl: "26.55",
  unrealized_plpc: "0.0121816931405",
  current_price: "147.07",
  lastday_price: "146.5",
  change_today: "0.003890784983",
};

export const ORDER = {
  id: "61e69015-8549-4bfd-b9c3-01e75843f47d",
  client_order_id: "AAAAAAAAAAAAAAAAAAAA",
  created_at: "2026-10-08T14:21:09.528174Z",
  updated_at: "2026-10-08T14:21:09.531002417Z",
  submitted_at: "2026-10-08T14:21:09.527899Z",
  filled_at: null,
  expired_at: null,
  canceled_at: null,
  failed_at: null,
  replaced_at: null,
  replaced_by: null,
  replaces: null,
  expires_at: "2026-10-08T20:00:00Z",
  asset_id: "b0b6dd9d-8b9b-48a9-ba46-b9d54906e415",
  symbol: "AAPL",
  asset_class: "us_equity",
  notional: null,
  qty: "15",
  filled_qty: "0",
  filled_avg_price: null,
  order_class: "",
  order_type: "limit",
  type: "limit",
  side: "buy",
  position_intent: "buy_to_open",
  time_in_force: "day",
  limit_price: "145.3",
  stop_price: null,
  trail_price: null,
  trail_percent: null,
  hwm: null,
  status: "pending_new",
  extended_hours: false,
  legs: null,
  ratio_qty: null,
  source: null,
  subtag: null,
};

export const FILL = {
  id: "20261008102109532::8efc7b9a-8b2b-4000-9955-d36e7db0df74",
  activity_type: "FILL",
  transaction_time: "2026-10-08T14:21:09.532113Z",
  type: "partial_fill",
  price: "145.28",
  qty: "5",
  side: "buy",
  symbol: "AAPL",
  leaves_qty: "10",
  cum_qty: "5",
  order_id: ORDER.id,
  order_status: "partially_filled",
};

/** The same execution on the stream; its order carries New York's offset, as theirs may. */
export const TRADE_UPDATE = {
  event: "partial_fill",
  execution_id: "2f63ea93-423d-4169-b3f6-3fdafc10c418",
  order: {
    ...ORDER,
    status: "partially_filled",
    filled_qty: "5",
    filled_avg_price: "145.28",
    submitted_at: "2026-10-08T10:21:09.527899-04:00",
  },
  position_qty: "5",
  price: "145.28",
  qty: "5",
  timestamp: "2026-10-08T14:21:09.532113Z",
};

/** Every refusal of an order that the reference names: status, body, and what it means to us. */
export const REFUSALS = [
  [401, { message: "unauthorized." }, "credentials"],
  [401, { code: 40110000, message: "request is not authorized" }, "credentials"],
  [
    403,
    {
      buying_power: "100.25",
      code: 40310000,
      cost_basis: "1453",
      message: "insufficient buying power",
    },
    "funds",
  ],
  [
    403,
    {
      available: "0",
      code: 40310000,
      existing_qty: "11",
      held_for_orders: "11",
      message: "insufficient qty available for order (requested: 11, available: 0)",
      symbol: "AAPL",
    },
    "shares",
  ],
  [
    403,
    {
      code: 40310000,
      existing_order_id: ORDER.id,
      message: "potential wash trade detected. use complex orders",
      reject_reason: "opposite side limit order exists",
    },
    "other",
  ],
  [403, { code: 40310000, message: 'asset "OCGN" is not fractionable' }, "symbol"],
  [
    403,
    { code: 40310000, message: "cost basis must be \u003e= minimal amount of order 1" },
    "other",
  ],
  [403, { code: 40310000, message: "account is not allowed to short" }, "other"],
  [403, { code: 40310100, message: "trade denied due to pattern day trading protection" }, "other"],
  [422, { code: 40010001, message: "qty must be > 0" }, "other"],
  [
    422,
    {
      code: 42210000,
      message:
        "invalid limit_price 290.123. sub-penny increment does not fulfill minimum pricing criteria",
    },
    "other",
  ],
  [422, { code: 42210000, message: 'asset "ZZZZ" not found' }, "symbol"],
  [422, { code: 42210000, message: 'asset "RGC" is not tradable' }, "symbol"],
] as const;

/** The ways in which a key that is known has been said. */
export const DUPLICATES = [
  "client_order_id must be unique",
  "client order id must be unique",
  "client-order-id must be unique",
];

export const TRADE = {
  t: "2026-10-08T14:21:09.532113411Z",
  x: "V",
  p: 145.28,
  s: 100,
  c: ["@"],
  i: 52983525029461,
  z: "C",
};

export const QUOTE = {
  t: "2026-10-08T14:21:09.53Z",
  ax: "V",
  ap: 145.3,
  as: 200,
  bx: "V",
  bp: 145.26,
  bs: 100,
  c: ["R"],
  z: "C",
};

export const BAR = {
  t: "2026-10-08T14:21:00Z",
  o: 145.2,
  h: 145.44,
  l: 145.19,
  c: 145.28,
  v: 5230,
  n: 61,
  vw: 145.31,
};
