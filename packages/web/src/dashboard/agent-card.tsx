import type { WorkerStatusView } from "@sevenfold/contract/worker";
import { Bot } from "lucide-react";
import { useState } from "react";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Switch } from "../ui/switch.tsx";
import { useOnline } from "../ui/use-online.ts";
import { isClosed, toneOfState } from "../worker/account-state.ts";
import { TurnOnDialog } from "../worker/turn-on-dialog.tsx";
import { useAutomation } from "../worker/use-automation.ts";
import { useWorkerStatus } from "../worker/use-worker-status.ts";

type Words = readonly [tone: Tone, word: string, sentence: string];

const STATES = {
  offline: ["amber", "Offline", "The trading worker is offline; no automated trades happen."],
  inactive: ["plain", "Inactive", "The agent is ready to start."],
  active: [
    "gain",
    "Active",
    "The agent is actively monitoring markets and executing 4% rule trades.",
  ],
} as const satisfies Record<string, Words>;

/** Active only where nothing keeps it from trading as it is set. */
function wordsOf({ account_state, enabled, message }: WorkerStatusView, isLive: boolean): Words {
  const { label, state } = account_state;
  const stuck: Words = [toneOfState(account_state), label, account_state.message ?? ""];
  if (isClosed(account_state)) return stuck;
  if (!isLive) return STATES.offline;
  if (!enabled) return withMessage(STATES.inactive, message);
  return state === "active" ? withMessage(STATES.active, message) : stuck;
}

const withMessage = ([tone, word, sentence]: Words, message: string | null): Words => [
  tone,
  word,
  message ?? sentence,
];

/** Automatic trading, on and off. */
export function AgentCard({ className }: { readonly className: string }) {
  const { data: status, error, mutate } = useWorkerStatus();
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <Bot aria-hidden="true" className="size-4.5 text-accent" />
          AI Trading Agent
        </span>
      }
      className={className}
    >
      {status !== undefined ? (
        <AgentSwitch />
      ) : error ? (
        <ProblemNotice
          title="Failed to load the agent's state"
          problem={error}
          onRetry={() => void mutate()}
        />
      ) : (
        <Skeleton className="h-[58px]" />
      )}
    </Card>
  );
}

function AgentSwitch() {
  const automation = useAutomation();
  const { isOn, isOnline, isPending, status } = automation;
  const [isAsking, setAsking] = useState(false);
  const isReached = useOnline();
  const [tone, word, sentence] = status === undefined ? STATES.offline : wordsOf(status, isOnline);

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
        label="Automatic trading"
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
