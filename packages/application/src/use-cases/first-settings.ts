import type { Instant } from "@sevenfold/domain/market";
import type { Bps, Money, Quantity } from "@sevenfold/domain/money";
import { RISK_DEFAULTS, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";

import type { Settings } from "../ports/storage.ts";

/** What a newly connected account is told to do: the stored defaults, with automation off. */
export const firstSettings = (accountId: string, at: Instant): Settings => ({
  accountId,
  strategy: {
    mode: STRATEGY_DEFAULTS.mode,
    buyDropBps: STRATEGY_DEFAULTS.buyDropBps as Bps,
    buyDropMaxBps: STRATEGY_DEFAULTS.buyDropMaxBps as Bps,
    sellRiseBps: STRATEGY_DEFAULTS.sellRiseBps as Bps,
    takeProfitBps: STRATEGY_DEFAULTS.takeProfitBps as Bps,
    stopLossBps: STRATEGY_DEFAULTS.stopLossBps as Bps,
    stopLossEnabled: false,
    sharesToBuy: STRATEGY_DEFAULTS.sharesToBuy as Quantity,
    sharesToSell: STRATEGY_DEFAULTS.sharesToSell as Quantity,
    maxPositionSize: STRATEGY_DEFAULTS.maxPositionSize as Quantity,
    minCashReserve: STRATEGY_DEFAULTS.minCashReserve as Money,
    patternConfirmation: STRATEGY_DEFAULTS.patternConfirmation,
  },
  limits: {
    ...RISK_DEFAULTS,
    maxPositionBps: RISK_DEFAULTS.maxPositionBps as Bps,
    dailyLossBps: RISK_DEFAULTS.dailyLossBps as Bps,
  },
  automationEnabled: false,
  stopAtBroker: false,
  version: 1,
  updatedAt: at,
});
