import { FlaskConical } from "lucide-react";

/** Wherever money is spoken of while none moves. */
export const SIMULATION_WORDS = "Payments are simulated on this server: no money moves.";

export const SimulationNote = () => (
  <p className="mb-3 flex items-start gap-2.5 rounded-card border border-line bg-surface px-4 py-3 md:mb-4">
    <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
    <span>
      Simulated payments.{" "}
      <span className="text-muted">
        No money moves on this server, and no card is asked for. Prices and dates are as they would
        be.
      </span>
    </span>
  </p>
);
