import { type Instant, MINUTE_MS, type Print, type Ticker } from "@sevenfold/domain/market";
import { BPS_PER_ONE, type Price } from "@sevenfold/domain/money";

/** Two providers agree about a symbol where their prices are no further apart. */
export const AGREEMENT_BPS = 100;
/** Trades further apart in time say nothing about each other. */
const SAME_TIME_MS = MINUTE_MS;
/** A dispute that nobody has said anything about for so long is over. */
const DISPUTE_LASTS_MS = 5 * MINUTE_MS;

interface Opinion {
  readonly price: Price;
  readonly at: Instant;
}

/** What several providers say of the same symbols. */
export interface Opinions {
  /** A trade as the provider tells it. */
  note(provider: number, print: Print, nowMs: number): void;
  /** Whether two disagree about it by more than the band, about trades of the same minute. */
  isDisputed(ticker: Ticker, nowMs: number): boolean;
  disputed(nowMs: number): readonly Ticker[];
}

export const isApart = (one: Price, other: Price, bandBps: number): boolean =>
  other * bandBps < Math.abs(one - other) * BPS_PER_ONE;

export function openOpinions(): Opinions {
  const opinions = new Map<Ticker, Map<number, Opinion>>();
  const disputes = new Map<Ticker, number>();

  const isDisputed = (ticker: Ticker, nowMs: number): boolean => {
    const sinceMs = disputes.get(ticker);
    if (sinceMs === undefined) return false;
    if (nowMs - sinceMs < DISPUTE_LASTS_MS) return true;
    disputes.delete(ticker);
    return false;
  };
  return {
    note(provider, { at, price, ticker }, nowMs) {
      const known = opinions.get(ticker) ?? new Map<number, Opinion>();
      if (known.size === 0) opinions.set(ticker, known);
      known.set(provider, { price, at });
      const others = [...known].filter(
        ([other, opinion]) => other !== provider && Math.abs(at - opinion.at) <= SAME_TIME_MS,
      );
      if (others.length === 0) return;
      if (others.some(([, other]) => isApart(price, other.price, AGREEMENT_BPS)))
        disputes.set(ticker, nowMs);
      else disputes.delete(ticker);
    },
    isDisputed,
    disputed: (nowMs) => [...disputes.keys()].filter((ticker) => isDisputed(ticker, nowMs)).sort(),
  };
}

/** A quote whose sides are further apart says nothing of what a share is worth. */
const QUOTE_WIDTH_MAX_BPS = 500;

/** The middle of a quote, to compare a print with that is the first of its symbol. */
export const middleOf = ({
  ask,
  bid,
}: {
  readonly ask: Price | undefined;
  readonly bid: Price | undefined;
}): Price | undefined =>
  ask === undefined || bid === undefined || isApart(ask, bid, QUOTE_WIDTH_MAX_BPS)
    ? undefined
    : (Math.round((bid + ask) / 2) as Price);
