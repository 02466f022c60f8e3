import type { Instant } from "@sevenfold/domain/market";
import type { Activity } from "../../ports/activity.ts";
import type { Execution } from "../../ports/broker.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { type ActivityBooked, recordActivity } from "../activities/record-activity.ts";
import { type Booked, isTakenOver, recordExecution } from "../fills/record-execution.ts";
import type { BrokerWord } from "./read-broker.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "identifiers" | "log" | "storage">;

/** Hears of all that the run books, as it is committed: also when the run fails later on. */
export type HearBooked = (booked: ActivityBooked | Booked | ForeignNoted) => void;

/** What else the broker shows of the account is on record. */
export interface ForeignNoted {
  readonly kind: "foreign-noted";
  readonly account: Account;
}

/** How often it is put on record how far activities were read: the overlap is many times as long. */
const READ_TO_EVERY_MS = 86_400_000;

/**
 * Books what the broker tells and the books do not know, in the order in which it happened: a split
 * before the sale of what it made.
 */
export async function adopt(
  needs: Needs,
  account: Account,
  { activities, askedAt, executions }: Pick<BrokerWord, "activities" | "askedAt" | "executions">,
  hear: HearBooked,
): Promise<void> {
  const { id: accountId } = account;
  const { read } = needs.storage;
  const known = await read.activities.knownAmong(
    accountId,
    activities.map(({ id }) => id),
  );
  const booked = await read.fills.bookedAmong(
    accountId,
    executions.map(({ executionId }) => executionId),
  );
  const waiting = activities.filter(({ id }) => !known.has(id)).toSorted((a, b) => a.at - b.at);
  let areRead = true;
  const recordUntil = async (at: number) => {
    while (waiting[0] && waiting[0].at <= at)
      areRead = (await recordNext(needs, accountId, waiting.shift()!, hear)) && areRead;
  };
  let readTo: Instant = account.executionsReadTo;
  let areBooked = true;
  for (const execution of executions) {
    await recordUntil(execution.at);
    if (!booked.has(execution.executionId) && !isTakenOver(account, execution.at))
      areBooked = (await recordFill(needs, accountId, execution, hear)) && areBooked;
    if (areBooked && readTo < execution.at) readTo = execution.at;
  }
  await recordUntil(Number.POSITIVE_INFINITY);
  const { activitiesReadTo = 0 } = account;
  const isDue = areRead && activitiesReadTo + READ_TO_EVERY_MS <= askedAt;
  if (!isDue && readTo <= account.executionsReadTo) return;
  await needs.storage.transact((tables) =>
    tables.accounts.change(accountId, (row) => ({
      ...row,
      ...(row.executionsReadTo < readTo ? { executionsReadTo: readTo } : {}),
      ...(isDue ? { activitiesReadTo: askedAt } : {}),
    })),
  );
}

/** False where it waits for what it takes back: then it is read again, however long that takes. */
async function recordNext(
  needs: Needs,
  accountId: string,
  activity: Activity,
  hear: HearBooked,
): Promise<boolean> {
  const recorded = await recordActivity(needs)(accountId, activity);
  if (recorded.ok && recorded.value.kind === "activity-booked") hear(recorded.value);
  return !recorded.ok || recorded.value.kind !== "unclear";
}

/** False where it waits for the answer about an order: then it is read again. */
async function recordFill(
  needs: Needs,
  accountId: string,
  execution: Execution,
  hear: HearBooked,
): Promise<boolean> {
  const recorded = await recordExecution(needs)(accountId, execution);
  if (recorded.ok && recorded.value.kind === "booked") hear(recorded.value);
  return !recorded.ok || recorded.value.kind !== "unclear";
}
