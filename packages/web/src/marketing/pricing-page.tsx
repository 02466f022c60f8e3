import { useVisitor } from "../api/use-user.ts";
import { Band, PublicPage } from "../layout/public-page.tsx";
import { DemoTraderButton } from "../ui/demo-trader-button.tsx";
import { useTitle } from "../ui/use-title.ts";
import { PlanCards } from "./plan-cards.tsx";

export function PricingPage() {
  useTitle("Pricing · Sevenfold");
  const { user } = useVisitor();
  return (
    <PublicPage>
      <Band className="py-12 sm:py-16">
        <div className="mb-10 flex flex-wrap items-end justify-between gap-5">
          <div>
            <h1 className="text-3xl tracking-[-0.02em]">Pricing</h1>
            <p className="mt-3 text-base text-muted">
              Every new account starts with a 7-day free trial.
            </p>
          </div>
          {user === undefined && <DemoTraderButton size="large" />}
        </div>
        <PlanCards heading="h2" />
      </Band>
    </PublicPage>
  );
}
