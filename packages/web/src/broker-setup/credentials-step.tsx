import type { FormEvent } from "react";
import type { BrokerForm } from "../broker/broker-form.ts";
import { KeyFields } from "../broker/key-fields.tsx";
import { useVenues } from "../broker/use-venues.ts";
import { Button } from "../ui/button.tsx";
import { useFocusOnce } from "../ui/use-focus-once.ts";
import { useOnline } from "../ui/use-online.ts";
import { DEFAULT_LABEL } from "./use-broker-form.ts";

interface CredentialsStepProps {
  readonly form: BrokerForm;
  readonly onBack: () => void;
  readonly onSubmit: (event: FormEvent) => Promise<void>;
}

/** Both keys; they are checked before anything is stored, where the broker lets us in by them alone. */
export function CredentialsStep({ form, onBack, onSubmit }: CredentialsStepProps) {
  const heading = useFocusOnce<HTMLHeadingElement>();
  const isOnline = useOnline();
  const venue = useVenues().of(form.getValues("provider"));
  const { isSubmitting, isValid } = form.formState;
  return (
    <form noValidate className="space-y-5" onSubmit={(event) => void onSubmit(event)}>
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-base outline-none">
          Your keys at {venue?.name ?? "your broker"}
        </h2>
        <p className="mt-1 text-13 text-muted">
          {venue?.needsAuthorisation
            ? `They are stored encrypted and never shown again, and checked when you let Sevenfold in at ${venue.name}, which comes next. Then you choose whether to use this account.`
            : "They are checked at the broker, then stored encrypted and never shown again. Connecting makes this the account in use and turns automated trading off."}
        </p>
      </div>
      <KeyFields form={form} defaultLabel={DEFAULT_LABEL} />
      <div className="flex justify-between gap-2">
        <Button size="large" disabled={isSubmitting} onClick={onBack}>
          Back
        </Button>
        <Button
          type="submit"
          look="primary"
          size="large"
          disabled={!isValid || isSubmitting || !isOnline}
        >
          {isSubmitting ? "Connecting..." : "Connect Broker"}
        </Button>
      </div>
    </form>
  );
}
