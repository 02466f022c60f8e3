import type { BrokerView } from "@sevenfold/contract/brokers";
import { Dialog } from "../ui/dialog.tsx";
import { tellError, tellSuccess } from "../ui/notices.ts";
import { AuthoriseSteps } from "./authorise-steps.tsx";

interface AuthoriseDialogProps {
  readonly broker: BrokerView;
  readonly onClose: () => void;
}

/** Lets Sevenfold in again, from wherever the user is. */
export const AuthoriseDialog = ({ broker, onClose }: AuthoriseDialogProps) => (
  <Dialog title={`Authorise ${broker.accountLabel}`} onClose={onClose}>
    <div className="p-4 sm:p-5">
      <AuthoriseSteps
        broker={broker}
        onAuthorised={(verified) => {
          onClose();
          tellAuthorised(verified);
        }}
      />
    </div>
  </Dialog>
);

export function tellAuthorised({ accountLabel, message, status }: BrokerView): void {
  if (status === "active") tellSuccess("Broker Authorised", `${accountLabel} is connected.`);
  else tellError("Broker Not Connected", message ?? "The broker was asked and did not answer.");
}
