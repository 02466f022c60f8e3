import { zodResolver } from "@hookform/resolvers/zod";
import type { AccountDetails } from "@sevenfold/contract/sign-in";
import { PASSWORD_LENGTH_MIN } from "@sevenfold/domain/password-policy";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../ui/button.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { useFocusOnce } from "../ui/use-focus-once.ts";
import { NameFields } from "./name-fields.tsx";
import { RegistrationDetails } from "./registration.ts";

export interface DetailsProblem {
  readonly field: keyof AccountDetails;
  readonly words: string;
}

interface DetailsStepProps {
  readonly details: AccountDetails | undefined;
  readonly refusal: DetailsProblem | undefined;
  /** Not the first time here: the step's heading is to be heard. */
  readonly isReturned: boolean;
  readonly onDone: (details: AccountDetails) => void;
}

/** Who the account is for. */
export function DetailsStep({ details, refusal, isReturned, onDone }: DetailsStepProps) {
  const form = useForm<AccountDetails>({
    resolver: zodResolver(RegistrationDetails),
    defaultValues: details ?? { username: "", email: "", password: "" },
  });
  const heading = useFocusOnce<HTMLHeadingElement>(isReturned && refusal === undefined);
  const { errors } = form.formState;
  const { setError } = form;
  useEffect(() => {
    if (refusal) setError(refusal.field, { message: refusal.words }, { shouldFocus: true });
  }, [refusal, setError]);
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => void form.handleSubmit(onDone)(event)}
    >
      <h2 ref={heading} tabIndex={-1} className="text-base outline-none">
        Your account
      </h2>
      <NameFields
        username={form.register("username")}
        email={form.register("email")}
        errors={errors}
      />
      <PasswordField
        label="Password"
        registration={form.register("password")}
        problem={errors.password?.message}
        hint={`At least ${PASSWORD_LENGTH_MIN} characters. A few unrelated words make a good one.`}
        autoComplete="new-password"
      />
      <Button type="submit" look="primary" size="large" className="w-full">
        Continue to Broker Setup
      </Button>
    </form>
  );
}
