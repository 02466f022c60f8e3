import { CALLS } from "@sevenfold/contract/calls";
import type { TradingConfigView } from "@sevenfold/contract/settings";
import { useState } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Panel } from "../ui/card.tsx";
import { LeaveDialog } from "../ui/leave-dialog.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { CenteredSpinner } from "../ui/spinner.tsx";
import { useTitle } from "../ui/use-title.ts";
import { AutomationCard } from "./automation-card.tsx";
import { ChangesCard } from "./changes-card.tsx";
import { ConfigurationHeader } from "./configuration-header.tsx";
import { GoalCard } from "./goal-card.tsx";
import { PatternCard } from "./pattern-card.tsx";
import { PreviewCard } from "./preview-card.tsx";
import { RatesCard } from "./rates-card.tsx";
import { RiskCard } from "./risk-card.tsx";
import { SaveDialog } from "./save-dialog.tsx";
import { SizingCard } from "./sizing-card.tsx";
import { StrategyCard } from "./strategy-card.tsx";
import { SymbolsCard } from "./symbols-card.tsx";
import { useUnsavedParts } from "./unsaved-parts.ts";
import { useTradingConfig } from "./use-trading-config.ts";

/** What the agent is told: strategy, sizes, limits and goal. */
export function ConfigurationPage() {
  const { data: stored, error, mutate } = useEndpoint(CALLS.readTradingConfig);
  useTitle("Trading Configuration · Sevenfold");
  if (stored !== undefined) return <Configuration stored={stored} />;
  return (
    <>
      <h1 className="mb-3 text-xl">Trading Configuration</h1>
      {error ? (
        <Panel>
          <ProblemNotice
            title="Failed to load data"
            problem={error}
            hint="The agent goes on by the rules it has."
            onRetry={() => void mutate()}
          />
        </Panel>
      ) : (
        <CenteredSpinner what="your configuration" />
      )}
    </>
  );
}

function Configuration({ stored }: { readonly stored: TradingConfigView }) {
  const config = useTradingConfig(stored);
  const { isDirty } = config.form.formState;
  const { isUnsaved, unsaved } = useUnsavedParts();
  const [round, setRound] = useState(0);
  const discard = () => {
    config.discard();
    setRound(round + 1);
  };
  return (
    <>
      <ConfigurationHeader config={config} />
      <div className="grid gap-3 max-md:pb-16 md:gap-4 lg:grid-cols-[1fr_340px]">
        <div className="min-w-0 space-y-3 md:space-y-4">
          <AutomationCard />
          <StrategyCard config={config} />
          <RatesCard config={config} />
          <SizingCard config={config} />
          <PatternCard config={config} />
          <SymbolsCard />
          <PreviewCard config={config} />
        </div>
        <div key={round} className="min-w-0 space-y-3 md:space-y-4">
          <RiskCard unsaved={unsaved} />
          <GoalCard unsaved={unsaved} />
          <ChangesCard />
        </div>
      </div>
      {config.asked !== undefined && (
        <SaveDialog
          plan={config.asked}
          words={
            config.asked.isAutomated
              ? "Automated trading is on: the agent goes by the new rules from its next price."
              : "Automated trading is off: the new rules wait until you switch it on."
          }
          onCancel={config.cancel}
          onConfirm={(stays) => void config.save(stays)}
        />
      )}
      <LeaveDialog isUnsaved={isDirty || isUnsaved} onDiscard={discard} />
    </>
  );
}
