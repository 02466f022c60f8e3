import type { OrderFill, OrderState } from "./strategy-interface.ts";

/** What the strategy is to be told next of a symbol; of what it does not hear of, only that it was. */
export interface Note {
  readonly slot: number;
  readonly fill?: OrderFill;
  readonly order?: OrderState;
}

/** What the strategy hears of. */
export interface Hearing {
  fills: boolean;
  orders: boolean;
}
