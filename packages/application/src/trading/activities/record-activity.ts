import { invariant } from "@sevenfold/domain/invariant";
import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { type Money, money, NO_MONEY, NO_SHARES } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Activity } from "../../ports/activity.ts";
import type { Account } from "../../ports/stores/account.ts";
import { type BookedActivity, causeOfActivity } from "../../ports/stores/activity-store.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import type { TrailSnapshot } from "../../ports/stores/trail-store.ts";
import { coolDownOfFills } from "../account/cool-down-of-fills.ts";
import { takenOverRow } from "../account/taken-over-row.ts";
import { toldInDoubt } from "../account/told-in-doubt.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { isTakenOver } from "../fills/taken-over.ts";
import { tradedSince } from "../fills/traded-since.ts";
import { freezeAccount } from "../safeguards/freeze-account.ts";
import { reduceAccount } from "../safeguards/reduce-account.ts";
import { type Refusal, sentenceOf } from "../safeguards/refusal.ts";
import { effectOf } from "./activity-effect.ts";
import { changedTrails } from "./changed-trails.ts";
import type { ActivityEffect, ActivityFacts, Held, TrailEffect } from "./effect-parts.ts";
import { leftToSettle } from "./left-to-settle.ts";

/** What the books say after an activity, as committed. */
export interface ActivityBooked {
  readonly kind: "activity-booked";
  readonly activity: BookedActivity;
  readonly isCapital: boolean;
  readonly account: Account;
  readonly trail?: TrailEffect;
  /** The trails on record after one that changed a trail. */
  readonly trails?: TrailSnapshot;
  /** What is held after it, of those symbols whose holding it changed. */
  readonly holdings: ReadonlyMap<Ticker, Held>;
  /** Fills whose gain is another now. */
  readonly revalued: readonly string[];
}

/** Booked before, or part of what was taken over; or what makes it possible is not on record yet. */
export interface ActivityNotBooked {
  readonly kind: "known" | "unclear";
}

export type RecordActivity = (
  accountId: string,
  activity: Activity,
  /** Whether what it takes back has been waited for long enough. */
  hasWaited?: boolean,
) => Promise<Result<ActivityBooked | ActivityNotBooked, Refusal>>;

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "log" | "storage">;

/**
 * Books money or shares that moved without a trade, in one transaction: ledger, cash, positions, trail
 * and the day's baseline. Once per id, however often the venue tells. One that contradicts the books for good
 * is kept as it was told, is said once, and stops the account's automation; one that takes back what cannot be
 * taken back by itself lets nothing be entered until books and broker agree.
 */
export const recordActivity =
  ({ announcer, clock, log, storage }: Needs): RecordActivity =>
  async (accountId, told, hasWaited = false) => {
    const at = clock.now();
    let activity = told;
    let userId = "";
    let isNews = true;
    const recording = storage.transact(async (tables) => {
      const account = await tables.accounts.lock(accountId);
      if (!account) return refused<Refusal>({ kind: "account-not-found" });
      userId = account.userId;
      if (await tables.activities.find(accountId, activity.id))
        return ok({ kind: "known" as const });
      // Read for the first time, what is older than the books is part of what they began with.
      if (account.activitiesReadTo === undefined && isTakenOver(account, activity.at)) {
        await tables.activities.add(takenOverRow(accountId, activity), []);
        return ok({ kind: "known" as const });
      }
      if (activity.kind === "other-cash" && activity.settles) {
        const { settles } = activity;
        const amount = await leftToSettle(tables, accountId, { at: activity.at, settles });
        // There is nothing to say of what is as it should be: it is known, and on no page.
        if (amount === 0) await tables.activities.add(takenOverRow(accountId, activity), []);
        if (!amount) return ok({ kind: "known" as const });
        activity = { ...activity, amount };
      }
      const facts = await factsOf(tables, accountId, activity);
      if (!hasWaited && isUnheard(activity, facts)) return ok({ kind: "unclear" as const });
      const effect = effectOf(activity, facts, at);
      if (effect.ok)
        return ok(await bookActivity(tables, account, { activity, effect: effect.value, at }));
      if (isTooEarly(activity, facts, at)) return ok({ kind: "unclear" as const });
      const { refusal } = effect;
      isNews = await quarantine(tables, account, { activity, refusal, at: clock.now() });
      return effect;
    });
    const announce = (topic: "account" | "settings") =>
      userId !== "" && announcer.announce({ accountId, userId, topic });
    const recorded = await toldInDoubt(recording, () => announce("account"));
    if (!recorded.ok) {
      if (isNews) log.error("activity-refused", { accountId, activity, ...recorded.refusal });
      if (isNews) announce("settings");
    } else if (recorded.value.kind === "activity-booked") {
      const { revalued } = recorded.value;
      log.info("activity-booked", { accountId, activity });
      if (0 < revalued.length) log.info("gains-revalued", { accountId, revalued });
      announce("account");
    }
    return recorded;
  };

/** Whether it takes back what is not on record, which may be told after that it was: then it is asked again. */
const isUnheard = ({ kind }: Activity, { fill, undone }: ActivityFacts): boolean =>
  (kind === "bust" && fill === undefined) || (kind === "correction" && undone === undefined);

/** For so long what happened with it may be told after it. */
export const TOLD_MS_MAX = 15 * MINUTE_MS;

/**
 * A trade cannot be taken back without which more was sold than was held: another one that was taken
 * back with it, or a buy, is yet to be told. It is asked again then, and nothing is entered meanwhile,
 * for books and broker differ. What was split since, nothing that is told makes possible.
 */
const isTooEarly = (activity: Activity, { fill, later }: ActivityFacts, at: Instant): boolean =>
  activity.kind === "bust" &&
  fill !== undefined &&
  later !== undefined &&
  at - activity.at < TOLD_MS_MAX;

async function factsOf(
  tables: Tables,
  accountId: string,
  activity: Activity,
): Promise<ActivityFacts> {
  const positions = await tables.positions.of(accountId);
  const heldOf = (ticker: Ticker): Held => {
    const held = positions.find((position) => position.ticker === ticker);
    return {
      shares: held?.quantity ?? NO_SHARES,
      costBasis: held?.costBasis ?? NO_MONEY,
      isManaged: held?.isManaged ?? true,
    };
  };
  if (activity.kind === "bust") {
    const fill = await tables.fills.find(accountId, activity.executionId);
    return fill ? { heldOf, fill, later: await tradedSince(tables, fill) } : { heldOf };
  }
  if (activity.kind === "correction") {
    const undone = await tables.activities.find(accountId, activity.undoes);
    return undone ? { heldOf, undone } : { heldOf };
  }
  const { kind } = activity;
  if (kind === "split" || kind === "shares-journal" || kind === "spin-off")
    return { heldOf, later: await tradedSince(tables, { ...activity, accountId }) };
  return { heldOf };
}

/** Puts an activity on record, and what it changes, in the caller's transaction. */
export async function bookActivity(
  tables: Tables,
  { id: accountId }: Pick<Account, "id">,
  told: {
    readonly activity: Activity;
    readonly effect: ActivityEffect;
    readonly at: Instant;
  },
): Promise<ActivityBooked> {
  const { activity, at, effect } = told;
  const { amount, entries, holdings, isCapital, revalued = [], row, trail } = effect;
  const booked: BookedActivity = {
    accountId,
    activityId: activity.id,
    kind: activity.kind,
    at: activity.at,
    ...row,
    amount,
    ...(activity.words === undefined ? {} : { words: activity.words }),
    isTakenOver: false,
  };
  const isNew = await tables.activities.add(booked, entries);
  invariant(isNew, `activity ${activity.id} is booked once`);
  for (const { executionId, realized } of revalued)
    await tables.fills.revalue(accountId, executionId, realized);
  // By when it was booked: equity that was recorded before does not have it.
  if (isCapital && amount !== 0)
    await tables.capital.add({ accountId, cause: causeOfActivity(activity.id), at, amount });
  for (const [ticker, { costBasis, isManaged, shares: quantity }] of holdings)
    await tables.positions.put({
      accountId,
      ticker,
      quantity,
      costBasis,
      isManaged,
      updatedAt: at,
    });
  const stored = trail && (await tables.trails.of(accountId));
  const cooled = stored && (await withCoolDown(tables, accountId, { at, stored, trail }));
  const trails = cooled && { ...stored, trails: changedTrails(stored.trails, cooled, at) };
  if (trails) await tables.trails.save(trails);
  const account = await tables.accounts.change(accountId, (before) =>
    withCash(before, amount, isCapital),
  );
  return {
    kind: "activity-booked",
    activity: booked,
    isCapital,
    account,
    revalued: revalued.map(({ executionId }) => executionId),
    holdings,
    ...(trail ? { trail } : {}),
    ...(trails ? { trails } : {}),
  };
}

/** A sale that is taken back cools its symbol down all the same. */
async function withCoolDown(
  tables: Tables,
  accountId: string,
  {
    at,
    stored: { trails },
    trail,
  }: { readonly at: Instant; readonly stored: TrailSnapshot; readonly trail: TrailEffect },
): Promise<TrailEffect> {
  const { kind, ticker } = trail;
  if (kind !== "anchored" || trails.some((one) => one.ticker === ticker)) return trail;
  const settings = await tables.settings.of(accountId);
  if (!settings) return trail;
  return { ...trail, coolDownUntil: await coolDownOfFills(tables, settings, { at, ticker }) };
}

/** Money from outside is no gain: what the account and the day began with moves along. */
const withCash = (account: Account, amount: Money, isCapital: boolean): Account => ({
  ...account,
  cash: money(account.cash + amount),
  ...(isCapital ? { startEquity: money(account.startEquity + amount) } : {}),
  ...(isCapital && account.baseline !== undefined
    ? { baseline: money(account.baseline + amount) }
    : {}),
});

/** Keeps what cannot be booked, and holds the account back the first time it is told; then it is true. */
async function quarantine(
  tables: Tables,
  account: Account,
  told: { readonly activity: Activity; readonly refusal: Refusal; readonly at: Instant },
): Promise<boolean> {
  const { activity, at, refusal } = told;
  const isNew = await tables.quarantine.add({
    accountId: account.id,
    executionId: causeOfActivity(activity.id),
    refusal: refusal.kind,
    execution: activity,
    at,
  });
  if (!isNew) return false;
  if (isForAgreement(activity, refusal))
    await reduceAccount(tables, account, {
      because: "correction-unbooked",
      at,
      about: sentenceOf(refusal),
    });
  else await freezeAccount(tables, account, at);
  return true;
}

/**
 * Whether no look mends it, but only that books and broker agree again: a correction, and a trade that was
 * taken back and is older than the books.
 */
export const isForAgreement = ({ kind }: Activity, refusal: Refusal): boolean =>
  kind === "correction" ||
  (kind === "bust" && refusal.kind === "impossible-activity" && refusal.ticker === undefined);
