import { CALLS } from "@sevenfold/contract/calls";
import { OrderTicket } from "@sevenfold/contract/orders";
import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { isRefusal } from "../api/problem-error.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { useValuesHidden } from "../ui/appearance.ts";
import { useDebounced } from "../ui/use-debounced.ts";
import { useOnline } from "../ui/use-online.ts";
import { checkWords } from "./refusal-words.ts";
import type { Ticket } from "./use-ticket.ts";

const DEBOUNCE_MS = 350;

/** What the server makes of the ticket as it stands, before it is sent. */
export function ServerChecks({ ticket: { draft } }: { readonly ticket: Ticket }) {
  const wanted = OrderTicket.safeParse(draft);
  const asked = wanted.success ? JSON.stringify(wanted.data) : undefined;
  const debounced = useDebounced(asked, DEBOUNCE_MS);
  const isOnline = useOnline();
  const isHidden = useValuesHidden();
  const { data, error } = useEndpoint(CALLS.checkOrder, debounced && JSON.parse(debounced), {
    when: debounced !== undefined && isOnline,
  });
  return (
    <div aria-live="polite" className="min-h-6 space-y-1 text-13">
      {asked === undefined ? null : !isOnline ? (
        <Line sign={<CircleAlert className="text-amber" />}>
          Not checked: nothing can be sent until Sevenfold is reached again.
        </Line>
      ) : error ? (
        <Line sign={<CircleAlert className="text-amber" />}>
          {isRefusal(error)
            ? error.message
            : "The order could not be checked. It is checked when it is placed."}
        </Line>
      ) : data === undefined || debounced !== asked ? (
        <p className="text-muted">Checking…</p>
      ) : data.problem !== null ? (
        <Line sign={<CircleAlert className="text-loss" />}>
          {checkWords(data.problem, isHidden)}
        </Line>
      ) : (
        <>
          {data.warnings.map((warning) => (
            <Line key={warning} sign={<TriangleAlert className="text-amber" />}>
              {warning}
            </Line>
          ))}
          <Line sign={<Check className="text-gain" />}>
            {data.warnings.length === 0
              ? "Checked: it would be sent."
              : "It would be sent all the same: these limits bind the agent, not you."}
          </Line>
        </>
      )}
    </div>
  );
}

const Line = ({ sign, children }: { readonly sign: ReactNode; readonly children: ReactNode }) => (
  <p className="flex gap-2">
    <span aria-hidden="true" className="mt-0.5 shrink-0 [&>svg]:size-3.5">
      {sign}
    </span>
    {children}
  </p>
);
