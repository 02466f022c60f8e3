import type { BillingView } from "@sevenfold/contract/billing";
import { CALLS } from "@sevenfold/contract/calls";
import { useState } from "react";
import { call } from "../api/call.ts";
import { heldPlanOf } from "../plans/held-plan.ts";
import { WITHOUT_A_PLAN_THEN } from "../plans/standing-words.ts";
import { useBillingDeed } from "../plans/use-billing-deed.ts";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { dayText } from "../ui/eastern-time.ts";
import { useOnline } from "../ui/use-online.ts";

interface CancelButtonProps {
  readonly billing: BillingView;
}

/** Ends the subscription with what is paid for, after a question that says until when it lasts. */
export function CancelButton({ billing }: CancelButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const { isPending, perform } = useBillingDeed();
  const isOnline = useOnline();
  const { name } = heldPlanOf(billing.subscription);
  const cancel = () => {
    setAsking(false);
    void perform({
      act: () => call(CALLS.cancelSubscription, {}),
      failed: "Error",
      done: ({ endsAt }) => [
        "Subscription Canceled",
        endsAt === null ? `${name} has ended.` : `${name} is yours until ${dayText(endsAt)}.`,
      ],
    });
  };
  return (
    <>
      <Button disabled={isPending || !isOnline} onClick={() => setAsking(true)}>
        {isPending ? "Canceling..." : "Cancel Subscription"}
      </Button>
      {isAsking && (
        <AlertDialog
          title="Cancel your subscription"
          confirm="Cancel Subscription"
          dismiss="Go Back"
          isGrave
          onCancel={() => setAsking(false)}
          onConfirm={cancel}
        >
          <p>
            {name} stays yours {lastingWords(billing)}. Nothing more is charged.
          </p>
          <p className="mt-2">Once it is over, {WITHOUT_A_PLAN_THEN}</p>
          <p className="mt-2">Until then you can take it back here.</p>
        </AlertDialog>
      )}
    </>
  );
}

const lastingWords = ({ endsAt, renewsAt }: BillingView): string => {
  const last = renewsAt ?? endsAt;
  return last === null ? "until the end of its billing period" : `until ${dayText(last)}`;
};
