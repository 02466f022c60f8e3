import { AlertDialog } from "../ui/alert-dialog.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { DifferenceList } from "./difference-list.tsx";
import type { SettingDifference } from "./setting-words.ts";

interface SaveDialogProps {
  readonly differences: readonly SettingDifference[];
  readonly isAutomated: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Shows what saving would change, before it does. */
export const SaveDialog = ({ differences, isAutomated, onCancel, onConfirm }: SaveDialogProps) => (
  <AlertDialog
    title={`Save ${differences.length} ${differences.length === 1 ? "change" : "changes"}`}
    confirm="Save changes"
    onCancel={onCancel}
    onConfirm={onConfirm}
  >
    <p>
      {isAutomated
        ? "Automated trading is on: the agent goes by the new rules from its next price."
        : "Automated trading is off: the new rules wait until you switch it on."}
    </p>
    <ScrollRegion
      label="What changes"
      className="mt-3 max-h-[40dvh] rounded-control border border-line px-3 py-2"
    >
      <DifferenceList differences={differences} />
    </ScrollRegion>
  </AlertDialog>
);
