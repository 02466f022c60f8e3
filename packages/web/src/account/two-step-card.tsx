import type { UserView } from "@sevenfold/contract/sign-in";
import { useState } from "react";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { TwoStepOff } from "./two-step-off.tsx";
import { TwoStepSetup } from "./two-step-setup.tsx";

/** A code beside the password: on, off, and the way between. */
export function TwoStepCard({ user: { hasTotp } }: { readonly user: UserView }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Card
      title="Two-step sign-in"
      aside={<Badge tone={hasTotp ? "gain" : "plain"}>{hasTotp ? "On" : "Off"}</Badge>}
    >
      <p className="text-muted">
        {hasTotp
          ? "Signing in asks for a code of your authenticator as well. Live trading needs it."
          : "Signing in asks for a code of an authenticator app as well. Live trading needs it."}
      </p>
      <Button className="mt-4" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {hasTotp ? "Turn Off" : "Set Up"}
      </Button>
      {/* Setting up ends with the recovery codes, when it is on already. */}
      {isOpen && <TwoStepDialog wasOn={hasTotp} onClose={close} />}
    </Card>
  );
}

function TwoStepDialog({
  wasOn,
  onClose,
}: {
  readonly wasOn: boolean;
  readonly onClose: () => void;
}) {
  const [isForOff] = useState(wasOn);
  return isForOff ? <TwoStepOff onClose={onClose} /> : <TwoStepSetup onClose={onClose} />;
}
