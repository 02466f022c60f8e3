import { CALLS } from "@sevenfold/contract/calls";
import type { SettingsPreviewView } from "@sevenfold/contract/settings";
import { useState } from "react";
import { call } from "../api/call.ts";
import { focusFirstWrong } from "../fields/focus-first-wrong.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useOnline } from "../ui/use-online.ts";
import { PreviewResult } from "./preview-result.tsx";
import { type TradingForm, tradingInputOf } from "./trading-form.ts";
import type { TradingConfig } from "./use-trading-config.ts";

interface Preview {
  /** Of which values it is. */
  readonly of: string;
  readonly view?: SettingsPreviewView;
  readonly problem?: unknown;
}

/** Runs the last year again with the form's values, beside the stored ones. Nothing is saved. */
export function PreviewCard({ config: { form } }: { readonly config: TradingConfig }) {
  const [preview, setPreview] = useState<Preview>();
  const [isPending, setPending] = useState(false);
  const isOnline = useOnline();
  const values = JSON.stringify(form.watch());

  const run = async (wanted: TradingForm) => {
    const of = JSON.stringify(wanted);
    setPending(true);
    try {
      setPreview({ of, view: await call(CALLS.previewSettings, tradingInputOf(wanted)) });
    } catch (problem) {
      setPreview({ of, problem });
    } finally {
      setPending(false);
    }
  };
  const press = () => void form.handleSubmit(run, focusFirstWrong)();

  return (
    <Card
      title="What would this have done?"
      aside={
        <Button
          size="small"
          disabled={isPending || !form.formState.isValid || !isOnline}
          onClick={press}
        >
          {isPending ? "Running..." : preview === undefined ? "Run the last year" : "Run again"}
        </Button>
      }
    >
      <p className="text-13 text-muted">
        A backtest of these values on the last year of your stocks, beside what is stored now. The
        past says little about the future.
      </p>
      <div aria-busy={isPending} className="[&:not(:empty)]:mt-4">
        {isPending ? (
          <div role="status" className="relative">
            <Skeleton className="h-[340px]" />
            <p className="absolute inset-0 grid place-items-center text-muted">
              Running the last year twice: this takes some seconds.
            </p>
          </div>
        ) : preview?.view !== undefined ? (
          <PreviewResult view={preview.view} isOld={preview.of !== values} />
        ) : preview !== undefined ? (
          <ProblemNotice title="The preview failed" problem={preview.problem} onRetry={press} />
        ) : null}
      </div>
    </Card>
  );
}
