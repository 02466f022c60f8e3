import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { TextField } from "../ui/text-field.tsx";

interface NameFieldsProps {
  /** Registered before the fields below them: of what is wrong, the first registered has the focus. */
  readonly username: UseFormRegisterReturn;
  readonly email: UseFormRegisterReturn;
  readonly errors: { readonly email?: FieldError; readonly username?: FieldError };
}

/** Whose account it is: asked for alike where one is opened and where one signs in. */
export const NameFields = ({ username, email, errors }: NameFieldsProps) => (
  <>
    <TextField
      label="Username"
      registration={username}
      problem={errors.username?.message}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
    <TextField
      label="Email"
      type="email"
      registration={email}
      problem={errors.email?.message}
      autoComplete="email"
    />
  </>
);
