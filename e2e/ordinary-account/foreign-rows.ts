/** Rows of an account that trades more than shares, in the fields that Alpaca's reference names. */

const POSITION = {
  ...{ exchange: "NASDAQ", qty_available: "0", unrealized_pl: "0", change_today: "0" },
  ...{ avg_entry_price: "20", current_price: "20", lastday_price: "20" },
};

/** Five shares that were sold short. */
export const SHORT = {
  ...POSITION,
  ...{ asset_id: "11111111-0000-4000-8000-000000000001", asset_class: "us_equity" },
  ...{ symbol: "NVDA", side: "short", qty: "-5", market_value: "-100", cost_basis: "-110" },
};

/** A call that was bought and one that was written, of a stock that is not held. */
export const OPTION_SPREAD = [
  {
    ...POSITION,
    ...{ asset_id: "11111111-0000-4000-8000-000000000002", asset_class: "us_option" },
    ...{ symbol: "MSFT290119C00400000", side: "long", qty: "1" },
    ...{ market_value: "310.5", cost_basis: "300" },
  },
  {
    ...POSITION,
    ...{ asset_id: "11111111-0000-4000-8000-000000000003", asset_class: "us_option" },
    ...{ symbol: "MSFT290119C00420000", side: "short", qty: "-1" },
    ...{ market_value: "-210.25", cost_basis: "-200" },
  },
];

/** An order of two legs, as Alpaca lists one: without a symbol, a side or a class of its own. */
export const spreadOrder = (at: Date) => ({
  id: "11111111-0000-4000-8000-000000000004",
  client_order_id: "11111111-0000-4000-8000-000000000005",
  ...{ created_at: at.toISOString(), submitted_at: at.toISOString() },
  ...{ symbol: "", asset_class: "", side: "", order_class: "mleg", type: "limit" },
  ...{ qty: "1", filled_qty: "0", limit_price: "1.05", time_in_force: "day", status: "new" },
  legs: [
    { symbol: "MSFT290119C00400000", side: "buy", ratio_qty: "1" },
    { symbol: "MSFT290119C00420000", side: "sell", ratio_qty: "1" },
  ],
});
