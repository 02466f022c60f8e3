import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useUser } from "../api/use-user.ts";
import { Panel } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { ConnectedStep } from "./connected-step.tsx";
import { CredentialsStep } from "./credentials-step.tsx";
import { DemoNotice } from "./demo-notice.tsx";
import { PlatformStep } from "./platform-step.tsx";
import { useBrokerForm } from "./use-broker-form.ts";

const STEPS = ["Choose platform", "Enter credentials", "Connected"] as const;

/** Connects a broker account in three steps; in a demo, says what it takes. */
export function BrokerSetupPage() {
  const { user } = useUser();
  return (
    <div className="mx-auto max-w-[640px]">
      <PageHeader title="Connect a Broker" />
      {user?.isDemo ? <DemoNotice /> : <Wizard />}
    </div>
  );
}

function Wizard() {
  const [step, setStep] = useState(1);
  const navigate = useNavigate();
  const { form, connected, submit } = useBrokerForm(() => setStep(3));
  return (
    <Panel className="p-5 sm:p-8">
      <Progress step={step} />
      {step === 1 && (
        <PlatformStep
          form={form}
          onBack={() => void navigate("/dashboard")}
          onContinue={() => setStep(2)}
        />
      )}
      {step === 2 && <CredentialsStep form={form} onBack={() => setStep(1)} onSubmit={submit} />}
      {step === 3 && connected !== undefined && <ConnectedStep broker={connected} />}
    </Panel>
  );
}

const Progress = ({ step }: { readonly step: number }) => (
  <ol aria-label="Steps" className="mb-7 grid grid-cols-3 gap-2">
    {STEPS.map((words, index) => {
      const isReached = index < step;
      return (
        <li
          key={words}
          {...(index + 1 === step && { "aria-current": "step" as const })}
          className={classNames(
            "border-t-2 pt-2 text-13",
            isReached ? "border-accent text-ink" : "border-line text-muted",
          )}
        >
          <span className="figure text-xs text-muted">Step {index + 1} of 3</span>
          <span className="block font-medium">{words}</span>
        </li>
      );
    })}
  </ol>
);
