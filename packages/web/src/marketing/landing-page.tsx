import { useVisitor } from "../api/use-user.ts";
import { Band, PublicPage } from "../layout/public-page.tsx";
import { RulePanel } from "../market/rule-panel.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { useTitle } from "../ui/use-title.ts";
import { AboutBand } from "./about-band.tsx";
import { FeatureGrid } from "./feature-grid.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { StartLink } from "./start-link.tsx";

export function LandingPage() {
  useTitle("Sevenfold: stock trading by the 4% rule");
  return (
    <PublicPage>
      <Hero />
      <FigureBand />
      <Band>
        <h2 className="text-2xl">What it does</h2>
        <div className="mt-8">
          <FeatureGrid />
        </div>
      </Band>
      <Band id="pricing" className="border-y border-line bg-sunk/60 py-16 sm:py-20">
        <h2 className="text-2xl">Pricing</h2>
        <p className="mt-2 mb-8 text-muted">Every new account starts with a 7-day free trial.</p>
        <PlanCards heading="h3" />
      </Band>
      <AboutBand />
    </PublicPage>
  );
}

function Hero() {
  const { user } = useVisitor();
  return (
    <Band className="py-12 sm:py-16 lg:py-20">
      <div className="grid items-center gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,500px)] lg:gap-12">
        <div>
          <h1 className="text-3xl tracking-[-0.02em] sm:text-5xl sm:tracking-[-0.025em]">
            <span className="block">Trade by the 4% rule,</span> with a reason for every order
          </h1>
          <p className="mt-5 max-w-[54ch] text-base text-muted">
            Sevenfold watches 85 premium stocks, buys and sells by a trailing rule you can read, and
            tells you for each of them why it did or did not trade. Start on paper with $100,000.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <StartLink size="large" />
            {user === undefined && (
              <ButtonLink to="/auth" size="large">
                Sign In
              </ButtonLink>
            )}
          </div>
          <p className="mt-5 max-w-[54ch] text-13 text-muted">
            7x is a goal, not a forecast: trading can lose money, and most growth targets are
            missed.
          </p>
        </div>
        <RulePanel />
      </div>
    </Band>
  );
}

const FIGURES = [
  ["$100,000", "Starting capital"],
  ["85", "Premium stocks"],
  ["7x", "Target growth"],
  ["4%", "Trailing strategy"],
] as const;

const FigureBand = () => (
  <Band className="border-y border-line bg-surface">
    <dl className="grid grid-cols-2 lg:grid-cols-4">
      {FIGURES.map(([figure, words], index) => (
        <div
          key={words}
          className={`flex flex-col-reverse py-6 lg:px-8 lg:first:pl-0 ${index > 1 ? "border-t border-line lg:border-t-0" : ""} ${index > 0 ? "lg:border-l" : ""} ${index % 2 === 1 ? "border-l pl-6" : ""} border-line`}
        >
          <dt className="text-muted">{words}</dt>
          <dd className="figure text-2xl font-semibold tracking-[-0.02em] min-[360px]:text-3xl">
            {figure}
          </dd>
        </div>
      ))}
    </dl>
  </Band>
);
