import type { BrokerKeys } from "@sevenfold/contract/brokers";
import type { UseFormReturn } from "react-hook-form";
import { PasswordField } from "../ui/password-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { PaperKeysButton } from "./paper-keys-button.tsx";
import { isProvider, PROVIDERS } from "./providers.ts";

export type BrokerForm = UseFormReturn<BrokerKeys, unknown, BrokerKeys>;

interface KeyFieldsProps {
  readonly form: BrokerForm;
  /** What the account is called without a label. */
  readonly defaultLabel: string;
}

/** Both keys in the provider's own words, and what the account is to be called. */
export function KeyFields({ form, defaultLabel }: KeyFieldsProps) {
  const provider = form.watch("provider");
  const { errors } = form.formState;
  // What asks for both keys is said at the first, and is over once the second is there.
  const askFirstAgain = () => {
    if (errors.apiKey !== undefined) void form.trigger("apiKey");
  };
  const words = PROVIDERS[isProvider(provider) ? provider : "alpaca"];
  return (
    <div className="space-y-4">
      <TextField
        label={words.apiKey}
        registration={form.register("apiKey")}
        problem={errors.apiKey?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label={words.secretKey}
        registration={form.register("secretKey", { onChange: askFirstAgain })}
        problem={errors.secretKey?.message}
        autoComplete="off"
      />
      {isProvider(provider) && <PaperKeysButton key={provider} form={form} />}
      <TextField
        label="Account label (optional)"
        registration={form.register("accountLabel", {
          // What bars the button is said at once, not when the field is left.
          onChange: () => void form.trigger("accountLabel"),
        })}
        problem={errors.accountLabel?.message}
        placeholder={defaultLabel}
        autoComplete="off"
      />
    </div>
  );
}
