import { Card } from "../ui/card.tsx";
import type { PlainStates } from "../worker/automation-state.ts";
import { AutomationSwitch } from "../worker/automation-switch.tsx";
import type { AutomationWords } from "../worker/use-automation.ts";

const WORDS: AutomationWords = {
  turned: (enabled) =>
    enabled
      ? ["Trading Activated", "Automated trading is on."]
      : ["Trading Deactivated", "Automated trading is off."],
  failed: ["Toggle Failed", "Failed to toggle automated trading."],
};

const STATES: PlainStates = {
  offline: ["amber", "Worker Offline", "The trading worker does not answer: nothing is traded."],
  inactive: ["plain", "Inactive", "Nothing is traded automatically. Your rules below wait."],
  active: ["gain", "Active", "The agent trades by the rules stored below."],
};

/** Automated trading, on and off; it takes no saving. */
export const AutomationCard = () => (
  <Card title="Automated trading">
    <AutomationSwitch label="Automated trading" states={STATES} words={WORDS} />
  </Card>
);
