import { useVisitor } from "../api/use-user.ts";
import { Band, PublicPage } from "../layout/public-page.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { DemoTraderButton } from "../ui/demo-trader-button.tsx";
import { useTitle } from "../ui/use-title.ts";
import { FeatureGrid } from "./feature-grid.tsx";
import { StartLink } from "./start-link.tsx";

export function FeaturesPage() {
  useTitle("Features · Sevenfold");
  const { user } = useVisitor();
  return (
    <PublicPage>
      <Band className="py-12 sm:py-16">
        <h1 className="text-3xl tracking-[-0.02em]">Features</h1>
        <p className="mt-3 mb-10 max-w-[60ch] text-base text-muted">
          A worker that trades by rules, the limits that hold it, and the screens that say what it
          does.
        </p>
        <FeatureGrid asCards />
        <div className="mt-12 flex flex-wrap items-center justify-between gap-5 rounded-card border border-line bg-surface p-6">
          <div>
            <h2 className="text-xl">Try it on a simulated market</h2>
            <p className="mt-1 text-muted">No card, no broker account, no real money.</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <StartLink size="large" />
            <ButtonLink to="/pricing" size="large">
              See pricing
            </ButtonLink>
            {user === undefined && <DemoTraderButton size="large" />}
          </div>
        </div>
      </Band>
    </PublicPage>
  );
}
