import { selectedAccount } from "@sevenfold/application/trading/account/selected-account";
import {
  type AutomatedSymbols,
  chooseAutomatedSymbols,
  readAutomatedSymbols,
} from "@sevenfold/application/trading/settings/automated-symbols";
import {
  changeRisk,
  type SettingsWish,
} from "@sevenfold/application/trading/settings/change-settings";
import { valuesFromWire } from "@sevenfold/contract/setting-wire";
import * as contract from "@sevenfold/contract/settings";
import { ok, refused } from "@sevenfold/domain/result";
import {
  AUTOMATION_SETTINGS,
  LIMIT_SETTINGS,
  STRATEGY_SETTINGS,
} from "@sevenfold/domain/setting-table";
import type { Strategy } from "@sevenfold/domain/strategy";

import { accountMeantBy, answersFor } from "../account-in-use.ts";
import { clashOf, conflictsOf } from "../conflicts.ts";
import type { HttpNeeds } from "../http-needs.ts";
import { forUser, type Route, type View, view } from "../route.ts";
import {
  presentPreview,
  presentRisk,
  presentSettingsChange,
  presentTradingConfig,
} from "./present-settings.ts";

export const settingsViews = ({ storage }: HttpNeeds): readonly View[] => [
  view(contract.readTradingConfig, async ({ user }) => {
    const settings = await settingsOf(storage, user.id);
    return settings.ok ? ok(presentTradingConfig(settings.value)) : settings;
  }),
  view(contract.readRisk, async ({ user }) => {
    const settings = await settingsOf(storage, user.id);
    return settings.ok ? ok(presentRisk(settings.value)) : settings;
  }),
];

export const settingsRoutes = (needs: HttpNeeds): readonly Route[] => [
  forUser(contract.changeTradingConfig, async ({ user, input, ctx }) => {
    const { version, updatedAt: _, ...wished } = input;
    const seen = { accountId: accountMeantBy(ctx), version };
    const changed = await needs.changeSettings(user.id, wishOf(wished), seen);
    if (changed.ok) {
      answersFor(ctx, changed.value.accountId);
      return ok(presentTradingConfig(changed.value));
    }
    return clashOf(changed, (stored) => conflictsOf(presentTradingConfig(stored), wished));
  }),
  forUser(contract.changeRisk, async ({ user, input, ctx }) => {
    const { version, updatedAt: _, ...wished } = input;
    const seen = { accountId: accountMeantBy(ctx), version };
    const changed = await changeRisk(needs)(user.id, valuesFromWire(LIMIT_SETTINGS, wished), seen);
    if (changed.ok) {
      answersFor(ctx, changed.value.accountId);
      return ok(presentRisk(changed.value));
    }
    return clashOf(changed, (stored) => conflictsOf(presentRisk(stored), wished));
  }),
  forUser(contract.previewSettings, async ({ user, input }) => {
    const preview = await needs.previewSettings(user.id, strategyOf(input));
    return preview.ok ? ok(presentPreview(preview.value)) : preview;
  }),
  forUser(contract.readAutomatedSymbols, async ({ user }) =>
    ok(presentSymbols(await readAutomatedSymbols(needs)(user))),
  ),
  forUser(contract.chooseAutomatedSymbols, async ({ user, input }) => {
    const { tickers, seen } = input;
    const named = tickers === "all" ? [] : tickers;
    const chosen = await chooseAutomatedSymbols(needs)(user, named, seen);
    if (chosen.ok) return ok(presentSymbols(chosen.value));
    return clashOf(chosen, (stored) => conflictsOf({ tickers: stored }, { tickers: named }));
  }),
  forUser(contract.listSettingsChanges, async ({ user, input }) => {
    const account = await selectedAccount(needs.storage.read, user.id);
    if (!account.ok) return account;
    const history = await needs.storage.read.settings.history(account.value.id, input.limit);
    return ok(history.map((change) => presentSettingsChange(change, user.id)));
  }),
];

async function settingsOf(storage: HttpNeeds["storage"], userId: string) {
  const account = await selectedAccount(storage.read, userId);
  if (!account.ok) return account;
  const settings = await storage.read.settings.of(account.value.id);
  return settings ? ok(settings) : refused({ kind: "account-not-found" } as const);
}

const presentSymbols = ({ max, tickers }: AutomatedSymbols) => ({
  max: max ?? null,
  tickers: [...tickers],
});

const wishOf = (input: contract.TradingConfigInput): SettingsWish => ({
  strategy: strategyOf(input),
  ...valuesFromWire(AUTOMATION_SETTINGS, input),
});

const strategyOf = (input: contract.TradingConfigInput): Partial<Strategy> =>
  valuesFromWire(STRATEGY_SETTINGS, input);
