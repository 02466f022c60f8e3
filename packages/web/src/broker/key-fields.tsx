import { PasswordField } from "../ui/password-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import type { BrokerForm } from "./broker-form.ts";
import { PaperKeysButton } from "./paper-keys-button.tsx";
import { useVenues } from "./use-venues.ts";

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
  const venue = useVenues().of(provider);
  return (
    <div className="space-y-4">
      <TextField
        label={venue?.apiKey ?? "API Key"}
        registration={form.register("apiKey")}
        problem={errors.apiKey?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label={venue?.secretKey ?? "Secret Key"}
        registration={form.register("secretKey", { onChange: askFirstAgain })}
        problem={errors.secretKey?.message}
        autoComplete="off"
      />
      {venue?.hasPaperKeys && <PaperKeysButton key={provider} form={form} />}
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
