import type { RiskView } from "@sevenfold/contract/settings";
import { useId } from "react";
import { readRisk } from "../api/lines.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { useFigure } from "../fields/use-figure.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useOnline } from "../ui/use-online.ts";
import { SaveDialog } from "./save-dialog.tsx";
import { type UnsavedProps, useUnsavedPart } from "./unsaved-parts.ts";
import { useRiskForm } from "./use-risk-form.ts";

/** What automated orders may risk. */
export function RiskCard({ unsaved }: UnsavedProps) {
  const { data: risk, error, mutate } = useEndpoint(readRisk, {}, { revalidateOnFocus: true });
  return (
    <Card title="Risk limits">
      {risk !== undefined ? (
        <RiskFields stored={risk} unsaved={unsaved} />
      ) : error ? (
        <ProblemNotice title="Failed to load data" problem={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton className="h-[330px]" />
      )}
    </Card>
  );
}

interface RiskFieldsProps extends UnsavedProps {
  readonly stored: RiskView;
}

function RiskFields({ stored, unsaved }: RiskFieldsProps) {
  const id = useId();
  const { asked, cancel, form, isPending, save, submit } = useRiskForm(stored);
  const isOnline = useOnline();
  const { errors, isDirty, isValid } = form.formState;
  useUnsavedPart(unsaved, "risk", isDirty);
  const { control } = form;
  const figures = {
    maxPosPct: useFigure({ control, name: "maxPosPct" }),
    dailyLossLimitPct: useFigure({ control, name: "dailyLossLimitPct" }),
    coolDownSec: useFigure({ control, name: "coolDownSec" }),
  };
  const number = (name: keyof typeof figures) => ({
    inputMode: "decimal" as const,
    autoComplete: "off",
    registration: figures[name],
    problem: errors[name]?.message,
  });
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      <p className="text-13 text-muted">
        They bind the agent's orders. Your own are sent all the same, with a warning.
      </p>
      <TextField
        label="Maximum position %"
        {...number("maxPosPct")}
        hint="Of your equity, in one stock."
      />
      <TextField
        label="Daily loss limit %"
        {...number("dailyLossLimitPct")}
        hint="Once equity is this far below the last close, entries halt until the next session."
      />
      <TextField
        label="Cool-down (seconds)"
        {...number("coolDownSec")}
        hint="After each automated fill, per stock. 600 seconds are 10 minutes."
      />
      <label htmlFor={id} className="flex min-h-6 cursor-pointer items-center gap-3">
        <input
          id={id}
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
          {...form.register("allowAfterHours")}
        />
        Allow after-hours trading
      </label>
      <Button type="submit" disabled={!isDirty || !isValid || isPending || !isOnline}>
        {isPending ? "Saving..." : "Save Limits"}
      </Button>
      {asked !== undefined && (
        <SaveDialog
          plan={asked}
          words="The limits hold from the agent's next decision."
          onCancel={cancel}
          onConfirm={(stays) => void save(stays)}
        />
      )}
    </form>
  );
}
