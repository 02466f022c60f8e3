import type { Intent } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import { verdictOf } from "@sevenfold/domain/verdict";

import type { Decision } from "../ports/storage.ts";
import type { FollowedAccount } from "./followed-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { writeAsWorker } from "./write-as-worker.ts";

/** Lines kept for one writing; more than that within seconds says nothing new. */
const PENDING_MAX = 5_000;

/** Notes an order that is on its way, with what it was decided on. */
export function noteIntent(followed: FollowedAccount, intent: Intent): void {
  const { ticker, slot, at, reason, price, trigger, reference, side } = intent;
  const verdict = side === "buy" ? "entered" : "left";
  followed.journal.said.set(slot, `${verdict}|`);
  note(followed, { ticker, at, verdict, reason, price, trigger, reference });
}

/** Notes every symbol whose verdict or gate is another than before. To be called once a second. */
export function noteVerdicts(followed: FollowedAccount, at: Instant): void {
  const { book, journal } = followed;
  const inSession = followed.session !== undefined;
  for (const slot of journal.moved) {
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
  line: Omit<Decision, "accountId" | "settingsVersion">,
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
