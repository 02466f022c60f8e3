import { Bot } from "lucide-react";
import { Card } from "../ui/card.tsx";
import type { PlainStates } from "../worker/automation-state.ts";
import { AutomationSwitch } from "../worker/automation-switch.tsx";

const STATES: PlainStates = {
  offline: ["amber", "Offline", "The trading worker is offline; no automated trades happen."],
  inactive: ["plain", "Inactive", "The agent is ready to start."],
  active: [
    "gain",
    "Active",
    "The agent is actively monitoring markets and executing 4% rule trades.",
  ],
};

/** Automatic trading, on and off. */
export const AgentCard = ({ className }: { readonly className: string }) => (
  <Card
    title={
      <span className="flex items-center gap-2">
        <Bot aria-hidden="true" className="size-4.5 text-accent" />
        AI Trading Agent
      </span>
    }
    className={className}
  >
    <AutomationSwitch label="Automatic trading" states={STATES} />
  </Card>
);
