import type { AccountStateView } from "@sevenfold/contract/states";
import { isClosed } from "../worker/account-state.ts";

const WITHOUT_WORKER =
  "The trading worker is offline. An order is sent all the same, and Sevenfold asks the broker itself what became of it.";

/** What of the account's state an order by hand meets. */
export function AccountNotice({ state }: { readonly state: AccountStateView }) {
  const words = isClosed(state)
    ? `${state.label}: ${state.message}`
    : state.state === "worker-offline"
      ? WITHOUT_WORKER
      : state.state === "reduced" || state.state === "halted"
        ? state.message
        : null;
  if (words === null) return null;
  return (
    <p
      role="status"
      className="rounded-control border border-amber/30 bg-amber-tint px-3 py-2 text-13 text-amber"
    >
      {words}
    </p>
  );
}
