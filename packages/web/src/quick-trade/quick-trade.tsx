import { useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { useOverlays } from "../ui/overlays.ts";
import { freshUuid } from "../ui/uuid.ts";
import { TicketForm } from "./ticket-form.tsx";

/** The order ticket, open. One ticket is one order, however often its button is pressed. */
export function QuickTrade() {
  const { ticket, closeTicket } = useOverlays();
  const [idempotencyKey] = useState(freshUuid);
  if (ticket === undefined) return null;
  return (
    <Dialog title="Quick Trade" onClose={closeTicket}>
      <TicketForm request={ticket} idempotencyKey={idempotencyKey} onClose={closeTicket} />
    </Dialog>
  );
}
