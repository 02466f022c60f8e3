import type { BillingView } from "@sevenfold/contract/billing";
import { isAbove, type Plan } from "../plans/plans.ts";
import { yearOf } from "../plans/price-words.ts";
import { SIMULATION_WORDS } from "../plans/simulation-note.tsx";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { dayText } from "../ui/eastern-time.ts";
import { roundMoneyText } from "../ui/figures.ts";

interface Change {
  readonly plan: Plan;
  readonly held: Plan;
  readonly billing: BillingView;
}

interface ChangePlanDialogProps extends Change {
  /** "Upgrade to Pro". */
  readonly deed: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** What another plan costs, from when on, and what the smaller one lacks. */
export const ChangePlanDialog = ({
  deed,
  onConfirm,
  onCancel,
  ...change
}: ChangePlanDialogProps) => (
  <AlertDialog title={deed} confirm={deed} onCancel={onCancel} onConfirm={onConfirm}>
    <p>{moneyWords(change)}</p>
    {!isAbove(change.held, change.plan) && <p className="mt-2">{lossWords(change)}</p>}
    {change.billing.isSimulated && <p className="mt-2">{SIMULATION_WORDS}</p>}
  </AlertDialog>
);

function moneyWords({ plan, held, billing }: Change): string {
  const { renewsAt, subscription } = billing;
  const prices = `${plan.name} is ${roundMoneyText(yearOf(plan, billing))} a year, in place of ${roundMoneyText(yearOf(held, billing))}.`;
  if (subscription.isInTrial)
    return `${prices} It changes at once; nothing is charged before your trial ends${renewsAt === null ? "" : ` on ${dayText(renewsAt)}`}.`;
  return `${prices} It changes at once; what is left of the year you have paid for is set against the price.`;
}

const lossWords = ({ held, plan }: Change): string =>
  [
    held.id === "pro" && "Your API tokens open nothing any more.",
    plan.id === "basic" &&
      "The agent enters 25 stocks at most; what it holds of others is still sold.",
  ]
    .filter(Boolean)
    .join(" ");
