import { zodResolver } from "@hookform/resolvers/zod";
import { CALLS } from "@sevenfold/contract/calls";
import { changeGoal as contractGoal, type PortfolioView } from "@sevenfold/contract/portfolio";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { mutate } from "swr";
import { call, keepAnswer } from "../api/call.ts";
import { isClash, isRefusal, isRefusedAs, wordsOf } from "../api/problem-error.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { useFigure } from "../fields/use-figure.ts";
import { RoundMoney } from "../ui/amounts.tsx";
import { useValuesHidden } from "../ui/appearance.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ClashDialog } from "../ui/clash-dialog.tsx";
import { roundMoneyText } from "../ui/figures.ts";
import { tell, tellError } from "../ui/notices.ts";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { tellFailed } from "../ui/tell-failed.ts";
import { TextField } from "../ui/text-field.tsx";
import { useOnline } from "../ui/use-online.ts";
import { CoveredGoal } from "./covered-goal.tsx";
import { NOTHING_KEPT, TYPED_KEPT } from "./kept-values.ts";
import { type UnsavedProps, useUnsavedPart } from "./unsaved-parts.ts";
import { useKeptForm } from "./use-kept-form.ts";
import { useSeen } from "./use-seen.ts";

/** The refusal that names what the account began with, and what is said of it while values are hidden. */
const BELOW_START = "goal-not-above-start";
const NOT_SAVED = "Failed to save configuration.";
const ABOVE_START = "Goal must be above the start.";

/** Where the challenge ends. */
export function GoalCard({ unsaved }: UnsavedProps) {
  const { data: portfolio, error, mutate: again } = useEndpoint(CALLS.readPortfolio);
  return (
    <Card title="Goal">
      {portfolio !== undefined ? (
        <GoalField portfolio={portfolio} unsaved={unsaved} />
      ) : error ? (
        <ProblemNotice title="Failed to load data" problem={error} onRetry={() => void again()} />
      ) : (
        <Skeleton className="h-[120px]" />
      )}
    </Card>
  );
}

interface GoalFieldProps extends UnsavedProps {
  readonly portfolio: PortfolioView;
}

interface Clash {
  readonly stored: number;
  readonly yours: number;
}

function GoalField({ portfolio, unsaved }: GoalFieldProps) {
  const { goalAmount, startAmount } = portfolio;
  const isOnline = useOnline();
  const isHidden = useValuesHidden();
  const form = useForm<{ goalAmount: number }>({
    resolver: zodResolver(contractGoal.input),
    mode: "onChange",
    values: { goalAmount },
    resetOptions: TYPED_KEPT,
  });
  const figure = useFigure({ control: form.control, name: "goalAmount" });
  const { errors, isDirty, isSubmitting, isValid } = form.formState;
  useUnsavedPart(unsaved, "goal", isDirty);
  const seen = useSeen(goalAmount, form.formState);
  useKeptForm({ name: "goal", form, values: { goalAmount }, seen });
  const [clash, setClash] = useState<Clash>();
  const [look, setLook] = useState<"covered" | "open" | "covered again">("covered");
  useEffect(() => {
    if (!isHidden) setLook("covered");
  }, [isHidden]);
  /** Somebody set another one meanwhile: both are shown, and neither is saved unasked. */
  const askWhich = async (yours: number) => {
    try {
      const { goalAmount: stored } = await call(CALLS.readPortfolio);
      setClash({ stored, yours });
    } catch (thrown) {
      tellError("Save Failed", wordsOf(thrown, NOT_SAVED));
    }
  };
  const save = async (wanted: { goalAmount: number }) => {
    try {
      const view = await call(CALLS.changeGoal, { ...wanted, seen: seen.current });
      seen.current = view.goalAmount;
      form.reset({ goalAmount: view.goalAmount }, NOTHING_KEPT);
      setLook("covered again");
      await keepAnswer(CALLS.readPortfolio.path, view);
      void mutate(CALLS.readGoalPerformance.path);
      tell({
        tone: "success",
        title: "Goal Saved",
        details: `The goal is ${roundMoneyText(view.goalAmount)}.`,
        covered: "Its amount is hidden.",
      });
    } catch (thrown) {
      if (isClash(thrown)) return await askWhich(wanted.goalAmount);
      const covered = isRefusedAs(thrown, BELOW_START) ? ABOVE_START : undefined;
      const type = covered === undefined ? "refused" : BELOW_START;
      if (isRefusal(thrown)) form.setError("goalAmount", { type, message: thrown.message });
      tellFailed(thrown, {
        ...{ title: "Save Failed", fallback: NOT_SAVED, covered },
        lost: "No answer came: the goal may have been saved. Reload this page to see.",
      });
    }
  };
  if (isHidden && !isDirty && look !== "open")
    return <CoveredGoal isReturned={look === "covered again"} onOpen={() => setLook("open")} />;
  return (
    <form
      noValidate
      className="space-y-4"
      // What is typed stays in sight, also where it comes to what is stored.
      onChange={() => setLook("open")}
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      <TextField
        label="Goal amount ($)"
        inputMode="decimal"
        autoComplete="off"
        autoFocus={isHidden && look === "open"}
        registration={figure}
        problem={
          isHidden && errors.goalAmount?.type === BELOW_START
            ? ABOVE_START
            : errors.goalAmount?.message
        }
        hint={
          startAmount === null ? (
            "What you begin with is known once the broker has shown the account."
          ) : (
            <>
              You began with <RoundMoney of={startAmount} />; seven times that is{" "}
              <RoundMoney of={7 * startAmount} />.
            </>
          )
        }
      />
      <Button type="submit" disabled={!isDirty || !isValid || isSubmitting || !isOnline}>
        {isSubmitting ? "Saving..." : "Save Goal"}
      </Button>
      {clash && (
        <ClashDialog
          what="The goal"
          stored={roundMoneyText(clash.stored)}
          yours={roundMoneyText(clash.yours)}
          onKeep={() => {
            setClash(undefined);
            form.reset({ goalAmount: clash.stored }, NOTHING_KEPT);
            void mutate(CALLS.readPortfolio.path);
          }}
          onSave={() => {
            setClash(undefined);
            seen.current = clash.stored;
            void form.handleSubmit(save)();
          }}
        />
      )}
    </form>
  );
}
