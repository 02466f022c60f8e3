import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { TextField } from "../ui/text-field.tsx";

interface NameFieldsProps {
  readonly register: (field: "email" | "username") => UseFormRegisterReturn;
  readonly errors: { readonly email?: FieldError; readonly username?: FieldError };
}

/** Whose account it is: asked for alike where one is opened and where one signs in. */
export const NameFields = ({ register, errors }: NameFieldsProps) => (
  <>
    <TextField
      label="Username"
      registration={register("username")}
      problem={errors.username?.message}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
    <TextField
      label="Email"
      type="email"
      registration={register("email")}
      problem={errors.email?.message}
      autoComplete="email"
    />
  </>
);
