import { Tabs } from "radix-ui";
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { onSignedElsewhere } from "../api/signed-in.ts";
import { useUser } from "../api/use-user.ts";
import { EndedNotice } from "../layout/ended-notice.tsx";
import { PublicPage } from "../layout/public-page.tsx";
import type { Plan } from "../plans/plans.ts";
import { SIMULATION_WORDS } from "../plans/simulation-note.tsx";
import { usePaymentMode } from "../plans/use-payment-mode.ts";
import { pricingOf, wantedPlanIn } from "../plans/wanted-plan.ts";
import { roundMoneyText } from "../ui/figures.ts";
import { LedOn } from "../ui/led-on.tsx";
import { CenteredSpinner } from "../ui/spinner.tsx";
import { useTitle } from "../ui/use-title.ts";
import { MarketingAside } from "./marketing-aside.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUp } from "./sign-up.tsx";

const VIEWS = [
  { value: "sign-in", words: "Sign In", View: SignInForm },
  { value: "sign-up", words: "Sign Up", View: SignUp },
] as const;

/** Lets people in. Whoever is signed in already goes on to the dashboard, or to the plan they chose. */
export function AuthPage() {
  const [query, setQuery] = useSearchParams();
  const view = query.get("tab") === "sign-up" ? "sign-up" : "sign-in";
  useTitle(`${view === "sign-up" ? "Sign up" : "Sign in"} · Sevenfold`);
  const { user, isLoading, again } = useUser({ when: true });
  useEffect(() => onSignedElsewhere(() => void again()), [again]);
  if (isLoading) return <CenteredSpinner what="your account" />;
  const wanted = wantedPlanIn(query);
  if (user !== undefined)
    return <LedOn to={wanted === undefined ? "/dashboard" : pricingOf(wanted)} />;
  const show = (value: string) => {
    const next = new URLSearchParams(query);
    if (value === "sign-up") next.set("tab", value);
    else next.delete("tab");
    setQuery(next, { replace: true });
  };
  return (
    <PublicPage>
      <div className="mx-auto grid max-w-[1160px] items-start gap-10 px-4 py-8 sm:px-6 sm:py-12 lg:grid-cols-[440px_1fr] lg:gap-16">
        <div className="min-w-0 rounded-card border border-line bg-surface p-5 sm:p-8">
          <h1 className="text-2xl">Welcome to Sevenfold</h1>
          <EndedNotice />
          {wanted !== undefined && <NextPlan plan={wanted} />}
          <Tabs.Root value={view} onValueChange={show} className="mt-5">
            <Tabs.List
              aria-label="Sign in or sign up"
              className="flex h-10 rounded-control border border-line bg-sunk p-0.5"
            >
              {VIEWS.map(({ value, words }) => (
                <Tabs.Trigger
                  key={value}
                  value={value}
                  className="flex-1 rounded-[5px] text-sm font-medium text-muted transition-colors hover:text-ink data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-[0_0_0_1px_var(--line)]"
                >
                  {words}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            {VIEWS.map(({ value, View }) => (
              <Tabs.Content key={value} value={value} tabIndex={-1} className="pt-6 outline-none">
                <View />
              </Tabs.Content>
            ))}
          </Tabs.Root>
        </div>
        <MarketingAside />
      </div>
    </PublicPage>
  );
}

/** For who has chosen a plan: it is not forgotten. */
function NextPlan({ plan }: { readonly plan: Plan }) {
  const { data: mode } = usePaymentMode();
  return (
    <p className="mt-3 text-muted">
      Then you go on to the {plan.name} plan, {roundMoneyText(plan.perYear)} a year.
      {mode?.isSimulated === true && ` ${SIMULATION_WORDS}`}
    </p>
  );
}
