import type { Customer, Invoice, Seconds, StandInState, Subscription } from "./stand-in-state.ts";
import { wireInvoice } from "./stand-in-wire.ts";

interface BillNeeds {
  readonly state: StandInState;
  readonly newId: (kind: string) => string;
  readonly happened: (type: string, object: Record<string, unknown>, at: Seconds) => void;
  readonly customer: (id: string) => Customer;
  readonly pageOf: (invoice: Invoice) => string;
}

/** The bills of the stand-in: what is owed, and whether the card has paid for it. */
export function standInBills({ state, newId, happened, customer, pageOf }: BillNeeds) {
  const tell = (invoice: Invoice, at: Seconds) =>
    happened(
      invoice.status === "paid" ? "invoice.paid" : "invoice.payment_failed",
      wireInvoice(invoice, pageOf(invoice)),
      at,
    );
  return {
    /** A bill, paid at once where the card is good. Nothing is billed for nothing but on record. */
    bill(each: Subscription, total: number, at: Seconds): Invoice {
      const isPaid = total === 0 || customer(each.customer).card === "good";
      const invoice: Invoice = {
        id: newId("in"),
        number: `SIM-${String(state.count).padStart(6, "0")}`,
        customer: each.customer,
        subscription: each.id,
        created: at,
        total,
        status: isPaid ? "paid" : "open",
        attempts: total === 0 ? 0 : 1,
      };
      state.invoices.push(invoice);
      tell(invoice, at);
      return invoice;
    },

    /** Tries an open bill once more. */
    tryAgain(invoice: Invoice, at: Seconds): boolean {
      const isPaid = customer(invoice.customer).card === "good";
      invoice.attempts += 1;
      if (isPaid) invoice.status = "paid";
      tell(invoice, at);
      return isPaid;
    },

    openInvoiceOf: (each: Subscription): Invoice | undefined =>
      state.invoices.findLast(
        ({ subscription: id, status }) => id === each.id && status === "open",
      ),
  };
}
