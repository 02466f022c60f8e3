import { type GoalRefusal, goalFrom } from "@sevenfold/domain/goal";
import type { Money } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { SettingRows, SettingValues } from "@sevenfold/domain/setting-row";
import {
  AUTOMATION_SETTINGS,
  LIMIT_SETTINGS,
  STRATEGY_SETTINGS,
} from "@sevenfold/domain/setting-table";
import type { AutomationSettings, RiskLimits, Strategy } from "@sevenfold/domain/strategy";
import { type StrategyRefusal, withChanges } from "@sevenfold/domain/strategy-changes";
import type { Account } from "../../ports/stores/account.ts";
import type { AuditAction } from "../../ports/stores/audit-store.ts";
import type { Settings } from "../../ports/stores/settings-store.ts";
import {
  type AccountNotFound,
  type AnotherAccount,
  meantAccount,
  selectedAccount,
} from "../account/selected-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import type { ChangedMeanwhile } from "../prices/changed-meanwhile.ts";
import {
  releaseOnSwitchingOn,
  type UnseenReduction,
  unseenReduction,
} from "../safeguards/reduce-account.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { automationRefusal } from "./toggle-automation.ts";

type Needs = Pick<TradingNeeds, "announcer" | "brokers" | "clock" | "live" | "storage">;

/** What a form sends: what it leaves out stays as it is. */
export interface SettingsWish extends Partial<AutomationSettings> {
  readonly strategy: Partial<Strategy>;
}

/** What the caller decided on. What is left out is not asked for: the last one to save has it. */
export interface Seen {
  readonly accountId?: string | undefined;
  readonly version?: number | undefined;
}

type SaveRefusal = Refusal | AnotherAccount | ChangedMeanwhile<Settings>;
export type SettingsRefusal = SaveRefusal | StrategyRefusal;

/** Changes what the selected account's automation is told. Refused whole, or stored whole. */
export const changeSettings =
  (needs: Needs) =>
  async (
    userId: string,
    wish: SettingsWish,
    seen: Seen = {},
  ): Promise<Result<Settings, SettingsRefusal>> => {
    const { accountId, version } = seen;
    const selected = await meantAccount(needs.storage.read, { userId, accountId });
    if (!selected.ok) return selected;
    const account = selected.value;
    const current = await needs.storage.read.settings.of(account.id);
    const isTurnedOn = wish.automationEnabled === true && !current?.automationEnabled;
    const refusal = isTurnedOn
      ? await automationRefusal(needs, { accountId: account.id, userId })
      : undefined;
    if (refusal) return refused(refusal);
    const isStopNew = wish.stopAtBroker === true && !current?.stopAtBroker;
    if (isStopNew && !(await mayTakeStops(needs, account.id)))
      return refused({ kind: "stops-not-taken" });
    const save = { account, version, action: "settings-changed" } as const;
    return store<StrategyRefusal | ChangedMeanwhile<Settings>>(needs, save, (settings) => {
      // Off since it was looked at: whether it may go on was not asked, nor why it went off seen.
      if (wish.automationEnabled && !settings.automationEnabled && !isTurnedOn)
        return refused({ kind: "changed-meanwhile", stored: settings });
      const strategy = withChanges(settings.strategy, wish.strategy);
      return strategy.ok ? ok({ ...settings, ...wish, strategy: strategy.value }) : strategy;
    });
  };

/** Where the broker cannot be asked it may: nothing is placed before it can. */
async function mayTakeStops({ brokers }: Needs, accountId: string): Promise<boolean> {
  const broker = await brokers.connect(accountId).catch(() => undefined);
  return broker === undefined || broker.terms?.takesStops === true;
}

/** Changes what the selected account's automated orders may risk. */
export const changeRisk =
  (needs: Omit<Needs, "brokers">) =>
  async (
    userId: string,
    wish: Partial<RiskLimits>,
    { accountId, version }: Seen = {},
  ): Promise<Result<Settings, SaveRefusal>> => {
    const selected = await meantAccount(needs.storage.read, { userId, accountId });
    if (!selected.ok) return selected;
    const save = { account: selected.value, version, action: "risk-changed" } as const;
    return store(needs, save, (settings) =>
      ok({ ...settings, limits: { ...settings.limits, ...wish } }),
    );
  };

interface Save {
  readonly account: Account;
  /** The one the caller decided on; undefined: whatever is stored. */
  readonly version: number | undefined;
  readonly action: AuditAction;
}

type NotStored = AccountNotFound | ChangedMeanwhile<Settings> | UnseenReduction;

async function store<Refused extends { readonly kind: string }>(
  { announcer, clock, storage }: Omit<Needs, "brokers">,
  { account: { id: accountId, userId }, action, version }: Save,
  change: (settings: Settings) => Result<Settings, Refused>,
): Promise<Result<Settings, Refused | NotStored>> {
  type Stored = Result<Settings, Refused | NotStored>;
  const askedAt = clock.now();
  let isReleased = false;
  const stored = await storage.transact(async (tables): Promise<Stored> => {
    isReleased = false;
    const locking = tables.accounts.lock(accountId);
    // With the account's own; heard by the change.
    tables.settings.lock(accountId).catch(() => undefined);
    const account = await locking;
    if (!account) return refused({ kind: "account-not-found" });
    const at = clock.now();
    let answer: Stored | undefined;
    let isChanged = false;
    let isTurnedOn = false;
    const after = await tables.settings.change(accountId, userId, (before) => {
      answer = change(before);
      isChanged = answer.ok && !isSame(before, answer.value);
      // A save whose answer was lost comes again: what is stored already harms nobody.
      if (isChanged && version !== undefined && version !== before.version) {
        answer = refused({ kind: "changed-meanwhile", stored: before });
        isChanged = false;
      }
      isTurnedOn = answer.ok && answer.value.automationEnabled && !before.automationEnabled;
      const unseen = isTurnedOn ? unseenReduction(account, askedAt) : undefined;
      if (unseen) {
        answer = refused(unseen);
        [isChanged, isTurnedOn] = [false, false];
      }
      return answer.ok && isChanged ? { ...answer.value, updatedAt: at } : before;
    });
    if (isChanged) await tables.audit.add({ at, userId, action });
    if (isTurnedOn) await releaseOnSwitchingOn(tables, account, at);
    isReleased = isTurnedOn;
    return answer?.ok === false ? answer : ok(after);
  });
  const topic = isReleased ? "settings" : "settings-saved";
  if (stored.ok) announcer.announce({ accountId, userId, topic });
  return stored;
}

/** What changes nothing is no change: the history, the audit and the worker hear nothing of it. */
const isSame = (before: Settings, after: Settings): boolean =>
  areSame(AUTOMATION_SETTINGS, before, after) &&
  areSame(STRATEGY_SETTINGS, before.strategy, after.strategy) &&
  areSame(LIMIT_SETTINGS, before.limits, after.limits);

const areSame = <Rows extends SettingRows>(
  rows: Rows,
  before: SettingValues<Rows>,
  after: SettingValues<Rows>,
): boolean => Object.keys(rows).every((key) => before[key] === after[key]);

/** Changes what the user wants to reach. It must lie above where the selected account began. */
export const changeGoal =
  ({ announcer, clock, storage }: Omit<Needs, "brokers">) =>
  async (
    userId: string,
    target: Money,
    /** What the goal was when this was decided; undefined: whatever it is. */
    seen?: Money,
  ): Promise<Result<Money, GoalRefusal | AccountNotFound | ChangedMeanwhile<Money>>> => {
    const selected = await selectedAccount(storage.read, userId);
    if (!selected.ok) return selected;
    const { id: accountId, startEquity } = selected.value;
    const goal = goalFrom(startEquity, target);
    if (!goal.ok) return goal;
    const portfolio = await storage.read.portfolios.ofUser(userId);
    if (!portfolio) return refused({ kind: "account-not-found" });
    const other = await storage.transact(async (tables) => {
      let changed: Money | undefined;
      await tables.portfolios.change(portfolio.id, (row) => {
        changed =
          seen === undefined || [seen, target].includes(row.goalAmount)
            ? undefined
            : row.goalAmount;
        return changed === undefined ? { ...row, goalAmount: target } : row;
      });
      if (changed === undefined)
        await tables.audit.add({ at: clock.now(), userId, action: "goal-changed" });
      return changed;
    });
    if (other !== undefined) return refused({ kind: "changed-meanwhile", stored: other });
    announcer.announce({ accountId, userId, topic: "account" });
    return ok(target);
  };
