import type { Ticker } from "@sevenfold/domain/market";
import type { Activity, BustActivity } from "../../ports/activity.ts";
import type { Execution } from "../../ports/broker.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { NotFoundWatch } from "../account/not-found-watch.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import {
  type ActivityBooked,
  isForAgreement,
  recordActivity,
  TOLD_MS_MAX,
} from "../activities/record-activity.ts";
import { takenBackAtOnce } from "../activities/taken-back-at-once.ts";
import { type Booked, type ExecutionSource, recordExecution } from "../fills/record-execution.ts";
import { sentenceOf } from "../safeguards/refusal.ts";
import {
  type PartsActivity,
  partsBefore,
  readyParts,
  type SharesShown,
  sharesBefore,
  takeMore,
} from "./adopt-parts.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "identifiers" | "log" | "storage">;

/** Hears of all that the run books, as it is committed: also when the run fails later on. */
export type HearBooked = (booked: ActivityBooked | Booked | ForeignNoted) => void;

/** What else the broker shows of the account is on record. */
export interface ForeignNoted {
  readonly kind: "foreign-noted";
  readonly account: Account;
}

const DAY_MS = 86_400_000;

/** What is told and not booked. */
export interface News {
  readonly fills: readonly Execution[];
  readonly parts: readonly PartsActivity[];
  /** All but trades of parts, in their turn. */
  readonly activities: readonly Activity[];
}

/** Books news one by one, and knows what of them has to wait for others. */
export function openBooking(needs: Needs, accountId: string, news: News, hear: HearBooked) {
  const { clock } = needs;
  const activities = [...news.activities];
  let { parts } = news;
  /** Of what is not on record yet, or cannot be without what else is told. */
  let waiting: readonly Activity[] = [];
  const unbooked: string[] = [];
  /** What the books contradict is told as often as it is listed. */
  const refused = new Set<Ticker>();
  /** Sold before it is known where the shares came from. */
  let early: readonly Execution[] = [];

  const record = async (activity: Activity, hasWaited = false) => {
    if (!(await recordNext(needs, accountId, activity, { hear, hasWaited, unbooked })))
      waiting = [...waiting, activity];
  };
  const recordWaiting = async () => {
    const again = waiting;
    waiting = [];
    for (const activity of again) await record(activity);
  };
  const readyOf = (shown: SharesShown, trades: readonly PartsActivity[]) =>
    readyParts(needs, { accountId, early, waiting, ...shown }, trades);
  const recordParts = async (ready: readonly Activity[]) => {
    for (const activity of ready) await record(activity);
    const booked = new Set(ready.map(({ id }) => id));
    parts = parts.filter(({ id }) => !booked.has(id));
  };

  return {
    /** Activities up to then. */
    async bookUntil(at: number): Promise<void> {
      const isDue = () => activities[0] !== undefined && orderOf(activities[0]) <= at;
      // What was sold before shares moved otherwise is of the shares of before.
      if (isDue()) early = await recordAgain(needs, accountId, early, { hear, refused });
      while (isDue()) {
        const activity = activities.shift()!;
        const before = sharesBefore(activity);
        const ready = before
          ? await readyOf(
              { positions: [before], at: activity.at },
              partsBefore(parts, before, activity),
            )
          : [];
        // What they took may have been sold since, of the shares that the split has made.
        const isFirst =
          activity.kind === "split" &&
          (await takeMore(needs, accountId, { ready, ticker: activity.ticker }));
        if (isFirst) await record(activity);
        await recordParts(ready);
        if (!isFirst) await record(activity);
      }
    },
    async bookFill(execution: Execution): Promise<void> {
      const source = { hear, refused, source: "stream" } as const;
      const isLeft = !(await recordFill(needs, accountId, execution, source));
      if (isLeft) early = [...early, execution];
    },
    /** What has waited for all else; answers what waits on, in parts, and what is told again. */
    async bookRest(shown: SharesShown & { readonly watch: NotFoundWatch }) {
      early = await recordAgain(needs, accountId, early, { hear, refused });
      await recordWaiting();
      await recordParts(await readyOf(shown, parts));
      const awaited = waiting;
      waiting = [];
      for (const activity of awaited)
        await record(activity, shown.watch.prove(activity.id, activity.at, clock, TOLD_MS_MAX));
      // They may be of shares that the parts bring.
      const put = new Set(parts.map(({ ticker }) => ticker));
      const putOff = early.filter(({ ticker }) => put.has(ticker));
      const left = early.filter(({ ticker }) => !put.has(ticker));
      const told = { hear, refused };
      const unclear = new Set([
        ...putOff,
        ...(await recordLeft(needs, accountId, left, { ...told, waiting })),
      ]);
      // What was taken back of those is on record with them.
      if (unclear.size < early.length) await recordWaiting();
      const tradedAside = new Set([...refused, ...[...unclear].map(({ ticker }) => ticker)]);
      return { areRead: waiting.length === 0, awaited, parts, tradedAside, unbooked, unclear };
    },
  };
}

/** Who hears of fills that are booked, and which symbols have some that cannot be: not by a split, after a day. */
interface FillsTold {
  readonly hear: HearBooked;
  readonly refused: Set<Ticker>;
}

/** When it is its turn: what settles trades comes after all of them. */
export const orderOf = (activity: Activity): number =>
  "settles" in activity && activity.settles ? Number.MAX_VALUE : activity.at;

/** False where it waits for what it takes back: then it is read again. */
async function recordNext(
  needs: Needs,
  accountId: string,
  activity: Activity,
  told: { readonly hear: HearBooked; readonly hasWaited: boolean; readonly unbooked: string[] },
): Promise<boolean> {
  const recorded = await recordActivity(needs)(accountId, activity, told.hasWaited);
  if (recorded.ok && recorded.value.kind === "activity-booked") told.hear(recorded.value);
  if (!recorded.ok && isForAgreement(activity, recorded.refusal))
    told.unbooked.push(sentenceOf(recorded.refusal));
  return !recorded.ok || recorded.value.kind !== "unclear";
}

/**
 * What was sold and not held is told again after what was bought, for as long as something of it is booked:
 * where a later sale was heard first, it has taken the shares of this one.
 */
async function recordAgain(
  needs: Needs,
  accountId: string,
  early: readonly Execution[],
  told: FillsTold,
): Promise<readonly Execution[]> {
  const left: Execution[] = [];
  for (const execution of early)
    if (!(await recordFill(needs, accountId, execution, { ...told, source: "stream" })))
      left.push(execution);
  return left.length === 0 || left.length === early.length
    ? left
    : recordAgain(needs, accountId, left, told);
}

/** All that the list tells is told: what is not held now contradicts the books. Those that are read again. */
async function recordLeft(
  needs: Needs,
  accountId: string,
  early: readonly Execution[],
  told: FillsTold & { readonly waiting: readonly Activity[] },
): Promise<ReadonlySet<Execution>> {
  const unclear = new Set<Execution>();
  for (const execution of await recordAgain(needs, accountId, early, told)) {
    const undoneBy = told.waiting.find(
      (one): one is BustActivity =>
        one.kind === "bust" && one.executionId === execution.executionId,
    );
    if (!(await recordFill(needs, accountId, execution, { ...told, source: "list", undoneBy })))
      unclear.add(execution);
  }
  return unclear;
}

/**
 * False where it waits for the answer about an order, or for what else the list tells: then it is read
 * again.
 */
async function recordFill(
  needs: Needs,
  accountId: string,
  execution: Execution,
  {
    hear,
    refused,
    source,
    undoneBy,
  }: FillsTold & { readonly source: ExecutionSource; readonly undoneBy?: BustActivity | undefined },
): Promise<boolean> {
  const recorded = await recordExecution(needs, source)(
    accountId,
    execution,
    undoneBy && takenBackAtOnce(undoneBy),
  );
  if (recorded.ok && recorded.value.kind === "booked") hear(recorded.value);
  const isLate = DAY_MS <= needs.clock.now() - execution.at;
  if (!recorded.ok && !isLate) refused.add(execution.ticker);
  return !recorded.ok || recorded.value.kind !== "unclear";
}
