import type { BillingView } from "@sevenfold/contract/billing";
import { CALLS } from "@sevenfold/contract/calls";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import { call } from "../api/call.ts";
import { isAbove, type Plan } from "../plans/plans.ts";
import { standingWords } from "../plans/standing-words.ts";
import { useBillingDeed } from "../plans/use-billing-deed.ts";
import { apart } from "../ui/apart.ts";
import { Button } from "../ui/button.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { useOnline } from "../ui/use-online.ts";
import type { PlanShape } from "./plan-list.tsx";

const ChangePlanDialog = apart("ChangePlanDialog", () => import("./change-plan-dialog.tsx"));

interface ChangePlanButtonProps {
  readonly plan: Plan;
  readonly held: Plan;
  readonly billing: BillingView;
  readonly shape: PlanShape;
}

/** From the plan that is held to another, once its user has read what that costs and takes away. */
export function ChangePlanButton({ plan, held, billing, shape }: ChangePlanButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const { isPending, perform } = useBillingDeed();
  const navigate = useNavigate();
  const isOnline = useOnline();
  const deed = `${isAbove(held, plan) ? "Upgrade" : "Change"} to ${plan.name}`;
  const change = async () => {
    setAsking(false);
    const isDone = await perform({
      act: () => call(CALLS.changePlan, { plan: plan.id }),
      failed: "Plan Not Changed",
      done: (view) => ["Plan Changed", `You have ${plan.name} now. ${standingWords(view)}`],
    });
    if (isDone) await navigate("/billing");
  };
  return (
    <>
      <Button {...shape} disabled={isPending || !isOnline} onClick={() => setAsking(true)}>
        {isPending ? "Changing..." : deed}
      </Button>
      {isAsking && (
        <ErrorBoundary instead={<p>The question could not be loaded. Reload the page.</p>}>
          <Suspense fallback={null}>
            <ChangePlanDialog
              {...{ plan, held, billing, deed }}
              onCancel={() => setAsking(false)}
              onConfirm={() => void change()}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
