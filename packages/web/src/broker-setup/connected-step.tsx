import type { BrokerView } from "@sevenfold/contract/brokers";
import { CALLS } from "@sevenfold/contract/calls";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { tellAuthorised } from "../broker/authorise-dialog.tsx";
import { AuthoriseSteps } from "../broker/authorise-steps.tsx";
import { useBrokerChange } from "../broker/use-broker-change.ts";
import { Money } from "../ui/amounts.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { tellSuccess } from "../ui/notices.ts";
import { useFocusOnce } from "../ui/use-focus-once.ts";
import { useOnline } from "../ui/use-online.ts";

/** It worked, or will once the broker answers; and where to go from here. */
export function ConnectedStep({ broker: connected }: { readonly broker: BrokerView }) {
  const heading = useFocusOnce<HTMLHeadingElement>();
  const [broker, setBroker] = useState(connected);
  const { change, isPending } = useBrokerChange();
  const isOnline = useOnline();
  const { accountLabel, providerName, equity, isSelected, message, needsAuthorisation, status } =
    broker;
  const isActive = status === "active";
  const authorised = (verified: BrokerView) => {
    setBroker(verified);
    if (verified.status === "active")
      tellSuccess("Broker Connected!", `${verified.accountLabel} is connected.`);
    else tellAuthorised(verified);
  };
  const use = async () => {
    const told = ["Broker Selected", `${accountLabel} is in use now.`] as const;
    if (await change(CALLS.selectBroker, { id: broker.id }, told))
      setBroker({ ...broker, isSelected: true });
  };
  if (needsAuthorisation)
    return (
      <div>
        <h2 ref={heading} tabIndex={-1} className="mb-3 text-xl outline-none">
          One more thing: let Sevenfold in at {providerName}
        </h2>
        <AuthoriseSteps broker={broker} onAuthorised={authorised} />
        <Links areFirst={false} />
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
            {providerName} accepted the keys
            {equity !== null && (
              <>
                ; the account is worth <Money of={equity} />
              </>
            )}
            .
          </>
        )}
        {!isSelected &&
          (isActive ? STAYS : `${STAYS} Choose this one under Brokers once it is active.`)}
      </p>
      {!isSelected && isActive && (
        <p className="mx-auto mt-4 max-w-md text-13 text-muted">
          <Button
            size="large"
            className="mb-2 w-full"
            disabled={isPending || !isOnline}
            onClick={() => void use()}
          >
            Use This Account
          </Button>
          Every page shows {accountLabel} from then on, and automated trading goes off.
        </p>
      )}
      <Links areFirst />
    </div>
  );
}

const STAYS = " The account in use stays.";

/** First to do, unless the broker waits for its user's word. */
const Links = ({ areFirst }: { readonly areFirst: boolean }) => (
  <div className="mt-6 flex flex-wrap justify-center gap-2">
    <ButtonLink to="/dashboard" look={areFirst ? "primary" : "quiet"} size="large">
      View Dashboard
    </ButtonLink>
    <ButtonLink to="/settings" size="large">
      Configure Trading
    </ButtonLink>
  </div>
);
