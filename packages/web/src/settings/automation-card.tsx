import { useState } from "react";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Switch } from "../ui/switch.tsx";
import { useOnline } from "../ui/use-online.ts";
import { TurnOnDialog } from "../worker/turn-on-dialog.tsx";
import { type AutomationWords, useAutomation } from "../worker/use-automation.ts";
import { useWorkerStatus } from "../worker/use-worker-status.ts";

const WORDS: AutomationWords = {
  turned: (enabled) =>
    enabled
      ? ["Trading Activated", "Automated trading is on."]
      : ["Trading Deactivated", "Automated trading is off."],
  failed: ["Toggle Failed", "Failed to toggle automated trading."],
};

const STATES = {
  offline: ["amber", "Worker Offline", "The trading worker does not answer: nothing is traded."],
  inactive: ["plain", "Inactive", "Nothing is traded automatically. Your rules below wait."],
  active: ["gain", "Active", "The agent trades by the rules stored below."],
} as const satisfies Record<string, readonly [Tone, string, string]>;

/** Automated trading, on and off; it takes no saving. */
export function AutomationCard() {
  const { data: status, error, mutate } = useWorkerStatus();
  return (
    <Card title="Automated trading">
      {status !== undefined ? (
        <AutomationSwitch />
      ) : error ? (
        <ProblemNotice title="Failed to load data" problem={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton className="h-12" />
      )}
    </Card>
  );
}

function AutomationSwitch() {
  const automation = useAutomation(WORDS);
  const { isOn, isOnline, isPending, status } = automation;
  const isReached = useOnline();
  const [isAsking, setAsking] = useState(false);
  const [tone, word, sentence] = STATES[isOn ? "active" : isOnline ? "inactive" : "offline"];
  const change = (wanted: boolean) => {
    if (!wanted) void automation.turnOff();
    else if (automation.mayTurnOn()) setAsking(true);
  };
  return (
    <div className="flex min-h-12 items-center gap-5">
      <div className="min-w-0 flex-1">
        <Badge tone={tone}>{word}</Badge>
        <p className="mt-1 text-muted">{sentence}</p>
      </div>
      <Switch
        label="Automated trading"
        checked={isOn}
        disabled={isPending || (!isReached && !isOn)}
        onChange={change}
      />
      {isAsking && (
        <TurnOnDialog
          ready={status?.ready_symbols ?? []}
          onCancel={() => setAsking(false)}
          onConfirm={(freshTrails) => {
            setAsking(false);
            void automation.turnOn({ freshTrails });
          }}
        />
      )}
    </div>
  );
}
