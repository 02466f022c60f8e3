import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import type { Execution } from "../../ports/broker.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { NotFoundWatch } from "../account/not-found-watch.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { UPKEEP } from "../account/write-as-worker.ts";
import { isTakenOver } from "../fills/taken-over.ts";
import { isOfParts } from "./adopt-parts.ts";
import { type HearBooked, type News, openBooking, orderOf } from "./book-news.ts";
import type { BrokerWord } from "./read-broker.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "identifiers" | "log" | "storage">;

const DAY_MS = 86_400_000;
/** How often it is put on record how far activities were read: the overlap is many times as long. */
const READ_TO_EVERY_MS = DAY_MS;

export interface Adopted {
  /** What was taken back there and cannot be here, in sentences. */
  readonly unbooked: readonly string[];
  /** Ids of what is booked as soon as it is shown what came of it, or told what it takes back. */
  readonly waiting: readonly string[];
  /** Symbols that were traded there and not here: the number of their shares tells nothing. */
  readonly tradedAside: ReadonlySet<Ticker>;
}

type Told = Pick<BrokerWord, "activities" | "askedAt" | "executions" | "foreign" | "positions">;

/**
 * Books what the broker tells and the books do not know, in the order in which it happened: a split
 * before the sale of what it made, and trades of parts of shares when all else agrees.
 */
export async function adopt(
  needs: Needs,
  account: Account,
  word: Told,
  { hear, watch }: { readonly hear: HearBooked; readonly watch: NotFoundWatch },
): Promise<Adopted> {
  const { askedAt, executions, foreign, positions } = word;
  const news = await newsIn(needs, account, word);
  const booking = openBooking(needs, account.id, news, hear);
  for (const execution of news.fills) {
    await booking.bookUntil(execution.at);
    await booking.bookFill(execution);
  }
  await booking.bookUntil(Number.POSITIVE_INFINITY);
  const rest = await booking.bookRest({ positions, foreign, watch });
  const { areRead, awaited, parts, tradedAside, unbooked, unclear } = rest;
  // Trades of parts are told again from there on, too.
  const told = [readToOf(account, executions, unclear), ...parts.map(({ at }) => at)];
  await noteReadTo(needs, account, {
    readTo: instant(Math.min(...told)),
    activitiesReadTo: areRead && parts.length === 0 ? askedAt : undefined,
  });
  return { unbooked, tradedAside, waiting: [...parts, ...awaited].map(({ id }) => id) };
}

async function newsIn(
  { storage: { read } }: Needs,
  account: Account,
  { activities, executions }: Told,
): Promise<News> {
  const known = await read.activities.knownAmong(
    account.id,
    activities.map(({ id }) => id),
  );
  const booked = await read.fills.bookedAmong(
    account.id,
    executions.map(({ executionId }) => executionId),
  );
  const news = eachOnce(activities, ({ id }) => id)
    .filter(({ id }) => !known.has(id))
    .toSorted((one, other) => orderOf(one) - orderOf(other) || one.at - other.at);
  return {
    fills: eachOnce(executions, ({ executionId }) => executionId).filter(
      ({ at, executionId }) => !booked.has(executionId) && !isTakenOver(account, at),
    ),
    parts: news.filter(isOfParts),
    activities: news.filter((one) => !isOfParts(one)),
  };
}

/** A broker may list the same twice. */
const eachOnce = <Told>(list: readonly Told[], idOf: (told: Told) => string): readonly Told[] => [
  ...new Map(list.map((told) => [idOf(told), told])).values(),
];

/** Puts on record how far executions, and, where all of them are booked, activities were read. */
async function noteReadTo(
  { storage }: Needs,
  account: Account,
  {
    activitiesReadTo,
    readTo,
  }: { readonly readTo: Instant; readonly activitiesReadTo: Instant | undefined },
): Promise<void> {
  const isDue =
    activitiesReadTo !== undefined &&
    (account.activitiesReadTo ?? 0) + READ_TO_EVERY_MS <= activitiesReadTo;
  if (!isDue && readTo <= account.executionsReadTo) return;
  const noted = (row: Account): Account => ({
    ...row,
    ...(row.executionsReadTo < readTo ? { executionsReadTo: readTo } : {}),
    ...(isDue ? { activitiesReadTo } : {}),
  });
  // What is read once more for want of it is found booked.
  await storage.transact((tables) => tables.accounts.change(account.id, noted), UPKEEP);
}

function readToOf(
  { executionsReadTo }: Pick<Account, "executionsReadTo">,
  executions: readonly Execution[],
  unclear: ReadonlySet<Execution>,
): Instant {
  let readTo = executionsReadTo;
  for (const execution of executions) {
    if (unclear.has(execution)) break;
    if (readTo < execution.at) readTo = execution.at;
  }
  return readTo;
}
