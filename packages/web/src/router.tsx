import { Suspense } from "react";
import { Outlet, Route, Routes } from "react-router-dom";
import { useAccountTurn } from "./api/account-in-use.ts";
import { apart } from "./ui/apart.ts";
import { ArrivalBar } from "./ui/arrival-bar.tsx";
import { ErrorBoundary } from "./ui/error-boundary.tsx";
import { useNewestNotice } from "./ui/notices.ts";
import { useOverlays } from "./ui/overlays.ts";
import { CenteredSpinner } from "./ui/spinner.tsx";
import { useScroll } from "./ui/use-scroll.ts";

const LandingPage = apart("LandingPage", () => import("./marketing/landing-page.tsx"));
const FeaturesPage = apart("FeaturesPage", () => import("./marketing/features-page.tsx"));
const PricingPage = apart("PricingPage", () => import("./marketing/pricing-page.tsx"));
const AuthPage = apart("AuthPage", () => import("./auth/auth-page.tsx"));
const NotFoundPage = apart("NotFoundPage", () => import("./marketing/not-found-page.tsx"));
const AppLayout = apart("AppLayout", () => import("./layout/app-layout.tsx"));
const DashboardPage = apart("DashboardPage", () => import("./dashboard/dashboard-page.tsx"));
const PortfolioPage = apart("PortfolioPage", () => import("./portfolio/portfolio-page.tsx"));
const TradesPage = apart("TradesPage", () => import("./trades/trades-page.tsx"));
const ConfigurationPage = apart(
  "ConfigurationPage",
  () => import("./settings/configuration-page.tsx"),
);
const SettingsLayout = apart("SettingsLayout", () => import("./settings/settings-layout.tsx"));
const BrokerSetupPage = apart(
  "BrokerSetupPage",
  () => import("./broker-setup/broker-setup-page.tsx"),
);
const BrokersPage = apart("BrokersPage", () => import("./brokers/brokers-page.tsx"));
const AccountPage = apart("AccountPage", () => import("./account/account-page.tsx"));
const TokensPage = apart("TokensPage", () => import("./tokens/tokens-page.tsx"));
const GoalsPage = apart("GoalsPage", () => import("./goals/goals-page.tsx"));
const BillingPage = apart("BillingPage", () => import("./billing/billing-page.tsx"));
const MonitoringPage = apart("MonitoringPage", () => import("./monitoring/monitoring-page.tsx"));
const QuickTrade = apart("QuickTrade", () => import("./quick-trade/quick-trade.tsx"));
const SymbolPanel = apart("SymbolPanel", () => import("./symbol-panel/symbol-panel.tsx"));
const Toaster = apart("Toaster", () => import("./ui/toaster.tsx"));

/** Which page stands at which path. The only place that knows more than one feature. */
export function Router() {
  useScroll();
  return (
    <ErrorBoundary>
      <Suspense fallback={<CenteredSpinner what="the page" />}>
        <ArrivalBar />
        <Routes>
          <Route path="/" element={<LandingPage />} />
          <Route path="/features" element={<FeaturesPage />} />
          <Route path="/pricing" element={<PricingPage />} />
          <Route path="/auth" element={<AuthPage />} />
          <Route element={<AppLayout />}>
            <Route element={<Overlays />}>
              <Route element={<OfAccount />}>
                <Route path="/dashboard" element={<DashboardPage />} />
                <Route path="/portfolio" element={<PortfolioPage />} />
                <Route path="/trades" element={<TradesPage />} />
                <Route path="/goals" element={<GoalsPage />} />
                <Route path="/monitoring" element={<MonitoringPage />} />
              </Route>
              <Route path="/broker-setup" element={<BrokerSetupPage />} />
              <Route path="/settings" element={<SettingsLayout />}>
                <Route element={<OfAccount />}>
                  <Route index element={<ConfigurationPage />} />
                </Route>
                <Route path="brokers" element={<BrokersPage />} />
                <Route path="account" element={<AccountPage />} />
                <Route path="tokens" element={<TokensPage />} />
              </Route>
              <Route path="/billing" element={<BillingPage />} />
            </Route>
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
      <Notices />
    </ErrorBoundary>
  );
}

/** A page about the account in use: of another one, it begins anew, and so does all that is typed. */
function OfAccount() {
  return <Outlet key={useAccountTurn().number} />;
}

/** A page of the signed-in, and what its address opens above it. */
function Overlays() {
  const { symbol, ticket } = useOverlays();
  const { number } = useAccountTurn();
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>
        {symbol !== undefined && <SymbolPanel key={`panel ${number}`} />}
        {ticket !== undefined && <QuickTrade key={`ticket ${number}`} />}
      </Suspense>
    </>
  );
}

/** The toasts' library is loaded with the first toast. */
function Notices() {
  const newest = useNewestNotice();
  if (newest === undefined) return null;
  return (
    <ErrorBoundary instead={null}>
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </ErrorBoundary>
  );
}
