import { zodResolver } from "@hookform/resolvers/zod";
import { CALLS } from "@sevenfold/contract/calls";
import { confirmTotp as contractLine } from "@sevenfold/contract/sign-in";
import { useForm } from "react-hook-form";
import { call } from "../api/call.ts";
import { wordsOf } from "../api/problem-error.ts";
import { refusedField } from "../api/refused-field.ts";
import { QrPicture } from "../qr/qr-picture.tsx";
import { Button } from "../ui/button.tsx";
import { CODE_FIELD, CodeField } from "../ui/code-field.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { tellFailed } from "../ui/tell-failed.ts";
import type { Confirmed, TotpSecret } from "./confirmed.ts";

interface SecretStepProps {
  readonly secret: TotpSecret;
  readonly onConfirmed: (confirmed: Confirmed) => void;
}

/** Hands the secret to an authenticator, and asks it for a first code. */
export function SecretStep({ secret: { secret, uri }, onConfirmed }: SecretStepProps) {
  const form = useForm<{ totpCode: string }>({
    resolver: zodResolver(contractLine.input),
    defaultValues: { totpCode: "" },
  });
  const confirm = async ({ totpCode }: { totpCode: string }) => {
    try {
      onConfirmed(await call(CALLS.confirmTotp, { totpCode }));
    } catch (thrown) {
      if (refusedField(thrown) === "totpCode")
        form.setError("totpCode", { message: wordsOf(thrown) }, { shouldFocus: true });
      else
        tellFailed(thrown, {
          title: "Two-Step Sign-In Not Changed",
          lost: "No answer came: two-step sign-in may be on. Keep the entry in your authenticator, and reload this page to see.",
        });
    }
  };
  return (
    <form
      noValidate
      className="space-y-4 p-4 sm:p-5"
      onSubmit={(event) => void form.handleSubmit(confirm)(event)}
    >
      <p>
        Scan the code with your authenticator,{" "}
        <a href={uri} className="font-medium text-accent underline-offset-4 hover:underline">
          open it on this device
        </a>{" "}
        or type the setup key (time based, six digits).
      </p>
      <QrPicture
        text={uri}
        label="QR code for your authenticator"
        className="mx-auto size-48 rounded-control border border-line"
      />
      <CopyField label="Setup key" text={secret.replace(/(.{4})(?=.)/g, "$1 ")} />
      <CodeField
        registration={form.register("totpCode", CODE_FIELD)}
        problem={form.formState.errors.totpCode?.message}
        hint="Six digits of your authenticator."
      />
      <div className="flex justify-end">
        <Button type="submit" look="primary" disabled={form.formState.isSubmitting}>
          Turn on
        </Button>
      </div>
    </form>
  );
}
