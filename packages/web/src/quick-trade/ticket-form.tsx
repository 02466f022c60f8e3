import type { KeyboardEvent } from "react";
import { Button } from "../ui/button.tsx";
import type { TicketRequest } from "../ui/overlays.ts";
import { useOnline } from "../ui/use-online.ts";
import { AccountNotice } from "./account-notice.tsx";
import { EstimatePanel } from "./estimate-panel.tsx";
import { LimitFields } from "./limit-fields.tsx";
import { PricePanel } from "./price-panel.tsx";
import { QuantityField } from "./quantity-field.tsx";
import { ReviewSentence } from "./review-sentence.tsx";
import { ServerChecks } from "./server-checks.tsx";
import { Choice } from "./side-and-type.tsx";
import { SymbolField } from "./symbol-field.tsx";
import { useTicket } from "./use-ticket.ts";

interface TicketFormProps {
  readonly request: TicketRequest;
  readonly idempotencyKey: string;
  readonly onClose: () => void;
}

export function TicketForm({ request, idempotencyKey, onClose }: TicketFormProps) {
  const ticket = useTicket({ request, idempotencyKey, onPlaced: onClose });
  const isOnline = useOnline();
  const { form, draft, isUnlisted, isWrong, lacksFunds } = ticket;
  const isPending = form.formState.isSubmitting;
  return (
    <form
      noValidate
      className="flex flex-col"
      onSubmit={(event) => void ticket.submit(event)}
      onKeyDown={reviewOnEnter}
    >
      <div className="space-y-4 p-4 sm:p-5">
        {ticket.state !== undefined && <AccountNotice state={ticket.state} />}
        <SymbolField ticket={ticket} />
        <PricePanel ticket={ticket} />
        <div className="grid grid-cols-2 gap-3">
          <Choice ticket={ticket} name="side" label="Action" options={SIDES} />
          <Choice
            ticket={ticket}
            name="orderType"
            label="Order Type"
            options={ticket.takesMarket ? TYPES : LIMIT_ONLY}
          />
        </div>
        {!ticket.takesMarket && (
          <p className="text-13 text-amber">
            Sevenfold has no prices of this broker's market now that it would trade on: only limit
            orders pass.
          </p>
        )}
        <QuantityField ticket={ticket} />
        {draft.orderType === "limit" && <LimitFields ticket={ticket} />}
        <EstimatePanel ticket={ticket} />
      </div>
      <div className="sticky bottom-0 low:static grid grid-cols-[auto_1fr] gap-2 border-t border-line bg-surface p-4 pb-[max(16px,env(safe-area-inset-bottom))] sm:px-5">
        {/* Beside the button: nobody has to scroll to what it sends, nor to what stands against it. */}
        <div className="col-span-2 space-y-1.5">
          <ReviewSentence ticket={ticket} />
          <ServerChecks ticket={ticket} />
        </div>
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="large"
          look={draft.side === "buy" ? "gain" : "loss"}
          disabled={isPending || isWrong || lacksFunds || isUnlisted || !isOnline}
        >
          {isPending
            ? "Placing..."
            : `${draft.side === "buy" ? "Buy" : "Sell"} ${draft.symbol}`.trim()}
        </Button>
      </div>
    </form>
  );
}

/** Enter in a field leads to the button, where what is sent can be read; Enter there sends it. */
function reviewOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>("button[type=submit]")?.focus();
}

const SIDES = [
  { value: "buy", words: "Buy" },
  { value: "sell", words: "Sell" },
] as const;
const TYPES = [
  { value: "market", words: "Market" },
  { value: "limit", words: "Limit" },
] as const;
const LIMIT_ONLY = TYPES.slice(1);
