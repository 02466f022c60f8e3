import { type GoalRefusal, goalFrom } from "@sevenfold/domain/goal";
import type { Money } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { RiskLimits, Strategy } from "@sevenfold/domain/strategy";
import { type StrategyRefusal, withChanges } from "@sevenfold/domain/strategy-changes";

import type { AuditAction } from "../ports/audit-store.ts";
import type { Account, Settings } from "../ports/storage.ts";
import type { Refusal } from "../refusal.ts";
import { releaseOnSwitchingOn } from "./reduce-account.ts";
import { type AccountNotFound, selectedAccount } from "./selected-account.ts";
import { automationRefusal } from "./toggle-automation.ts";
import type { TradingNeeds } from "./trading-needs.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "live" | "storage">;

/** What a form sends: what it leaves out stays as it is. */
export interface SettingsWish {
  readonly strategy: Partial<Strategy>;
  readonly automationEnabled?: boolean;
}

export type SettingsRefusal = Refusal | StrategyRefusal;

/** Changes what the selected account's automation is told. Refused whole, or stored whole. */
export const changeSettings =
  (needs: Needs) =>
  async (userId: string, wish: SettingsWish): Promise<Result<Settings, SettingsRefusal>> => {
    const selected = await selectedAccount(needs.storage.read, userId);
    if (!selected.ok) return selected;
    const account = selected.value;
    const current = await needs.storage.read.settings.of(account.id);
    const isTurnedOn = wish.automationEnabled === true && !current?.automationEnabled;
    const refusal = isTurnedOn
      ? await automationRefusal(needs, { accountId: account.id, userId })
      : undefined;
    if (refusal) return refused(refusal);
    return store(needs, account, "settings-changed", (settings) => {
      const strategy = withChanges(settings.strategy, wish.strategy);
      const { automationEnabled = settings.automationEnabled } = wish;
      return strategy.ok
        ? ok({ ...settings, strategy: strategy.value, automationEnabled })
        : strategy;
    });
  };

/** Changes what the selected account's automated orders may risk. */
export const changeRisk =
  (needs: Needs) =>
  async (userId: string, wish: Partial<RiskLimits>): Promise<Result<Settings, Refusal>> => {
    const selected = await selectedAccount(needs.storage.read, userId);
    if (!selected.ok) return selected;
    return store(needs, selected.value, "risk-changed", (settings) =>
      ok({ ...settings, limits: { ...settings.limits, ...wish } }),
    );
  };

async function store<Refused extends { readonly kind: string }>(
  { announcer, clock, storage }: Needs,
  { id: accountId, userId }: Account,
  action: AuditAction,
  change: (settings: Settings) => Result<Settings, Refused>,
): Promise<Result<Settings, Refused | AccountNotFound>> {
  const stored = await storage.transact(
    async (tables): Promise<Result<Settings, Refused | AccountNotFound>> => {
      const account = await tables.accounts.lock(accountId);
      if (!account) return refused({ kind: "account-not-found" });
      const at = clock.now();
      let answer: Result<Settings, Refused> | undefined;
      let isChanged = false;
      let isTurnedOn = false;
      const after = await tables.settings.change(accountId, userId, (before) => {
        answer = change(before);
        isChanged = answer.ok && !isSame(before, answer.value);
        isTurnedOn = answer.ok && answer.value.automationEnabled && !before.automationEnabled;
        return answer.ok && isChanged ? { ...answer.value, updatedAt: at } : before;
      });
      if (isChanged) await tables.audit.add({ at, userId, action });
      if (isTurnedOn) await releaseOnSwitchingOn(tables, account, at);
      return answer?.ok === false ? answer : ok(after);
    },
  );
  if (stored.ok) announcer.announce({ accountId, userId, topic: "settings" });
  return stored;
}

/** What changes nothing is no change: the history, the audit and the worker hear nothing of it. */
const isSame = (before: Settings, after: Settings): boolean =>
  before.automationEnabled === after.automationEnabled &&
  areSame(before.strategy, after.strategy) &&
  areSame(before.limits, after.limits);

const areSame = <Fields extends object>(before: Fields, after: Fields): boolean =>
  (Object.keys(after) as (keyof Fields)[]).every((field) => before[field] === after[field]);

/** Changes what the user wants to reach. It must lie above where the selected account began. */
export const changeGoal =
  ({ announcer, clock, storage }: Needs) =>
  async (userId: string, target: Money): Promise<Result<Money, GoalRefusal | AccountNotFound>> => {
    const selected = await selectedAccount(storage.read, userId);
    if (!selected.ok) return selected;
    const { id: accountId, startEquity } = selected.value;
    const goal = goalFrom(startEquity, target);
    if (!goal.ok) return goal;
    const portfolio = await storage.read.portfolios.ofUser(userId);
    if (!portfolio) return refused({ kind: "account-not-found" });
    await storage.transact(async (tables) => {
      await tables.portfolios.change(portfolio.id, (row) => ({ ...row, goalAmount: target }));
      await tables.audit.add({ at: clock.now(), userId, action: "goal-changed" });
    });
    announcer.announce({ accountId, userId, topic: "account" });
    return ok(target);
  };
