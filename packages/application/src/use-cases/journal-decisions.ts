import type { Instant } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import { type UntradedEnd, verdictOf } from "@sevenfold/domain/verdict";

import { type Decision, SAID_MAX } from "../ports/storage.ts";
import { type Refusal, sentenceOf } from "../refusal.ts";
import type { FollowedAccount } from "./followed-account.ts";
import type { AutomatedDraft } from "./order-draft.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { writeAsWorker } from "./write-as-worker.ts";

/** Lines kept for one writing; more than that within seconds says nothing new. */
const PENDING_MAX = 5_000;

/** Notes an order that is on its way, with what it was decided on. */
export function noteIntent(followed: FollowedAccount, { intent, settingsVersion }: Decided): void {
  const { ticker, slot, at, reason, price, trigger, reference, side } = intent;
  const verdict = side === "buy" ? "entered" : "left";
  followed.journal.said.set(slot, `${verdict}|`);
  note(followed, { ticker, at, verdict, reason, price, trigger, reference, settingsVersion });
}

/** What was decided, and by which settings: others may hold by the time it is answered. */
type Decided = Pick<AutomatedDraft, "intent" | "settingsVersion">;

/** Notes that what was decided came to no trade, and why: refused, never sent, or ended unfilled. */
export function noteUntraded(
  followed: FollowedAccount,
  slot: number,
  { at, gate, said, ...facts }: Untraded,
): void {
  followed.journal.said.set(slot, `blocked|${gate}`);
  const words = said === undefined ? {} : { said: said.slice(0, SAID_MAX) };
  note(followed, {
    ticker: followed.book.tickers[slot]!,
    at,
    verdict: "blocked",
    gate,
    ...words,
    ...facts,
  });
}

interface Untraded
  extends Pick<Decision, "at" | "price" | "reason" | "reference" | "said" | "trigger">,
    Partial<Pick<Decision, "settingsVersion">> {
  readonly gate: UntradedEnd;
}

/** The same of a draft that was refused before, or when, it was sent. */
export function noteRefused(
  followed: FollowedAccount,
  { intent, settingsVersion }: Decided,
  refusal: Refusal,
  at: Instant,
): void {
  const { price, reason, reference, slot, trigger } = intent;
  const gate = refusal.kind === "broker-rejected" ? "broker-refused" : "denied";
  const said = sentenceOf(refusal);
  const decided = { reason, price, reference, trigger, settingsVersion };
  noteUntraded(followed, slot, { at, gate, said, ...decided });
}

/** The same of an order that was on its way, and ended without a fill. */
export function noteUnfilled(
  followed: FollowedAccount,
  slot: number,
  { lastMessage, reason, status, updatedAt: at }: Order,
): void {
  const gate = END_GATES[status] ?? "ended-unfilled";
  noteUntraded(followed, slot, {
    at,
    gate,
    ...(reason === undefined ? {} : { reason }),
    ...(lastMessage === undefined ? {} : { said: lastMessage }),
  });
}

const END_GATES: Readonly<Partial<Record<Order["status"], UntradedEnd>>> = {
  rejected: "broker-refused",
  denied: "denied",
};

/** Notes every symbol whose verdict or gate is another than before. To be called once a second. */
export function noteVerdicts(followed: FollowedAccount, at: Instant): void {
  const { book, journal } = followed;
  const inSession = followed.session !== undefined;
  for (const slot of journal.moved) {
    // Being placed, or just refused: what it came to is noted by itself.
    if (followed.placing.has(slot) || followed.closedUntil.has(slot)) continue;
    const facts = verdictOf(book, slot, at, inSession);
    const saying = `${facts.verdict}|${facts.gate ?? ""}`;
    if (journal.said.get(slot) === saying) continue;
    journal.said.set(slot, saying);
    note(followed, {
      ticker: book.tickers[slot]!,
      at,
      verdict: facts.verdict,
      ...(facts.gate === undefined ? {} : { gate: facts.gate }),
      ...(facts.reason === undefined ? {} : { reason: facts.reason }),
      ...(facts.last === undefined ? {} : { price: facts.last }),
      ...(facts.trigger === undefined ? {} : { trigger: facts.trigger }),
      ...(facts.reference === undefined ? {} : { reference: facts.reference }),
    });
  }
  journal.moved.clear();
}

/** Writes what was noted, all at once. */
export async function writeJournal(
  needs: Pick<TradingNeeds, "storage">,
  followed: FollowedAccount,
): Promise<void> {
  const { journal } = followed;
  const lines = journal.pending;
  if (lines.length === 0) return;
  journal.pending = [];
  await writeAsWorker(needs, followed, (tables) => tables.decisions.add(lines));
}

function note(
  { book, id, journal, patternsOf, settings }: FollowedAccount,
  line: Omit<Decision, "accountId" | "settingsVersion"> &
    Partial<Pick<Decision, "settingsVersion">>,
): void {
  if (PENDING_MAX <= journal.pending.length) return;
  const patterns = patternsOf.get(book.slots.get(line.ticker)!);
  journal.pending.push({
    accountId: id,
    settingsVersion: settings.version,
    ...line,
    ...(patterns === undefined ? {} : { patterns }),
  });
}
