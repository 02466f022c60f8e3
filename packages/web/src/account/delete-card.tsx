import { CALLS } from "@sevenfold/contract/calls";
import type { UserView } from "@sevenfold/contract/sign-in";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { call } from "../api/call.ts";
import { forgetUser } from "../api/signed-in.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { tellSuccess } from "../ui/notices.ts";
import { ConfirmFields } from "./confirm-fields.tsx";
import { useConfirmedForm } from "./use-confirmed-form.ts";

/** The end of the account. */
export function DeleteCard({ user }: { readonly user: UserView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Delete account">
      <p className="text-muted">
        Automated trading stops, and keys, settings and history are gone for good. What you hold at
        a broker stays there.
      </p>
      <Button className="mt-4" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Delete Account
      </Button>
      {isOpen && <DeleteDialog user={user} onClose={() => setOpen(false)} />}
    </Card>
  );
}

interface DeleteDialogProps {
  readonly user: UserView;
  readonly onClose: () => void;
}

function DeleteDialog({ user, onClose }: DeleteDialogProps) {
  const navigate = useNavigate();
  const confirmed = useConfirmedForm({
    needsCode: user.hasTotp,
    failed: "Account Not Deleted",
    lost: "No answer came: the account may have been deleted. Reload this page to see.",
    act: async (confirmation) => {
      const { message } = await call(CALLS.deleteUser, confirmation);
      await forgetUser();
      // After it, as whatever is about nobody leads to the sign-in.
      await navigate("/", { replace: true });
      tellSuccess("Account Deleted", message);
    },
  });
  const { isSubmitting } = confirmed.form.formState;
  return (
    <Dialog
      title={`Delete the account ${user.username}`}
      description="This cannot be taken back. Open orders must have ended first."
      onClose={onClose}
    >
      <form
        noValidate
        className="space-y-4 p-4 sm:p-5"
        onSubmit={(event) => void confirmed.submit(event)}
      >
        <ConfirmFields confirmed={confirmed} needsCode={user.hasTotp} />
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="loss" disabled={isSubmitting}>
            {isSubmitting ? "Deleting..." : "Delete for good"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
