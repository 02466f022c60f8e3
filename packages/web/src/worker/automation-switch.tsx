import type { WorkerStatusView } from "@sevenfold/contract/worker";
import { useState } from "react";
import { Badge } from "../ui/badge.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Switch } from "../ui/switch.tsx";
import { useOnline } from "../ui/use-online.ts";
import { automationState, type PlainStates } from "./automation-state.ts";
import { TurnOnDialog } from "./turn-on-dialog.tsx";
import { type AutomationWords, useAutomation } from "./use-automation.ts";
import { useWorkerStatus } from "./use-worker-status.ts";

interface AutomationSwitchProps {
  readonly label: string;
  readonly states: PlainStates;
  readonly words?: AutomationWords;
}

/** Automatic trading, on and off, beside what it does now. */
export function AutomationSwitch(props: AutomationSwitchProps) {
  const { data: status, error, mutate } = useWorkerStatus();
  if (status !== undefined) return <KnownSwitch status={status} {...props} />;
  if (!error) return <Skeleton className="h-[58px]" />;
  return (
    <ProblemNotice
      title="Failed to load the agent's state"
      problem={error}
      onRetry={() => void mutate()}
    />
  );
}

function KnownSwitch({
  status,
  label,
  states,
  words,
}: AutomationSwitchProps & { readonly status: WorkerStatusView }) {
  const automation = useAutomation(words);
  const [isAsking, setAsking] = useState(false);
  const isReached = useOnline();
  const [tone, word, sentence] = automationState(status, states);

  const change = (wanted: boolean) => {
    if (!wanted) void automation.turnOff();
    else if (automation.mayTurnOn()) setAsking(true);
  };

  return (
    <div className="flex min-h-[58px] items-center gap-5">
      <div className="min-w-0 flex-1">
        <Badge tone={tone}>{word}</Badge>
        <p className="mt-1.5 text-muted">{sentence}</p>
      </div>
      <Switch
        label={label}
        checked={automation.isOn}
        disabled={automation.isPending || (!isReached && !automation.isOn)}
        onChange={change}
      />
      {isAsking && (
        <TurnOnDialog
          ready={status.ready_symbols}
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
