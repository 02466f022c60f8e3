import { CircleCheck, Hourglass, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { heldPlanOf } from "../plans/held-plan.ts";
import { standingWords } from "../plans/standing-words.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import {
  CHECKOUT_PATIENCE,
  type CheckoutPatience,
  useCheckoutReturn,
} from "./use-checkout-return.ts";

interface CheckoutReturnProps {
  readonly patience?: CheckoutPatience;
}

/** For who comes back from a checkout: whether the payment has arrived, and what to do if it has not. */
export function CheckoutReturn({ patience = CHECKOUT_PATIENCE }: CheckoutReturnProps) {
  const checkout = useCheckoutReturn(patience);
  if (checkout.state === "done")
    return (
      <Outcome
        icon={<CircleCheck aria-hidden="true" className="size-5 text-gain" />}
        title={`${heldPlanOf(checkout.billing.subscription).name} is yours`}
        words={standingWords(checkout.billing)}
      >
        <ButtonLink to="/dashboard" look="primary" size="small">
          Go to dashboard
        </ButtonLink>
      </Outcome>
    );
  if (checkout.state === "processing")
    return (
      <Outcome
        icon={<LoaderCircle aria-hidden="true" className="turning size-5 text-accent" />}
        // Whether there is one nobody knows yet: the address may have been copied.
        title="Looking for your payment"
        words={
          checkout.isOnline
            ? "This takes a few seconds. You need not wait here: what you have paid for comes all the same."
            : "You are offline. It is asked for again once you are back; what you have paid is not affected."
        }
      />
    );
  return (
    <Outcome
      icon={<Hourglass aria-hidden="true" className="size-5 text-amber" />}
      title="Your payment is not confirmed yet"
      words={`${
        checkout.isSilent ? "Nobody could be asked just now. " : ""
      }If you have paid, do not pay again: it is booked by itself once its confirmation comes, within hours at most. If you left the checkout without paying, nothing was charged.`}
    >
      <Button size="small" disabled={!checkout.isOnline} onClick={checkout.again}>
        Check Again
      </Button>
      <ButtonLink to="/pricing" size="small" look="bare">
        See plans
      </ButtonLink>
    </Outcome>
  );
}

interface OutcomeProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly words: string;
  readonly children?: ReactNode;
}

const Outcome = ({ icon, title, words, children }: OutcomeProps) => (
  <section
    role="status"
    aria-label="Checkout"
    className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-4 py-3 md:mb-4"
  >
    <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
      <span className="mt-0.5 shrink-0">{icon}</span>
      <div>
        <p className="font-medium">{title}</p>
        <p className="mt-0.5 max-w-[85ch] text-13 text-muted">{words}</p>
      </div>
    </div>
    {children !== undefined && <div className="flex flex-wrap gap-2">{children}</div>}
  </section>
);
