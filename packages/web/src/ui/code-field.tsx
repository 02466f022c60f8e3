import type { UseFormRegisterReturn } from "react-hook-form";
import { TextField } from "./text-field.tsx";

/** For `register`: recovery codes are upper case, however they are typed. */
export const CODE_FIELD = {
  setValueAs: (text: string | undefined): string | undefined => text?.trim().toUpperCase(),
};

interface CodeFieldProps {
  readonly registration: UseFormRegisterReturn;
  readonly problem: string | undefined;
  readonly hint?: string;
  /** The one thing a new step asks for: typing goes into it at once. */
  readonly isFirst?: boolean;
}

/** The code of an authenticator, or one of recovery. */
export const CodeField = ({
  registration,
  problem,
  hint = "Six digits of your authenticator, or a recovery code.",
  isFirst = false,
}: CodeFieldProps) => (
  <TextField
    label="Code"
    registration={registration}
    problem={problem}
    hint={hint}
    autoFocus={isFirst}
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
  />
);
