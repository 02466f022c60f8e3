import { Suspense } from "react";
import { useVisitor } from "../api/use-user.ts";
import type { Plan } from "../plans/plans.ts";
import { signUpFor } from "../plans/wanted-plan.ts";
import { apart } from "../ui/apart.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { PlanList, type PlanListProps, type PlanShape } from "./plan-list.tsx";
import { PlanNotice } from "./plan-notice.tsx";

/** Buying is loaded for who can buy: most visitors of the landing page only look. */
const MemberPlans = apart("MemberPlans", () => import("./member-plans.tsx"));

/** The plans with what a visitor, a demo or a member can do about each. */
export function PlanCards({ heading }: Pick<PlanListProps, "heading">) {
  const { user } = useVisitor();
  return (
    <>
      <PlanNotice />
      {user === undefined && <PlanList heading={heading} action={toSignUp} />}
      {user?.isDemo === true && <PlanList heading={heading} action={toBilling} />}
      {user?.isDemo === false && (
        <Suspense fallback={<PlanList heading={heading} action={nothingYet} />}>
          <MemberPlans heading={heading} />
        </Suspense>
      )}
      <p className="mt-6 text-center text-13 text-muted">
        All plans include paper trading. Prices per month, billed annually.
      </p>
    </>
  );
}

const toSignUp = (plan: Plan, shape: PlanShape) => (
  <ButtonLink to={signUpFor(plan)} {...shape}>
    {plan.button}
  </ButtonLink>
);

const toBilling = (plan: Plan, shape: PlanShape) => (
  <ButtonLink to="/billing" {...shape}>
    {plan.button}
  </ButtonLink>
);

const nothingYet = (plan: Plan, shape: PlanShape) => (
  <Button disabled {...shape}>
    {plan.button}
  </Button>
);
