import type { UseFormRegisterReturn } from "react-hook-form";
import { TextField } from "./text-field.tsx";

/** For `register`: recovery codes are upper case, however they are typed. */
export const CODE_FIELD = {
  setValueAs: (text: string | undefined): string | undefined => text?.trim().toUpperCase(),
};

interface CodeFieldProps {
  readonly registration: UseFormRegisterReturn;
  readonly problem: string | undefined;
}

/** The code of an authenticator, or one of recovery. */
export const CodeField = ({ registration, problem }: CodeFieldProps) => (
  <TextField
    label="Code"
    registration={registration}
    problem={problem}
    hint="Six digits of your authenticator, or a recovery code."
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
  />
);
