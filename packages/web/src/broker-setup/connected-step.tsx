import type { BrokerView } from "@sevenfold/contract/brokers";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { AuthoriseSteps } from "../broker/authorise-steps.tsx";
import { PROVIDERS } from "../broker/providers.ts";
import { Money } from "../ui/amounts.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { useFocusOnce } from "../ui/use-focus-once.ts";

/** It worked, or will once the broker answers; and where to go from here. */
export function ConnectedStep({ broker: connected }: { readonly broker: BrokerView }) {
  const heading = useFocusOnce<HTMLHeadingElement>();
  const [broker, setBroker] = useState(connected);
  const { accountLabel, provider, equity, isSelected, message, needsAuthorisation, status } =
    broker;
  if (needsAuthorisation)
    return (
      <div>
        <h2 ref={heading} tabIndex={-1} className="mb-3 text-xl outline-none">
          One more thing: let Sevenfold in at {PROVIDERS[provider].name}
        </h2>
        <AuthoriseSteps broker={broker} onAuthorised={setBroker} />
        <Links />
      </div>
    );
  return (
    <div className="text-center">
      <CircleCheck aria-hidden="true" className="mx-auto size-10 text-accent" />
      <h2 ref={heading} tabIndex={-1} className="mt-3 text-xl outline-none">
        {status === "pending"
          ? `${accountLabel} is waiting for its broker`
          : `${accountLabel} is connected`}
      </h2>
      <p className="mx-auto mt-1 max-w-md text-muted">
        {message ?? (
          <>
            {PROVIDERS[provider].name} accepted the keys
            {equity !== null && (
              <>
                ; the account is worth <Money of={equity} />
              </>
            )}
            .
          </>
        )}
        {!isSelected &&
          " The account in use stays: choose this one under Brokers once it is active."}
      </p>
      <Links />
    </div>
  );
}

const Links = () => (
  <div className="mt-6 flex flex-wrap justify-center gap-2">
    <ButtonLink to="/dashboard" look="primary" size="large">
      View Dashboard
    </ButtonLink>
    <ButtonLink to="/settings" size="large">
      Configure Trading
    </ButtonLink>
  </div>
);
