import type { PricedPositionView } from "@sevenfold/contract/portfolio";
import { OctagonAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { tellError } from "../ui/notices.ts";
import { useOnline } from "../ui/use-online.ts";
import { EmergencyDialog } from "./emergency-dialog.tsx";

interface EmergencyButtonProps {
  /** Undefined while nobody here knows what is held. */
  readonly positions: readonly PricedPositionView[] | undefined;
}

/** Everything out, at once, also unseen. Refused in words where there is nothing to sell. */
export function EmergencyButton({ positions }: EmergencyButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isOnline = useOnline();
  const press = () => {
    if (positions?.length === 0) tellError("Clear Positions Failed", "No positions to clear");
    else setOpen(true);
  };
  return (
    <>
      <Button look="loss" disabled={!isOnline} onClick={press}>
        <OctagonAlert aria-hidden="true" className="size-4" />
        Emergency Sell All
      </Button>
      {isOpen && <EmergencyDialog positions={positions} onClose={() => setOpen(false)} />}
    </>
  );
}
