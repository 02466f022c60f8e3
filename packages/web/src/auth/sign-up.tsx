import { zodResolver } from "@hookform/resolvers/zod";
import type { BrokerKeys } from "@sevenfold/contract/brokers";
import type { AccountDetails } from "@sevenfold/contract/sign-in";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { BrokerStep } from "./broker-step.tsx";
import { type DetailsProblem, DetailsStep } from "./details-step.tsx";
import { RegistrationBroker } from "./registration.ts";

interface Draft {
  readonly details: AccountDetails;
  /** What the server had against them. */
  readonly problem?: DetailsProblem;
}

/** Opens an account in two steps. Going back throws away what the first step was told. */
export function SignUp() {
  const [draft, setDraft] = useState<Draft>();
  const [turn, setTurn] = useState(0);
  const brokerForm = useForm<BrokerKeys>({
    resolver: zodResolver(RegistrationBroker),
    mode: "onTouched",
    defaultValues: { provider: "", apiKey: "", secretKey: "", accountLabel: "" },
  });
  const step = draft === undefined || draft.problem !== undefined ? 1 : 2;
  const begin = (next: Draft | undefined) => {
    setDraft(next);
    setTurn(turn + 1);
  };
  return (
    <div className="space-y-5">
      <div>
        <p className="figure mb-1.5 text-13 text-muted">Step {step} of 2</p>
        <ProgressBar label={`Step ${step} of 2`} percent={step * 50} />
      </div>
      {draft !== undefined && step === 2 ? (
        <BrokerStep
          details={draft.details}
          form={brokerForm}
          onBack={() => begin(undefined)}
          onDetailsRefused={(problem) => begin({ ...draft, problem })}
        />
      ) : (
        <DetailsStep
          key={turn}
          isReturned={0 < turn}
          details={draft?.details}
          refusal={draft?.problem}
          onDone={(details) => begin({ details })}
        />
      )}
    </div>
  );
}
