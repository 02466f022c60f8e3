import { AlertDialog } from "./alert-dialog.tsx";

interface ClashDialogProps {
  /** "The goal". */
  readonly what: string;
  readonly stored: string;
  readonly yours: string;
  readonly onKeep: () => void;
  readonly onSave: () => void;
}

/** Somebody else saved the same thing first: both, and which of them it is to be. */
export const ClashDialog = ({ what, stored, yours, onKeep, onSave }: ClashDialogProps) => (
  <AlertDialog
    title="Changed elsewhere meanwhile"
    confirm={`Save ${yours}`}
    onCancel={onKeep}
    onConfirm={onSave}
  >
    <p>
      {what} was saved as {stored} while you typed {yours}, in another window or by another sign-in.
      Cancel keeps {stored}.
    </p>
  </AlertDialog>
);
