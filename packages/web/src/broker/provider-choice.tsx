import type { UseFormRegisterReturn } from "react-hook-form";
import { Badge } from "../ui/badge.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { PROVIDERS, type Provider } from "./providers.ts";

interface ProviderChoiceProps {
  readonly registration: UseFormRegisterReturn;
  readonly problem?: string | undefined;
}

/** Where orders go: play money or real money. */
export const ProviderChoice = ({ registration, problem }: ProviderChoiceProps) => (
  <ChoiceCards
    legend="Broker provider"
    registration={registration}
    problem={problem}
    options={OPTIONS}
  />
);

const OPTIONS = (Object.keys(PROVIDERS) as Provider[]).map((value) => {
  const { name, badge, tone, words } = PROVIDERS[value];
  return {
    value,
    title: (
      <>
        {name}
        <Badge tone={tone}>{badge}</Badge>
      </>
    ),
    words,
  };
});
