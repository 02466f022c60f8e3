import { AlertDialog } from "./alert-dialog.tsx";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

interface LeaveDialogProps {
  readonly isUnsaved: boolean;
  /** Throws away what is not saved. */
  readonly onDiscard: () => void;
}

/** Asks before leaving a page with something unsaved. */
export function LeaveDialog({ isUnsaved, onDiscard }: LeaveDialogProps) {
  const { isAsking, stay, leave } = useUnsavedGuard(isUnsaved);
  if (!isAsking) return null;
  return (
    <AlertDialog
      title="Leave without saving"
      confirm="Discard changes"
      onCancel={stay}
      onConfirm={() => {
        onDiscard();
        leave();
      }}
    >
      <p>What you changed on this page is not saved yet.</p>
    </AlertDialog>
  );
}
