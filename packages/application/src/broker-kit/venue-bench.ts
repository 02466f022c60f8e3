import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money, Price, Quantity } from "@sevenfold/domain/money";
import type { LongTimeInForce, OrderSide } from "@sevenfold/domain/order";

import type { Broker } from "../ports/broker.ts";
import type { ForeignThings } from "../ports/foreign.ts";

/** What a venue or its bench may lack. A case that needs it is left out under this name. */
export const BROKER_CAPABILITIES = {
  "lost-answers": "a request or its answer vanishes without a word",
  "wire-faults": "the venue answers as broken web servers do",
  "stream-breaks": "the line that notices come over breaks off and comes back",
  "push-stream": "the venue pushes notices as messages, which can be repeated or garbled",
  "held-cancels": "a cancel is asked for now and decided later",
  "late-fills": "an order trades after its cancel was confirmed",
  "single-fills": "the venue tells every execution by itself",
  "summed-fills": "the venue tells one sum of an order's executions, and their average price",
  "later-ends": "the venue rejects or expires an order it had accepted",
  "strange-states": "the venue uses a word for an order's state that nobody has heard of",
  "day-end": "the bench's clock reaches the end of the trading day",
  "foreign-orders": "orders are placed at the venue's own site",
  "foreign-things": "the account has what is not of whole shares held long, and orders for it",
  "parts-elsewhere": "parts of shares are bought at the venue's own site",
  "extended-hours": "limit orders may trade before and after the regular session",
  "stop-orders":
    "a sale may rest until the market has fallen to its price, for longer than the day",
  "dotted-symbols": "a symbol with a dot, such as BRK.B, is listed",
  fractions: "positions may hold a fraction of a share",
  "wrong-keys": "the venue refuses keys it never issued",
  "revoked-keys": "the venue stops accepting keys it had issued",
  "telling-refusals": "the venue's refusals repeat what a call was signed with",
  "expiring-tokens": "what signs the calls is good until midnight in New York",
  "idle-tokens": "what signs the calls falls asleep unless it is renewed",
  "suspended-accounts": "the venue keeps an account from trading",
  "rate-limits": "the venue refuses calls beyond a rate",
  activities: "money moves at the venue without a trade",
  "own-clock": "the venue tells what time it is there",
  "share-events": "shares move without a trade: splits, other names, mergers, spin-offs",
  busts: "the market takes an execution back, and the venue names it",
  "unnamed-busts": "the market takes an execution back, and the venue does not say which",
} as const;
export type BrokerCapability = keyof typeof BROKER_CAPABILITIES;

/** Where an adapter is tried: a venue that does what a case tells it to, offline. */
export interface VenueBench {
  /** Of the adapter: "alpaca". */
  readonly name: string;
  readonly capabilities: readonly BrokerCapability[];
  /** A fresh venue with one account of $100,000 in cash, for one case. */
  open(): Promise<BenchVenue>;
}

/**
 * Calls a fault can be put on. A submit is the one call that places the order; a renewal wakes what
 * signs the calls (idle-tokens).
 */
export type BenchCall = "submit" | "cancel" | "read" | "renewal";

/** "before": the venue never hears of the call. "after": it acts, and its answer is lost. */
export const WIRE_FAULTS = [
  "silence-before",
  "silence-after",
  "hang-up-before",
  "hang-up-after",
  "server-error-before",
  "server-error-after",
  "gateway-page-before",
  "refusal-page-before",
  "redirect-before",
  "half-answer-after",
  "empty-answer-after",
  "wrong-shape-after",
  /** The true answer, and then more than any may have: a mebibyte, and four of what is read. */
  "too-long-after",
] as const;
export type WireFault = (typeof WIRE_FAULTS)[number];

export interface BenchFault {
  readonly on: BenchCall;
  readonly fault: WireFault;
  /** This many such calls pass untouched first. */
  readonly sparing?: number;
}

/** What moves cash without a trade; "other" is of a kind that no adapter knows. */
export type BenchCashMove = "deposit" | "fee" | "interest" | "other" | "withdrawal";

/** An order as the venue has it. */
export interface OrderAtVenue {
  readonly ticker: Ticker;
  readonly side: OrderSide;
  readonly quantity: Quantity;
  readonly limit?: Price;
  readonly stop?: Price;
  readonly timeInForce?: LongTimeInForce;
  readonly extendedHours: boolean;
  readonly filled: Quantity;
  readonly isOpen: boolean;
}

/** One that somebody places at the venue's own site; with a price it trades at once. */
export interface ForeignOrder {
  readonly ticker: Ticker;
  readonly quantity: Quantity;
  readonly limit: Price;
  readonly tradedAt?: Price;
}

/** What a venue shows that is not of whole shares, in the words the adapter has to find for it. */
export interface ForeignShown extends ForeignThings {
  /** Executions of it that are listed, or told, among those of shares. */
  readonly executions: number;
}

export interface ConnectOptions {
  /** "wrong" are keys the venue never issued. */
  readonly keys?: "issued" | "wrong";
  /** "short" gives the venue a second or two to answer: a busy machine needs some of it. */
  readonly patience?: "usual" | "short";
}

/**
 * One venue of one case. What is optional belongs to the capability that its comment names, and is
 * there when the bench claims it.
 */
export interface BenchVenue {
  readonly tickers: {
    readonly first: Ticker;
    readonly second: Ticker;
    readonly unlisted: Ticker;
    /** dotted-symbols */
    readonly dotted?: Ticker;
  };
  /** What the adapter signs with and must never tell. */
  readonly secrets: readonly string[];
  /** The venue's time. */
  now(): Instant;
  /** Lets the venue's time pass. */
  pass(durationMs: number): Promise<void>;
  /** A moment, in which what is under way arrives. */
  pause(): Promise<void>;
  /** About what a share costs now: whole cents. */
  priceOf(ticker: Ticker): Price;
  /** The adapter on this venue's account, as a process that has just started opens it. */
  connect(options?: ConnectOptions): Broker;

  orderOf(clientKey: string): OrderAtVenue | undefined;
  /** How many orders the venue has in all. */
  orderCount(): number;
  /** How often a request to place this order came to the venue's door, refused ones included. */
  arrivalsOf(clientKey: string): number;
  /** Calls of every kind that came to its door. */
  callCount(): number;

  /** The venue trades so many shares of the order now, at this price. */
  execute(
    clientKey: string,
    trade: { readonly quantity: Quantity; readonly price: Price },
  ): Promise<void>;
  /** later-ends; "canceled" also ends a held cancel. */
  end(clientKey: string, as: "canceled" | "expired" | "rejected"): Promise<void>;

  /** lost-answers, wire-faults */
  breakCalls?(fault: BenchFault): void;
  mendCalls?(): void;
  /** stream-breaks */
  breakStream?(): Promise<void>;
  mendStream?(): void;
  /** push-stream: every message comes twice from now on; or one comes that nobody can read. */
  repeatMessages?(): void;
  sendGarbage?(): void;
  /** held-cancels */
  holdCancels?(): void;
  /** strange-states: from now on the venue calls every open order something new. */
  useStrangeStates?(): void;
  /** day-end: just past the end of the trading day. */
  passDayEnd?(): Promise<void>;
  /** foreign-orders */
  placeElsewhere?(orders: readonly ForeignOrder[]): Promise<void>;
  /**
   * parts-elsewhere: one order for a share and a half, which trades in these parts, each at this
   * price.
   */
  buyPartsElsewhere?(ticker: Ticker, each: Price, parts: readonly number[]): Promise<void>;
  /** foreign-things: from now on the venue's lists show these beside all else. */
  showForeign?(): ForeignShown;
  /** foreign-things: from now on nobody can read how many shares the order is for. */
  garbleOrder?(clientKey: string): void;
  /** fractions: every position shows half a share more. */
  showFractions?(): void;
  /** revoked-keys */
  revokeKeys?(): Promise<void>;
  /** telling-refusals: from now on every call is refused, in words that hold its secrets. */
  tellSecrets?(): void;
  /** expiring-tokens: just past midnight in New York. */
  passMidnight?(): Promise<void>;
  /** idle-tokens: so long without a call that the tokens sleep. */
  passIdleTime?(): Promise<void>;
  /** suspended-accounts */
  suspendAccount?(): void;
  /** activities: negative amounts leave. */
  moveCash?(kind: BenchCashMove, amount: Money): Promise<void>;
  /** share-events: from now on its lists show, in its own rows, what `SHARE_EVENTS` says happened today. */
  showShareEvents?(): void;
  /** busts: takes back the one execution of the order. */
  bust?(clientKey: string): Promise<void>;
  /** unnamed-busts: the same, and no list says which it was. */
  bustUnnamed?(clientKey: string): Promise<void>;
  /** rate-limits: from now on every call is one too many. */
  refuseCalls?(): void;

  close(): Promise<void>;
}
