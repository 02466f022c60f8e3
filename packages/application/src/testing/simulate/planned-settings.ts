import { bps, money, shares, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import type { RiskLimits } from "@sevenfold/domain/strategy";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import {
  changeRisk,
  changeSettings,
  type SettingsWish,
} from "../../trading/settings/change-settings.ts";
import type { SimulatedAccount, SimulatedProcess } from "../world/world.ts";
import { MODES } from "./plan-bounds.ts";

interface Scene {
  readonly account: SimulatedAccount;
  readonly chance: SeededChance;
  readonly through: SimulatedProcess;
}

/**
 * A user changes what their account is told, whatever is held or at work by then: another mode, a stop
 * switched on or off here or at the broker, other rates and sizes, or what it may risk.
 */
export async function changeRules(scene: Scene): Promise<void> {
  const { account, chance, through } = scene;
  const seen = { accountId: account.accountId };
  if (chance.happens(0.4)) {
    await changeRisk(through.needs)(account.userId, drawLimits(chance), seen);
    return;
  }
  await changeSettings(through.needs)(account.userId, drawWish(chance), seen);
}

/** In basis points of what there is, with a hundredth each. */
const percent = (chance: SeededChance, least: number, most: number) =>
  bps(100 * chance.between(least, most));

function drawWish(chance: SeededChance): SettingsWish {
  switch (chance.between(0, 5)) {
    case 0: {
      const mode = MODES[chance.between(0, MODES.length - 1)]!;
      // A band of some width, as wide as the form asks for.
      return { strategy: { mode, buyDropBps: bps(200), buyDropMaxBps: percent(chance, 2, 8) } };
    }
    case 1:
      return { stopAtBroker: chance.happens(0.5), strategy: {} };
    case 2:
      return {
        strategy: {
          stopLossEnabled: chance.happens(0.7),
          stopLossBps: bps(50 * chance.between(10, 18)),
        },
      };
    case 3:
      return {
        strategy: {
          sellRiseBps: percent(chance, 1, 4),
          takeProfitBps: percent(chance, 1, 4),
        },
      };
    case 4:
      return {
        strategy: {
          sharesToBuy: shares(chance.between(1, 20)),
          sharesToSell: shares(chance.between(1, 20)),
          maxPositionSize: shares(chance.between(1, 40)),
        },
      };
    default:
      return {
        strategy: { minCashReserve: money(chance.between(0, 12) * 2_500 * UNITS_PER_DOLLAR) },
      };
  }
}

function drawLimits(chance: SeededChance): Partial<RiskLimits> {
  switch (chance.between(0, 4)) {
    case 0:
      return { maxPositionBps: percent(chance, 1, 30) };
    case 1:
      return { coolDownSec: chance.between(0, 12) * 10 };
    case 2:
      return { entriesPerMinuteMax: chance.between(0, 6) };
    default:
      return { allowAfterHours: chance.happens(0.8) };
  }
}
