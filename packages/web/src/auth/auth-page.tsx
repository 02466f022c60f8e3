import { Navigate } from "react-router-dom";
import { useUser } from "../api/use-user.ts";
import { PublicPage } from "../layout/public-page.tsx";
import { MarketPanel } from "../market/market-panel.tsx";
import { DemoTraderButton } from "../ui/demo-trader-button.tsx";
import { CenteredSpinner } from "../ui/spinner.tsx";
import { useTitle } from "../ui/use-title.ts";

/** Leads to the dashboard whoever is signed in; everybody else to the demo account. */
export function AuthPage() {
  useTitle("Sign in · Sevenfold");
  const { user, isLoading } = useUser({ when: true });
  if (isLoading) return <CenteredSpinner what="your account" />;
  if (user !== undefined) return <Navigate to="/dashboard" replace />;
  return (
    <PublicPage>
      <div className="mx-auto grid max-w-[1160px] items-center gap-10 px-4 py-12 sm:px-6 lg:min-h-[calc(100dvh-220px)] lg:grid-cols-[420px_1fr] lg:gap-16">
        <div className="rounded-card border border-line bg-surface p-6 sm:p-8">
          <h1 className="text-2xl">Open the demo</h1>
          <p className="mt-2 text-muted">
            A private account with $100,000 that began trading thirty trading days ago, on a
            simulated market. No password and no keys; it lasts 24 hours.
          </p>
          <DemoTraderButton look="primary" size="large" className="mt-6 w-full" />
          <p className="mt-6 border-t border-line pt-4 text-13 text-muted">
            Sign-in with an account of your own is not set up on this server yet.
          </p>
        </div>
        <div>
          <h2 className="mb-4 text-xl">The market it trades on</h2>
          <MarketPanel />
        </div>
      </div>
    </PublicPage>
  );
}
