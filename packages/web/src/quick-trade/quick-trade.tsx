import { useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { type TicketRequest, useOverlays } from "../ui/overlays.ts";
import { freshUuid } from "../ui/uuid.ts";
import { TicketForm } from "./ticket-form.tsx";

/** The order ticket, open. One ticket is one order, however often its button is pressed. */
export function QuickTrade() {
  const { ticket, ticketTurn } = useOverlays();
  return ticket && <Ticket key={ticketTurn} request={ticket} />;
}

function Ticket({ request }: { readonly request: TicketRequest }) {
  const { closeTicket } = useOverlays();
  const [idempotencyKey] = useState(freshUuid);
  return (
    <Dialog title="Quick Trade" onClose={closeTicket}>
      <TicketForm request={request} idempotencyKey={idempotencyKey} onClose={closeTicket} />
    </Dialog>
  );
}
