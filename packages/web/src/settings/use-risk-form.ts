import { zodResolver } from "@hookform/resolvers/zod";
import { RISK_BOUNDS, type RiskView } from "@sevenfold/contract/settings";
import { z } from "zod";
import { call } from "../api/call.ts";
import {
  changeRisk,
  listSettingsChanges,
  readRisk,
  readTradingConfig,
  readWorkerStatus,
} from "../api/lines.ts";
import { percentField, percentOf, plainRateOf, wholeField } from "./percent.ts";
import { useSavedForm } from "./use-saved-form.ts";

const RiskForm = z.object({
  maxPosPct: percentField("Maximum position", RISK_BOUNDS.position),
  dailyLossLimitPct: percentField("Daily loss limit", RISK_BOUNDS.dailyLoss),
  coolDownSec: wholeField("Cool-down", { min: 0, max: 86_400 }),
  allowAfterHours: z.boolean(),
});
type RiskForm = z.infer<typeof RiskForm>;

const SOURCE = {
  path: readRisk.path,
  read: () => call(readRisk),
  save: (fields: object, version: number) => call(changeRisk, { ...fields, version }),
  formOf: ({ updatedAt: _, version: __, ...risk }: RiskView): RiskForm => ({
    ...risk,
    maxPosPct: percentOf(risk.maxPosPct),
    dailyLossLimitPct: percentOf(risk.dailyLossLimitPct),
  }),
  wireOf: (form: RiskForm) => ({
    ...form,
    maxPosPct: plainRateOf(form.maxPosPct),
    dailyLossLimitPct: plainRateOf(form.dailyLossLimitPct),
  }),
  resolver: zodResolver(RiskForm),
  moves: [listSettingsChanges, readWorkerStatus, readTradingConfig].map(({ path }) => path),
  told: ["Risk Limits Saved", "They hold from the agent's next decision."],
  asks: "about-clashes",
} as const;

/** The limits as percentages, saved on their own. */
export const useRiskForm = (stored: RiskView) => useSavedForm<RiskView, RiskForm>(stored, SOURCE);
