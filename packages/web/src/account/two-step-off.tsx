import { CALLS } from "@sevenfold/contract/calls";
import { mutate } from "swr";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { tellSuccess } from "../ui/notices.ts";
import { ConfirmFields } from "./confirm-fields.tsx";
import { useConfirmedForm } from "./use-confirmed-form.ts";

/** Back to the password alone. */
export function TwoStepOff({ onClose }: { readonly onClose: () => void }) {
  const confirmed = useConfirmedForm({
    needsCode: true,
    failed: "Two-Step Sign-In Not Changed",
    lost: "No answer came: two-step sign-in may be off. Reload this page to see.",
    act: async ({ password, totpCode = "" }) => {
      const { message } = await call(CALLS.removeTotp, { password, totpCode });
      await mutate(CALLS.readUser.path);
      void mutate(CALLS.listApiTokens.path);
      tellSuccess("Two-Step Sign-In Off", message);
      onClose();
    },
  });
  const { isSubmitting } = confirmed.form.formState;
  return (
    <Dialog
      title="Turn off two-step sign-in"
      description="The password alone lets you in then. Live trading does not go on without it, and your API tokens end."
      onClose={onClose}
    >
      <form
        noValidate
        className="space-y-4 p-4 sm:p-5"
        onSubmit={(event) => void confirmed.submit(event)}
      >
        <ConfirmFields confirmed={confirmed} needsCode />
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isSubmitting}>
            Turn off
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
