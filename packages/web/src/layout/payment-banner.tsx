import { CreditCard } from "lucide-react";
import { useLocation } from "react-router-dom";
import { useUser } from "../api/use-user.ts";
import { SIMULATION_WORDS } from "../plans/simulation-note.tsx";
import { useBilling } from "../plans/use-billing.ts";
import { useProviderPage } from "../plans/use-provider-page.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { useOnline } from "../ui/use-online.ts";
import { useSubscription } from "../worker/use-subscription.ts";
import { isNews, paymentNews } from "./payment-news.ts";

/**
 * On every page while something is to be done about the subscription: the trial is about to end, a
 * payment failed, or it is over. The page of billing says the same by itself.
 */
export function PaymentBanner() {
  const { pathname } = useLocation();
  const { user } = useUser();
  const { data: subscription } = useSubscription();
  const isWanted =
    pathname !== "/billing" &&
    user?.isDemo === false &&
    subscription !== undefined &&
    isNews(subscription);
  const { data: billing } = useBilling({ when: isWanted });
  const { pending, toPortal } = useProviderPage();
  const isOnline = useOnline();
  const news = isWanted ? paymentNews(subscription, billing) : undefined;
  if (news === undefined) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-amber/30 bg-amber-tint px-4 py-2 text-13 text-amber md:px-6"
    >
      <CreditCard aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">
        {news.words}
        {news.isAboutMoney && billing?.isSimulated === true && ` ${SIMULATION_WORDS}`}
      </p>
      {news.way === "portal" ? (
        <Button
          size="small"
          disabled={pending !== undefined || !isOnline}
          onClick={() => void toPortal()}
        >
          {pending === undefined ? "Update Payment" : "Opening..."}
        </Button>
      ) : (
        <ButtonLink size="small" to={news.way}>
          {news.way === "/billing" ? "See Billing" : "Choose Your Plan"}
        </ButtonLink>
      )}
    </div>
  );
}
