import { useSearchParams } from "react-router-dom";
import { TroubleNote } from "../plans/trouble-note.tsx";
import { useBilling } from "../plans/use-billing.ts";
import { useProviderPage } from "../plans/use-provider-page.ts";
import { wantedPlanIn } from "../plans/wanted-plan.ts";
import { Panel } from "../ui/card.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { PlanButton } from "./plan-button.tsx";
import { PlanList, type PlanListProps } from "./plan-list.tsx";
import { WantedPlan } from "./wanted-plan.tsx";

/** The plans for who may buy one, and what stands in the way of it. */
export function MemberPlans({ heading }: Pick<PlanListProps, "heading">) {
  const { data: billing, error, mutate } = useBilling();
  const checkout = useProviderPage();
  const [query] = useSearchParams();
  const wanted = wantedPlanIn(query);
  const retry = () => void mutate();
  return (
    <>
      {billing === undefined && error && (
        <Panel className="mb-4">
          <ProblemNotice
            title="What you hold could not be loaded"
            problem={error}
            hint="No plan can be bought before it is."
            onRetry={retry}
          />
        </Panel>
      )}
      {billing?.trouble != null && <TroubleNote words={billing.trouble} onRetry={retry} />}
      {wanted !== undefined && billing !== undefined && (
        <WantedPlan plan={wanted} billing={billing} checkout={checkout} />
      )}
      <PlanList
        heading={heading}
        sold={billing}
        action={(plan, shape) => <PlanButton {...{ plan, billing, checkout, shape }} />}
      />
    </>
  );
}
