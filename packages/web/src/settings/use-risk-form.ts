import { zodResolver } from "@hookform/resolvers/zod";
import { CALLS } from "@sevenfold/contract/calls";
import type { RiskView } from "@sevenfold/contract/settings";
import { LIMIT_SETTINGS } from "@sevenfold/domain/setting-table";
import { z } from "zod";
import { call } from "../api/call.ts";
import { percentOf, plainRateOf } from "./percent.ts";
import { formShapeOf, withRates } from "./setting-form.ts";
import { useSavedForm } from "./use-saved-form.ts";

const RiskForm = z.object(formShapeOf(LIMIT_SETTINGS));
export type RiskForm = z.infer<typeof RiskForm>;

const SOURCE = {
  path: CALLS.readRisk.path,
  read: () => call(CALLS.readRisk),
  save: (fields: object, version: number) => call(CALLS.changeRisk, { ...fields, version }),
  formOf: ({ updatedAt: _, version: __, ...risk }: RiskView): RiskForm =>
    withRates(LIMIT_SETTINGS, risk, percentOf),
  wireOf: (form: RiskForm) => withRates(LIMIT_SETTINGS, form, plainRateOf),
  resolver: zodResolver(RiskForm),
  moves: [CALLS.listSettingsChanges, CALLS.readWorkerStatus, CALLS.readTradingConfig].map(
    ({ path }) => path,
  ),
  told: ["Risk Limits Saved", "They hold from the agent's next decision."],
  asks: "about-clashes",
} as const;

/** The limits as percentages, saved on their own. */
export const useRiskForm = (stored: RiskView) => useSavedForm<RiskView, RiskForm>(stored, SOURCE);
