import { CALLS } from "@sevenfold/contract/calls";
import type { RiskView } from "@sevenfold/contract/settings";
import { LIMIT_SETTINGS } from "@sevenfold/domain/setting-table";
import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useEndpoint } from "../api/use-endpoint.ts";
import { useFigure } from "../fields/use-figure.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useOnline } from "../ui/use-online.ts";
import { SaveDialog } from "./save-dialog.tsx";
import { type ShownRow, shownRowsOf } from "./trading-rows.ts";
import { type UnsavedProps, useUnsavedPart } from "./unsaved-parts.ts";
import { type RiskForm, useRiskForm } from "./use-risk-form.ts";

type LimitRow = ShownRow<keyof RiskForm>;
const ROWS: readonly LimitRow[] = shownRowsOf(LIMIT_SETTINGS);

/** What automated orders may risk. */
export function RiskCard({ unsaved }: UnsavedProps) {
  const { data: risk, error, mutate } = useEndpoint(CALLS.readRisk);
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
  const { asked, cancel, form, isPending, save, submit } = useRiskForm(stored);
  const isOnline = useOnline();
  const { isDirty, isValid } = form.formState;
  useUnsavedPart(unsaved, "risk", isDirty);
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      <p className="text-13 text-muted">
        They bind the agent's orders. Your own are sent all the same, with a warning.
      </p>
      {ROWS.map((row) =>
        row.unit === "switch" ? (
          <LimitTick key={row.name} form={form} row={row} />
        ) : (
          <LimitFigure key={row.name} form={form} row={row} />
        ),
      )}
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

interface LimitProps {
  readonly form: UseFormReturn<RiskForm>;
  readonly row: LimitRow;
}

const LimitFigure = ({ form, row: { name, field } }: LimitProps) => (
  <TextField
    label={field.label}
    inputMode="decimal"
    autoComplete="off"
    registration={useFigure({ control: form.control, name })}
    problem={form.formState.errors[name]?.message}
    hint={field.hint}
  />
);

function LimitTick({ form, row: { name, field } }: LimitProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-6 cursor-pointer items-center gap-3">
      <input
        id={id}
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        {...form.register(name)}
      />
      {field.label}
    </label>
  );
}
