import type { Book } from "@sevenfold/domain/book";
import type { Gate } from "@sevenfold/domain/gate";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import type { ReasonCode } from "@sevenfold/domain/reason";
import { type Outcome, outcomeOf, type UntradedEnd, verdictOf } from "@sevenfold/domain/verdict";

import { type Decision, SAID_MAX } from "../../ports/stores/decision-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import { bookToRead } from "../account/book-in-hand.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { AutomatedDraft, PriceOrigin } from "../account/order-draft.ts";
import type { PriceBoard } from "../prices/price-board.ts";
import { type Refusal, sentenceOf } from "../safeguards/refusal.ts";

/** Lines kept for one writing; more than that within seconds says nothing new. */
const PENDING_MAX = 5_000;

/** Notes an order that is on its way, with what it was decided on. */
export function noteIntent(
  followed: FollowedAccount,
  { intent, priceOrigin, settingsVersion }: Decided,
): void {
  const { ticker, slot, at, reason, price, trigger, reference, side } = intent;
  const verdict = side === "buy" ? "entered" : "left";
  followed.journal.said.set(slot, `${verdict}|`);
  const facts = { at, verdict, reason, price, trigger, reference, settingsVersion };
  note(followed, { ticker, ...facts, ...priceOrigin });
}

/** What was decided, and by which settings: others may hold by the time it is answered. */
type Decided = Pick<AutomatedDraft, "intent" | "priceOrigin" | "settingsVersion">;

/** Notes that what was decided came to no trade, and why: refused, never sent, or ended unfilled. */
export function noteUntraded(
  followed: FollowedAccount,
  slot: number,
  { at, gate, said, ...facts }: Untraded,
): void {
  followed.journal.said.set(slot, `blocked|${gate}`);
  const words = said === undefined ? {} : { said: said.slice(0, SAID_MAX) };
  note(followed, {
    ticker: followed.inHand.known.tickers[slot]!,
    at,
    verdict: "blocked",
    gate,
    ...words,
    ...facts,
  });
}

interface Untraded
  extends Pick<
      Decision,
      "at" | "price" | "pricedAt" | "provider" | "reason" | "reference" | "said" | "trigger"
    >,
    Partial<Pick<Decision, "settingsVersion">> {
  readonly gate: UntradedEnd;
}

/** The same of a draft that was refused before, or when, it was sent. */
export function noteRefused(
  followed: FollowedAccount,
  { intent, priceOrigin, settingsVersion }: Decided,
  refusal: Refusal,
  at: Instant,
): void {
  const { price, reason, reference, slot, trigger } = intent;
  const gate = refusal.kind === "broker-rejected" ? "broker-refused" : "denied";
  const said = sentenceOf(refusal);
  const decided = { reason, price, reference, trigger, settingsVersion };
  noteUntraded(followed, slot, { at, gate, said, ...decided, ...priceOrigin });
}

/** The same of an order that was on its way, and ended without a fill. */
export function noteUnfilled(
  followed: FollowedAccount,
  slot: number,
  { lastMessage, reason, status, updatedAt: at }: Order,
): void {
  noteUntraded(followed, slot, {
    at,
    gate: untradedEndOf(status),
    ...(reason === undefined ? {} : { reason }),
    ...(lastMessage === undefined ? {} : { said: lastMessage }),
  });
}

/** What an order came to that ended without a fill. */
export const untradedEndOf = (status: Order["status"]): UntradedEnd =>
  END_GATES[status] ?? "ended-unfilled";

const END_GATES: Readonly<Partial<Record<Order["status"], UntradedEnd>>> = {
  rejected: "broker-refused",
  denied: "denied",
};

/** Notes what keeps an order of the owner's strategy back, once as long as it is the same. */
export function noteBlocked(
  followed: FollowedAccount,
  slot: number,
  { at, gate, reason }: { readonly at: Instant; readonly gate: Gate; readonly reason: ReasonCode },
): void {
  const { book, journal } = followed;
  const saying = `blocked|${gate}`;
  if (journal.said.get(slot) === saying) return;
  journal.said.set(slot, saying);
  const price = book.last[slot] as Price;
  const facts = { price, trigger: price, reference: price };
  note(followed, { ticker: book.tickers[slot]!, at, verdict: "blocked", gate, reason, ...facts });
}

/** Notes every symbol whose verdict or gate is another than before. To be called once a second. */
export function noteVerdicts(
  followed: FollowedAccount,
  at: Instant,
  prices?: Pick<PriceBoard, "latest">,
): void {
  const { journal } = followed;
  const book = bookToRead(followed);
  const inSession = followed.session !== undefined;
  const when = { at, inSession };
  // What the built-in rule would say of them is nothing that trades this account.
  if (followed.account.own !== undefined) journal.moved.clear();
  for (let number = 0; number < journal.moved.count; number += 1) {
    const slot = journal.moved.at(number);
    // Being placed, or just refused: what it came to is noted by itself.
    if (followed.placing.has(slot) || followed.closedUntil.has(slot)) continue;
    // Most say what they said a second ago: only of others the numbers are wanted.
    const saying = sayingOf(outcomeOf(book, slot, when));
    if (journal.said.get(slot) === saying) continue;
    journal.said.set(slot, saying);
    const facts = verdictOf(book, slot, at, inSession);
    note(followed, {
      ticker: book.tickers[slot]!,
      at,
      verdict: facts.verdict,
      ...(facts.gate === undefined ? {} : { gate: facts.gate }),
      ...(facts.reason === undefined ? {} : { reason: facts.reason }),
      ...(facts.last === undefined ? {} : { price: facts.last }),
      ...(prices && originOf(prices, book.tickers[slot]!)),
      ...(facts.trigger === undefined ? {} : { trigger: facts.trigger }),
      ...(facts.reference === undefined ? {} : { reference: facts.reference }),
    });
  }
  journal.moved.clear();
}

const sayings = new Map<Outcome, string>();

/** As `said` keeps it: "blocked|cool-down". Of each outcome there is one object, so of each saying one text. */
function sayingOf(outcome: Outcome): string {
  let saying = sayings.get(outcome);
  if (saying === undefined) {
    saying = `${outcome.verdict}|${outcome.gate ?? ""}`;
    sayings.set(outcome, saying);
  }
  return saying;
}

/** What the journal says last of each symbol: who takes the account over says only what is another. */
export async function readSaid(
  { decisions }: Pick<Readers, "decisions">,
  accountId: string,
  { slots, tickers }: Pick<Book, "slots" | "tickers">,
): Promise<Map<number, string>> {
  const lines = await decisions.lastOf(accountId, tickers);
  return new Map(
    lines.map(({ gate = "", ticker, verdict }) => [slots.get(ticker)!, `${verdict}|${gate}`]),
  );
}

/** Who told the latest price of the symbol, and when it was made. */
export function originOf(
  prices: Pick<PriceBoard, "latest">,
  ticker: Ticker,
): PriceOrigin | undefined {
  const known = prices.latest(ticker);
  return known && { provider: known.from.id, pricedAt: known.at };
}

/** What was noted since it was last taken, to be written all at once. */
export function takeNoted({ journal }: Pick<FollowedAccount, "journal">): readonly Decision[] {
  const lines = journal.pending;
  journal.pending = [];
  return lines;
}

/** What could not be written goes before what was noted since. */
export function putBack(
  { journal }: Pick<FollowedAccount, "journal">,
  lines: readonly Decision[],
): void {
  journal.pending = [...lines, ...journal.pending].slice(0, PENDING_MAX);
}

function note(
  { id, inHand, journal, patternsOf, settings }: FollowedAccount,
  line: Omit<Decision, "accountId" | "settingsVersion"> &
    Partial<Pick<Decision, "settingsVersion">>,
): void {
  if (PENDING_MAX <= journal.pending.length) return;
  const patterns = patternsOf.get(inHand.known.slots.get(line.ticker)!);
  journal.pending.push({
    accountId: id,
    settingsVersion: settings.version,
    ...line,
    ...(patterns === undefined ? {} : { patterns }),
  });
}
