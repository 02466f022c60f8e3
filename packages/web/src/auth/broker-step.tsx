import type { BrokerKeys } from "@sevenfold/contract/brokers";
import type { AccountDetails } from "@sevenfold/contract/sign-in";
import { useEffect, useState } from "react";
import { isLost, isRefusal, type ProblemError, wordsOf } from "../api/problem-error.ts";
import { enterNew } from "../api/use-user.ts";
import type { BrokerForm } from "../broker/broker-form.ts";
import { KeyFields } from "../broker/key-fields.tsx";
import { ProviderChoice } from "../broker/provider-choice.tsx";
import { useVenues } from "../broker/use-venues.ts";
import { Button } from "../ui/button.tsx";
import { FormRefusal } from "../ui/form-refusal.tsx";
import { tellFailed } from "../ui/tell-failed.ts";
import { useFocusOnce } from "../ui/use-focus-once.ts";
import { freshUuid } from "../ui/uuid.ts";
import type { DetailsProblem } from "./details-step.tsx";
import { registrationOf } from "./registration.ts";

const LOST = "No answer came: you may be registered. Send it again: nothing is registered twice.";

interface BrokerStepProps {
  readonly details: AccountDetails;
  readonly form: BrokerForm;
  readonly onBack: () => void;
  /** The server refuses what the first step said: there it can be mended. */
  readonly onDetailsRefused: (problem: DetailsProblem) => void;
}

/** Where the account trades; then both steps are sent at once. */
export function BrokerStep({ details, form, onBack, onDetailsRefused }: BrokerStepProps) {
  const heading = useFocusOnce<HTMLHeadingElement>();
  // The same on every attempt whose outcome is unknown: one account, however often it is sent.
  const [key, setKey] = useState(freshUuid);
  const [refusal, setRefusal] = useState<string>();
  const { errors, isSubmitting, isValid } = form.formState;
  const first = useVenues().venues?.[0]?.id;
  // The one that is offered first is chosen until its user chooses.
  useEffect(() => {
    if (first !== undefined && !form.getValues("provider"))
      form.setValue("provider", first, { shouldValidate: true });
  }, [first, form]);

  const submit = async (broker: BrokerKeys) => {
    setRefusal(undefined);
    try {
      await enterNew(registrationOf(details, broker), key);
    } catch (thrown) {
      const words = isLost(thrown) ? LOST : wordsOf(thrown);
      tellFailed(thrown, { title: "Registration failed", lost: LOST });
      if (isRefusal(thrown)) setKey(freshUuid());
      const field = isRefusal(thrown) ? detailsFieldOf(thrown) : undefined;
      if (field === undefined) setRefusal(words);
      else onDetailsRefused({ field, words });
    }
  };

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <h2 ref={heading} tabIndex={-1} className="text-base outline-none">
        Your broker
      </h2>
      <ProviderChoice registration={form.register("provider")} problem={errors.provider?.message} />
      <KeyFields form={form} defaultLabel="Primary Account" />
      {refusal !== undefined && <FormRefusal>{refusal}</FormRefusal>}
      <div className="grid grid-cols-[auto_1fr] gap-2 pt-1">
        <Button size="large" disabled={isSubmitting} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" look="primary" size="large" disabled={!isValid || isSubmitting}>
          {isSubmitting ? "Creating account..." : "Complete Registration"}
        </Button>
      </div>
    </form>
  );
}

/** Which field of the first step a refusal is about, if it is. */
function detailsFieldOf({ code, message }: ProblemError): DetailsProblem["field"] | undefined {
  if (code === "password-unfit") return "password";
  if (code === "name-unfit") return /email/i.test(message) ? "email" : "username";
  if (code === "name-taken") return "username";
  return undefined;
}
