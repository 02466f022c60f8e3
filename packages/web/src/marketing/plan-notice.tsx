import { Info } from "lucide-react";
import { useVisitor } from "../api/use-user.ts";
import { SimulationNote } from "../plans/simulation-note.tsx";
import { usePaymentMode } from "../plans/use-payment-mode.ts";
import { OwnAccountButton } from "../ui/own-account-button.tsx";

/** What is to be known before a plan is chosen: whether money moves, and that a demo has no other. */
export function PlanNotice() {
  const { user } = useVisitor();
  const { data: mode } = usePaymentMode();
  return (
    <>
      {mode?.isSimulated === true && <SimulationNote />}
      {user?.isDemo === true && <DemoNotice />}
    </>
  );
}

const DemoNotice = () => (
  <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4 py-3">
    <p className="flex max-w-[75ch] min-w-0 flex-1 basis-72 items-start gap-2.5">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
      <span>
        A demo has no other plan.{" "}
        <span className="text-muted">
          It has the rights of Premium until it ends. An account of your own starts with a 7-day
          free trial; nothing of this demo is carried over.
        </span>
      </span>
    </p>
    <OwnAccountButton />
  </div>
);
