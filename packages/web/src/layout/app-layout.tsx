import type { UserView } from "@sevenfold/contract/sign-in";
import { Suspense, useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { useUser } from "../api/use-user.ts";
import { followLive } from "../live.ts";
import { apart } from "../ui/apart.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { LedOn } from "../ui/led-on.tsx";
import { ownNotices } from "../ui/notices.ts";
import { usePaletteIsOpen, usePaletteKeys } from "../ui/palette-door.ts";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { CenteredSpinner } from "../ui/spinner.tsx";
import { useFocusOnArrival } from "../ui/use-focus-on-arrival.ts";
import { AuthoriseBanner } from "./authorise-banner.tsx";
import { AwayPage } from "./away-page.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { endedState } from "./ended-notice.tsx";
import { keepForOffline } from "./keep-for-offline.ts";
import { LiveSummary } from "./live-summary.tsx";
import { NewVersionBanner } from "./new-version-banner.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { OrderOutcome } from "./order-outcome.tsx";
import { PaymentBanner } from "./payment-banner.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopStrip } from "./top-strip.tsx";
import { useAccountNotice } from "./use-account-notice.ts";
import { useKeptNotice } from "./use-kept-notice.ts";
import { WorkerAlarm } from "./worker-alarm.tsx";

const CommandPalette = apart("CommandPalette", () => import("./command-palette.tsx"));

/** The frame of every protected page; whoever is not signed in goes to /auth. */
export function AppLayout() {
  const { user, isLoading, error, again } = useUser();
  const [known, setKnown] = useState<UserView>();
  if (user !== undefined && user.id !== known?.id) setKnown(user);
  if (isLoading) return <CenteredSpinner what="your account" />;
  // Who was known before a failed refresh stays known: the page keeps its figures.
  if (user === undefined && error?.status === 0) return <AwayPage onRetry={() => void again()} />;
  if (user === undefined && error)
    return (
      <main className="grid min-h-dvh place-items-center p-4">
        <div className="w-full max-w-lg rounded-card border border-line bg-surface">
          <ProblemNotice
            title="Your account could not be loaded"
            problem={error}
            hint="Automation runs on the server and is not affected."
            onRetry={() => void again()}
          />
        </div>
      </main>
    );
  // Who signs out themselves is led on from there, past what this says.
  if (user === undefined) return <LedOn to="/auth" state={endedState(known)} />;
  return <Frame key={user.id} user={user} />;
}

function Frame({ user }: { readonly user: UserView }) {
  useEffect(followLive, []);
  useEffect(() => ownNotices(user.id), [user.id]);
  useEffect(keepForOffline, []);
  useAccountNotice();
  useKeptNotice();
  usePaletteKeys();
  useFocusOnArrival();
  const { pathname } = useLocation();
  const isPaletteOpen = usePaletteIsOpen();
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <Sidebar user={user} />
      <div className="min-w-0 flex-1 pb-16 md:pb-0">
        <TopStrip />
        <OfflineBanner />
        <NewVersionBanner />
        <AuthoriseBanner />
        <PaymentBanner />
        <WorkerAlarm />
        <main id="content" tabIndex={-1} className="shell-cut p-4 outline-none md:p-6">
          <ErrorBoundary at={pathname}>
            <Suspense fallback={<CenteredSpinner what="the page" />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <BottomBar user={user} />
      <LiveSummary />
      <OrderOutcome />
      {isPaletteOpen && (
        <ErrorBoundary instead={null}>
          <Suspense fallback={null}>
            <CommandPalette />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
