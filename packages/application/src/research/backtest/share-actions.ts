import { bookIncome, positionOf } from "@sevenfold/domain/book";
import { rescaleTo } from "@sevenfold/domain/book-split";
import { incomeEntry } from "@sevenfold/domain/ledger";
import type { Instant } from "@sevenfold/domain/market";
import {
  type Money,
  money,
  mulDivFloor,
  mulDivHalfEven,
  NO_MONEY,
  type Quantity,
} from "@sevenfold/domain/money";
import { signedPositionOf, splitSigned } from "../shorts/signed-position.ts";
import { type BacktestRun, noteHeld } from "./backtest-run.ts";
import type { AppliedAction, CorporateAction } from "./corporate-action.ts";
import { enterDay } from "./day-roll.ts";
import type { DueAction } from "./due-actions.ts";
import { cancelOrder } from "./order-at-work.ts";
import { leaveLine } from "./order-line.ts";

const MILLIONTHS_PER_UNIT = 100;

/** Rescales or pays what is held before anything of that opening trades. */
export function applyAction(run: BacktestRun, { slot, action, opensAt, day }: DueAction): void {
  const at = opensAt as Instant;
  // What was borrowed over night was borrowed before.
  if (run.settings.shorts !== undefined) enterDay(run, day);
  const held = run.book.held[slot] as Quantity;
  if (action.kind === "split") {
    // Its size was meant for the old shares.
    const waiting = leaveLine(run, slot);
    if (waiting !== undefined) cancelOrder(run, waiting, at, { kind: "split" });
  }
  const done = action.kind === "split" ? split(run, slot, action, at) : pay(run, slot, action, at);
  const ticker = run.book.tickers[slot]!;
  if (held !== 0) run.actions.push({ action, ticker, at, held, ...done });
}

type Payment = Pick<AppliedAction, "paid" | "earned">;

const NOTHING: Payment = { paid: NO_MONEY, earned: NO_MONEY };

/** Whole shares stay; the broker pays for the fraction at the rescaled last price, or is paid where it is owed. */
function split(
  run: BacktestRun,
  slot: number,
  { numerator, denominator }: Extract<CorporateAction, { kind: "split" }>,
  at: Instant,
): Payment {
  const { book } = run;
  const held = book.held[slot]!;
  const fraction = (held * numerator) % denominator;
  if (book.partsPerShare !== 1) return splitInParts(run, slot, { numerator, denominator }, at);
  // Of a position that is never short this is what the live account's own rule says.
  const { position, released } = splitSigned(signedPositionOf(book, slot), numerator, denominator);
  rescaleTo(book, slot, position, { numerator, denominator });
  if (held === 0) return NOTHING;
  const paid = money(mulDivFloor(fraction, book.mark[slot]!, denominator));
  receive(run, slot, { paid, released }, at);
  if (book.held[slot] === 0) run.holdings -= 1;
  const all = Math.abs(held * numerator);
  const fees = mulDivHalfEven(run.feesHeld[slot]!, Math.abs(fraction), all);
  run.feesHeld[slot] = run.feesHeld[slot]! - fees;
  return { paid, earned: money(paid - released - fees) };
}

/** Parts stay as they are; less than one of them is dropped, and what that cost stays with the others. */
function splitInParts(
  run: BacktestRun,
  slot: number,
  ratio: { readonly numerator: number; readonly denominator: number },
  at: Instant,
): Payment {
  const { book } = run;
  const { shares, costBasis } = positionOf(book, slot);
  const kept = mulDivFloor(shares, ratio.numerator, ratio.denominator) as Quantity;
  const released = kept === 0 ? costBasis : NO_MONEY;
  rescaleTo(book, slot, { shares: kept, costBasis: money(costBasis - released) }, ratio);
  noteHeld(run, slot);
  if (shares === 0 || kept !== 0) return NOTHING;
  receive(run, slot, { paid: NO_MONEY, released }, at);
  run.holdings -= 1;
  const fees = run.feesHeld[slot]!;
  run.feesHeld[slot] = 0;
  return { paid: NO_MONEY, earned: money(-released - fees) };
}

function pay(
  run: BacktestRun,
  slot: number,
  { perShare }: Extract<CorporateAction, { kind: "dividend" }>,
  at: Instant,
): Payment {
  const { held, partsPerShare } = run.book;
  const paid = money(mulDivHalfEven(held[slot]!, perShare, MILLIONTHS_PER_UNIT * partsPerShare));
  if (paid !== 0) receive(run, slot, { paid, released: NO_MONEY }, at);
  return { paid, earned: paid };
}

function receive(
  run: BacktestRun,
  slot: number,
  income: { readonly paid: Money; readonly released: Money },
  at: Instant,
): void {
  bookIncome(run.book, income.paid);
  const cause = `a${run.actions.length}`;
  run.ledger.push(incomeEntry(cause, run.book.tickers[slot]!, income, at));
}
