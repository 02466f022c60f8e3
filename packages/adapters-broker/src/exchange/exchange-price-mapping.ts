import type { MarketHalt } from "@sevenfold/application/exchange/market-script";
import type { SizedPrint, TapeBar } from "@sevenfold/application/exchange/simulated-market";
import type { Instant, Quote } from "@sevenfold/domain/market";
import { dollarsOf, mulDivHalfEven } from "@sevenfold/domain/money";

import { timeText } from "./exchange-mapping.ts";
import type { WireBar, WireQuote, WireTrade } from "./exchange-wire.ts";

/** The exchange their free feed has its prices of. */
export const TAPE = "V";
/** Shares shown on either side of a quote: nothing in this market depends on it. */
const QUOTED_SHARES = 100;

export const wireTrade = ({ price, at, size }: SizedPrint): WireTrade => ({
  t: timeText(at),
  x: TAPE,
  p: dollarsOf(price),
  s: size,
  c: ["@"],
  i: at,
  z: "C",
});

export const wireQuote = ({ bid, ask, at }: Quote): WireQuote => ({
  t: timeText(at),
  ax: TAPE,
  ap: dollarsOf(ask),
  as: QUOTED_SHARES,
  bx: TAPE,
  bp: dollarsOf(bid),
  bs: QUOTED_SHARES,
  c: ["R"],
  z: "C",
});

/** A halt that began, or trading that goes on again. */
export const wireStatus = (halt: MarketHalt | undefined, at: Instant) => ({
  sc: halt ? "H" : "T",
  sm: halt ? "Trading Halt" : "Trading Resumption",
  rc: halt?.reason ?? "",
  rm: halt ? "Halted by the venue's script" : "",
  t: timeText(at),
  z: "C",
});

/** `vw` is the middle of open, high, low and close: the tape's own average would visit every print. */
export const wireBar = (bar: TapeBar): WireBar => ({
  t: timeText(bar.start),
  o: dollarsOf(bar.open),
  h: dollarsOf(bar.high),
  l: dollarsOf(bar.low),
  c: dollarsOf(bar.close),
  v: bar.volume,
  n: bar.trades,
  vw: dollarsOf(mulDivHalfEven(bar.open + bar.high + bar.low + bar.close, 1, 4)),
});
