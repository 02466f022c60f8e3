import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { instantFrom } from "./etrade-mapping.ts";
import type { TransactionWire } from "./etrade-wire.ts";

/**
 * A trade is listed under one number on its day and, as published lists have it, under another once it
 * is posted: its own are its day, symbol, words, count and cash, and which it is of those alike. Answers
 * that by the number it has now.
 */
export function tradeIds(rows: readonly TransactionWire[]): ReadonlyMap<string, string> {
  const alike = new Map<string, number>();
  const ids = new Map<string, string>();
  for (const row of rows) {
    const about = aboutTrade(row);
    if (about === undefined) continue;
    const count = (alike.get(about) ?? 0) + 1;
    alike.set(about, count);
    ids.set(row.transactionId, `${about}:${count}`);
  }
  return ids;
}

/** Undefined of what is no trade. */
function aboutTrade(row: TransactionWire): string | undefined {
  const { amount, brokerage, transactionDate, transactionType } = row;
  const type = transactionType.toLowerCase();
  const at = instantFrom(transactionDate);
  if (at === undefined || !isTrade(type)) return undefined;
  const symbol = brokerage?.product?.symbol ?? "";
  return [tradingDayOf(at), type, symbol, brokerage?.quantity ?? 0, amount].join(":");
}

const TRADED = /^(bought|sold)\b/;

/** By their word for it, in small letters: short sales and their covers are called so as well. */
export const isTrade = (type: string): boolean => TRADED.test(type);
