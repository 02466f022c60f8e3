import { zodResolver } from "@hookform/resolvers/zod";
import { signIn } from "@sevenfold/contract/sign-in";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { isRefusedAs, wordsOf } from "../api/problem-error.ts";
import { enter } from "../api/use-user.ts";
import { Button } from "../ui/button.tsx";
import { CODE_FIELD } from "../ui/code-field.tsx";
import { FormRefusal } from "../ui/form-refusal.tsx";
import { tellError } from "../ui/notices.ts";
import { PasswordField } from "../ui/password-field.tsx";
import { CodeStep } from "./code-step.tsx";
import { NameFields } from "./name-fields.tsx";
import { WayBack } from "./way-back.tsx";

type Credentials = z.infer<typeof signIn.input>;

/** Name, address and password, which must belong together; then a code, where the account asks for one. */
export function SignInForm() {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm<Credentials>({
    resolver: zodResolver(signIn.input),
    defaultValues: { username: "", email: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const refusal = errors.root?.message;

  const submit = async (credentials: Credentials) => {
    try {
      await enter(credentials);
    } catch (thrown) {
      if (isRefusedAs(thrown, "totp-required")) return setNeedsCode(true);
      if (isRefusedAs(thrown, "totp-wrong"))
        return form.setError("totpCode", { message: thrown.message }, { shouldFocus: true });
      const words = wordsOf(thrown);
      tellError("Login failed", words);
      form.setError("root", { message: words });
      // Where it is mended or, as nothing stands against it, sent again with Enter.
      form.setFocus(needsCode ? "totpCode" : "password", { shouldSelect: true });
    }
  };
  const leaveCode = () => {
    form.resetField("totpCode");
    setNeedsCode(false);
  };

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      {needsCode ? (
        <CodeStep
          registration={form.register("totpCode", CODE_FIELD)}
          problem={errors.totpCode?.message}
          onBack={leaveCode}
        />
      ) : (
        <>
          <NameFields
            username={form.register("username")}
            email={form.register("email")}
            errors={errors}
          />
          <PasswordField
            label="Password"
            registration={form.register("password")}
            problem={errors.password?.message}
            autoComplete="current-password"
          />
        </>
      )}
      {refusal !== undefined && <FormRefusal>{refusal}</FormRefusal>}
      <Button type="submit" look="primary" size="large" className="w-full" disabled={isSubmitting}>
        {isSubmitting ? "Signing in..." : "Sign In"}
      </Button>
      <WayBack of={needsCode ? "second-factor" : "password"} />
    </form>
  );
}
