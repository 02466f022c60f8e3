import { zodResolver } from "@hookform/resolvers/zod";
import { RISK_BOUNDS, type RiskView } from "@sevenfold/contract/settings";
import { useMemo } from "react";
import { useForm } from "react-hook-form";
import { mutate } from "swr";
import { z } from "zod";
import { call } from "../api/call.ts";
import { changeRisk, listSettingsChanges, readRisk, readWorkerStatus } from "../api/lines.ts";
import { wordsOf } from "../api/problem-error.ts";
import { tellError, tellSuccess } from "../ui/notices.ts";
import { NOTHING_KEPT, TYPED_KEPT } from "./kept-values.ts";
import { percentField, percentOf, plainRateOf, wholeField } from "./percent.ts";

const RiskForm = z.object({
  maxPosPct: percentField("Maximum position", RISK_BOUNDS.position),
  dailyLossLimitPct: percentField("Daily loss limit", RISK_BOUNDS.dailyLoss),
  coolDownSec: wholeField("Cool-down", { min: 0, max: 86_400 }),
  allowAfterHours: z.boolean(),
});
type RiskForm = z.infer<typeof RiskForm>;

const formOf = ({ updatedAt: _, ...risk }: RiskView): RiskForm => ({
  ...risk,
  maxPosPct: percentOf(risk.maxPosPct),
  dailyLossLimitPct: percentOf(risk.dailyLossLimitPct),
});

/** The limits as percentages, saved on their own. */
export function useRiskForm(stored: RiskView) {
  const values = useMemo(() => formOf(stored), [stored]);
  const form = useForm<RiskForm>({
    resolver: zodResolver(RiskForm),
    mode: "onChange",
    defaultValues: values,
    values,
    resetOptions: TYPED_KEPT,
  });
  const save = async (wanted: RiskForm) => {
    try {
      const view = await call(changeRisk, {
        ...wanted,
        maxPosPct: plainRateOf(wanted.maxPosPct),
        dailyLossLimitPct: plainRateOf(wanted.dailyLossLimitPct),
      });
      form.reset(formOf(view), NOTHING_KEPT);
      await mutate(readRisk.path, view, { revalidate: false });
      for (const { path } of [listSettingsChanges, readWorkerStatus]) void mutate(path);
      tellSuccess("Risk Limits Saved", "They hold from the agent's next decision.");
    } catch (thrown) {
      tellError("Save Failed", wordsOf(thrown, "Failed to save configuration."));
    }
  };
  return { form, submit: form.handleSubmit(save) };
}
