import { RefreshCw, SlidersHorizontal, Zap } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { wordsOf } from "../api/problem-error.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { useUser } from "../api/use-user.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { DemoEndBadge } from "../ui/demo-end-badge.tsx";
import { tellError } from "../ui/notices.ts";
import { useOverlays } from "../ui/overlays.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { useOnline } from "../ui/use-online.ts";
import { NO_SUBSCRIPTION, useSubscription } from "../worker/use-subscription.ts";

export function DashboardHeader() {
  const { openTicket } = useOverlays();
  const isOnline = useOnline();
  return (
    <PageHeader title="Dashboard" badges={<SubscriptionBadge />}>
      <RefreshButton />
      <ButtonLink to="/settings">
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        AI Settings
      </ButtonLink>
      <Button
        look="primary"
        disabled={!isOnline}
        onClick={() => openTicket({ ticker: "", side: "buy" })}
      >
        <Zap aria-hidden="true" className="size-4" />
        Quick Trade
      </Button>
    </PageHeader>
  );
}

function SubscriptionBadge() {
  const { data: subscription = NO_SUBSCRIPTION } = useSubscription();
  const { user } = useUser();
  if (subscription.requiresPayment)
    return (
      <Link to="/pricing" className="rounded-[5px]">
        <Badge tone="amber">Payment Required</Badge>
      </Link>
    );
  if (!subscription.isInTrial || user === undefined) return null;
  const { daysRemaining } = subscription;
  return (
    <>
      <Badge tone={user.endsAt === null ? "accent" : "plain"}>
        {daysRemaining} {daysRemaining === 1 ? "day" : "days"} left in trial
      </Badge>
      {user.endsAt !== null && <DemoEndBadge at={user.endsAt} />}
    </>
  );
}

function RefreshButton() {
  const [isPending, setPending] = useState(false);
  const askAgain = useRefresh();
  const refresh = async () => {
    setPending(true);
    try {
      await askAgain();
    } catch (thrown) {
      tellError("Refresh Failed", `${wordsOf(thrown)} The figures shown are older.`);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button disabled={isPending} onClick={() => void refresh()}>
      <RefreshCw aria-hidden="true" className={isPending ? "turning size-4" : "size-4"} />
      <span className="max-sm:sr-only">Refresh Data</span>
    </Button>
  );
}
