export interface PlainBar {
  readonly symbol: string;
  readonly opensAt: number;
  readonly closesAt: number;
  /** Ten-thousandths of a dollar. */
  readonly open: number;
  readonly close: number;
  readonly high?: number;
  readonly low?: number;
  readonly volume?: number;
  readonly day: number;
  readonly opensInSession: boolean;
  readonly closesInSession: boolean;
}

/** Rates in basis points, amounts in ten-thousandths of a dollar. An absent limit does not bind. */
export interface PlainRules {
  readonly mode: "TRAILING" | "SIMPLE" | "HYBRID";
  readonly buyDrop: number;
  readonly buyDropMax: number;
  readonly sellRise: number;
  readonly takeProfit: number;
  readonly stopLoss: number | undefined;
  readonly sharesToBuy: number;
  readonly sharesToSell: number;
  readonly maxPositionSize: number;
  readonly minCashReserve: number;
  readonly cash: number;
  readonly fill: "next-open" | "close";
  readonly positionShare: number | undefined;
  readonly dailyLoss: number | undefined;
  readonly coolDownMs: number;
  readonly entriesPerMinute: number | undefined;
  readonly path?: "close" | "ohlc";
  readonly resting?: "none" | "stop" | "target" | "both";
  readonly volumeLimit?: number | undefined;
  readonly commission?: PlainCommission | undefined;
  readonly slippage?: PlainSlippage | undefined;
  /** Whether an entry may come, as far as bar patterns are asked; absent: nobody asks. */
  readonly isConfirmed?: (symbol: string, at: number) => boolean;
}

/** `perShare` and `rate` in millionths. */
export interface PlainCommission {
  readonly perOrder: number;
  readonly perShare: number;
  readonly rate: number;
  readonly minimum: number;
}

export interface PlainSlippage {
  readonly bps: number;
  readonly spread: number;
  readonly impactBps: number;
}

/** `perShare` in millionths of a dollar; new shares `for` old ones. */
export type PlainAction = { readonly symbol: string; readonly day: number } & (
  | { readonly kind: "split"; readonly numerator: number; readonly denominator: number }
  | { readonly kind: "dividend"; readonly perShare: number }
);

export interface PlainTrade {
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly shares: number;
  readonly price: number;
  readonly at: number;
  readonly reason: string;
  readonly fee: number;
  readonly realized: number;
}
