import { Info } from "lucide-react";
import { useVisitor } from "../api/use-user.ts";
import { ButtonLink } from "../ui/button.tsx";
import { OwnAccountButton } from "../ui/own-account-button.tsx";

/** For who is signed in: what can be done about a plan here, before one is chosen. */
export function PlanNotice() {
  const { user } = useVisitor();
  if (user === undefined) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4 py-3">
      <p className="flex max-w-[75ch] min-w-0 flex-1 basis-72 items-start gap-2.5">
        <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
        <span>
          {user.isDemo ? "A demo has no other plan. " : "No plan can be bought here. "}
          <span className="text-muted">
            {user.isDemo
              ? "It has the rights of Premium until it ends. An account of your own starts with a 7-day free trial; nothing of this demo is carried over."
              : "Billing is not set up on this server, and nothing is charged."}
          </span>
        </span>
      </p>
      {user.isDemo ? <OwnAccountButton /> : <ButtonLink to="/billing">Your plan</ButtonLink>}
    </div>
  );
}
