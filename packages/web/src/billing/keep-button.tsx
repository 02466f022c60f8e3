import type { BillingView } from "@sevenfold/contract/billing";
import { CALLS } from "@sevenfold/contract/calls";
import { call } from "../api/call.ts";
import { heldPlanOf } from "../plans/held-plan.ts";
import { useBillingDeed } from "../plans/use-billing-deed.ts";
import { Button } from "../ui/button.tsx";
import { dayText } from "../ui/eastern-time.ts";
import { useOnline } from "../ui/use-online.ts";

interface KeepButtonProps {
  readonly billing: BillingView;
}

/** Takes a cancellation back. */
export function KeepButton({ billing }: KeepButtonProps) {
  const { isPending, perform } = useBillingDeed();
  const isOnline = useOnline();
  const { name } = heldPlanOf(billing.subscription);
  const keep = () =>
    perform({
      act: () => call(CALLS.resumeSubscription, {}),
      failed: "Subscription Not Kept",
      done: ({ renewsAt }) => [
        "Subscription Kept",
        renewsAt === null ? `${name} goes on.` : `${name} renews on ${dayText(renewsAt)}.`,
      ],
    });
  return (
    <Button look="primary" disabled={isPending || !isOnline} onClick={() => void keep()}>
      {isPending ? "Keeping..." : "Keep Subscription"}
    </Button>
  );
}
