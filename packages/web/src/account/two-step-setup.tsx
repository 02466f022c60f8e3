import { CALLS } from "@sevenfold/contract/calls";
import { useState } from "react";
import { mutate } from "swr";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ConfirmFields } from "./confirm-fields.tsx";
import type { Confirmed, TotpSecret } from "./confirmed.ts";
import { SecretStep } from "./secret-step.tsx";
import { useConfirmedForm } from "./use-confirmed-form.ts";

/** Password, secret and first code, then the recovery codes. */
export function TwoStepSetup({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<TotpSecret>();
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const close = () => {
    onClose();
    if (confirmed === undefined) return;
    void mutate(CALLS.readUser.path);
    void mutate(CALLS.listApiTokens.path);
  };
  return (
    <Dialog
      title="Set up two-step sign-in"
      description={
        confirmed !== undefined
          ? `${confirmed.message} Each recovery code lets you in once, should your authenticator be lost.`
          : "You need an authenticator app, on your phone or in your password manager. Your API tokens end."
      }
      onClose={close}
      isHeld={confirmed !== undefined}
    >
      {confirmed !== undefined ? (
        <div className="space-y-4 p-4 sm:p-5">
          <CopyField
            label="Recovery codes"
            text={confirmed.recoveryCodes.join("\n")}
            rows={confirmed.recoveryCodes.length}
          />
          <p className="text-13 text-amber">
            They are shown this once. Keep them where your password is not.
          </p>
          <div className="flex justify-end">
            <Button look="primary" onClick={close}>
              I have kept them
            </Button>
          </div>
        </div>
      ) : secret !== undefined ? (
        <SecretStep secret={secret} onConfirmed={setConfirmed} />
      ) : (
        <PasswordStep onBegun={setSecret} onCancel={close} />
      )}
    </Dialog>
  );
}

interface PasswordStepProps {
  readonly onBegun: (secret: TotpSecret) => void;
  readonly onCancel: () => void;
}

function PasswordStep({ onBegun, onCancel }: PasswordStepProps) {
  const confirmed = useConfirmedForm({
    needsCode: false,
    failed: "Two-Step Sign-In Not Changed",
    lost: "No answer came: nothing is on yet. Try again.",
    act: async ({ password }) => onBegun(await call(CALLS.beginTotp, { password })),
  });
  return (
    <form
      noValidate
      className="space-y-4 p-4 sm:p-5"
      onSubmit={(event) => void confirmed.submit(event)}
    >
      <ConfirmFields confirmed={confirmed} needsCode={false} />
      <div className="flex justify-end gap-2 pt-1">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={confirmed.form.formState.isSubmitting}>
          Continue
        </Button>
      </div>
    </form>
  );
}
