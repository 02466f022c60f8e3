import type { BrokerForm } from "../broker/broker-form.ts";
import { ProviderChoice } from "../broker/provider-choice.tsx";
import { Button } from "../ui/button.tsx";

interface PlatformStepProps {
  readonly form: BrokerForm;
  readonly onBack: () => void;
  readonly onContinue: () => void;
}

/** Play money or real money. */
export function PlatformStep({ form, onBack, onContinue }: PlatformStepProps) {
  const go = async () => {
    if (await form.trigger("provider", { shouldFocus: true })) onContinue();
  };
  return (
    <div className="space-y-5">
      <h2 className="text-base">Where is your brokerage account?</h2>
      <ProviderChoice
        registration={form.register("provider", {
          // Said away with the choice: at the next press it would move the button from under it.
          onChange: () => form.clearErrors("provider"),
        })}
        problem={form.formState.errors.provider?.message}
      />
      <div className="flex justify-between gap-2">
        <Button size="large" onClick={onBack}>
          Back
        </Button>
        <Button look="primary" size="large" onClick={() => void go()}>
          Continue
        </Button>
      </div>
    </div>
  );
}
