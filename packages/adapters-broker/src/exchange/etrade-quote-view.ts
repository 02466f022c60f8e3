import type { Instant, Print, Quote } from "@sevenfold/domain/market";
import { dollarsOf, type Price } from "@sevenfold/domain/money";
import { newYorkOffsetMinutes, newYorkParts } from "@sevenfold/domain/new-york-time";

import { percentOf } from "./etrade-views.ts";

/** What a quote is made of. */
export interface QuotedStock {
  readonly quote: Quote;
  /** The latest one: of before, where nothing is printed now. */
  readonly print: Print;
  readonly previousClose: Price;
  readonly name: string;
  readonly at: Instant;
  readonly isOpen: boolean;
}

export function quoteView(stock: QuotedStock): Record<string, unknown> {
  const { at, isOpen, name, previousClose, print, quote } = stock;
  const last = print.price;
  return {
    dateTime: dateTimeText(at),
    dateTimeUTC: secondsOf(at),
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
      timeOfLastTrade: secondsOf(print.at),
      companyName: name,
      symbolDescription: name,
    },
    Product: { symbol: quote.ticker, securityType: "EQ" },
  };
}

const secondsOf = (at: Instant): number => Math.floor(at / 1_000);

/** "09:06:38 EDT 03-12-2020". */
function dateTimeText(at: Instant): string {
  const { day, hour, minute, month, second, year } = newYorkParts(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const zone = newYorkOffsetMinutes(at) === -240 ? "EDT" : "EST";
  return `${two(hour)}:${two(minute)}:${two(second)} ${zone} ${two(month)}-${two(day)}-${year}`;
}
