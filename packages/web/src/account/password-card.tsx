import { zodResolver } from "@hookform/resolvers/zod";
import { CALLS } from "@sevenfold/contract/calls";
import { AccountDetails } from "@sevenfold/contract/sign-in";
import { PASSWORD_LENGTH_MIN } from "@sevenfold/domain/password-policy";
import { useForm } from "react-hook-form";
import { mutate } from "swr";
import { z } from "zod";
import { call } from "../api/call.ts";
import { wordsOf } from "../api/problem-error.ts";
import { refusedField } from "../api/refused-field.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { tellSuccess } from "../ui/notices.ts";
import { PasswordField } from "../ui/password-field.tsx";
import { tellFailed } from "../ui/tell-failed.ts";

const PasswordForm = z.object({
  password: AccountDetails.shape.password,
  newPassword: AccountDetails.shape.password.refine(
    (text) => PASSWORD_LENGTH_MIN <= [...text].length,
    `Password must have at least ${PASSWORD_LENGTH_MIN} characters`,
  ),
});
type PasswordForm = z.infer<typeof PasswordForm>;
const EMPTY: PasswordForm = { password: "", newPassword: "" };

/** Another password; every other sign-in and every API token end with it. */
export function PasswordCard() {
  const form = useForm<PasswordForm>({ resolver: zodResolver(PasswordForm), defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  const save = async ({ password, newPassword }: PasswordForm) => {
    try {
      const { message } = await call(CALLS.changePassword, {
        currentPassword: password,
        newPassword,
      });
      form.reset(EMPTY);
      void mutate(CALLS.listSignIns.path);
      void mutate(CALLS.listApiTokens.path);
      tellSuccess("Password Changed", message);
    } catch (thrown) {
      const field = refusedField(thrown);
      if (field === "password" || field === "newPassword")
        form.setError(field, { message: wordsOf(thrown) }, { shouldFocus: true });
      else
        tellFailed(thrown, {
          title: "Password Not Changed",
          lost: "No answer came: the password may have been changed. Where this page asks you to sign in, try the new one first.",
        });
    }
  };
  return (
    <Card title="Password">
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
        <PasswordField
          label="Current password"
          registration={form.register("password")}
          problem={errors.password?.message}
          autoComplete="current-password"
        />
        <PasswordField
          label="New password"
          registration={form.register("newPassword")}
          problem={errors.newPassword?.message}
          hint={`At least ${PASSWORD_LENGTH_MIN} characters. Changing it ends every other sign-in and every API token.`}
          autoComplete="new-password"
        />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? "Changing..." : "Change Password"}
        </Button>
      </form>
    </Card>
  );
}
