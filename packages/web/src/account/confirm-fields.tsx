import { CODE_FIELD, CodeField } from "../ui/code-field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import type { ConfirmedForm } from "./use-confirmed-form.ts";

interface ConfirmFieldsProps {
  readonly confirmed: ConfirmedForm;
  readonly needsCode: boolean;
}

/** The password again, and the code where signing in asks for one. */
export const ConfirmFields = ({ confirmed: { form }, needsCode }: ConfirmFieldsProps) => (
  <>
    <PasswordField
      label="Your password"
      registration={form.register("password")}
      problem={form.formState.errors.password?.message}
      autoComplete="current-password"
      data-first
    />
    {needsCode && (
      <CodeField
        registration={form.register("totpCode", CODE_FIELD)}
        problem={form.formState.errors.totpCode?.message}
      />
    )}
  </>
);
