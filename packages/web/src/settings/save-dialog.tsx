import { useId, useState } from "react";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { DifferenceList } from "./difference-list.tsx";
import { clashesOf, type PlannedChange, type SavePlan } from "./save-plan.ts";

interface SaveDialogProps {
  readonly plan: SavePlan;
  /** What follows from saving, in a sentence. */
  readonly words: string;
  readonly onCancel: () => void;
  /** With the fields that stay as they are stored. */
  readonly onConfirm: (stays: ReadonlySet<string>) => void;
}

type Choice = "stored" | "yours";

/** Shows what saving would change, before it does; where somebody came before, both, to choose from. */
export function SaveDialog({ plan, words, onCancel, onConfirm }: SaveDialogProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  const clashes = clashesOf(plan);
  const plain = plan.changes.filter(({ began }) => began === undefined);
  const stays = new Set(
    clashes.map(({ field }) => field).filter((field) => chosen[field] === "stored"),
  );
  const count = plan.changes.length;
  return (
    <AlertDialog
      title={
        clashes.length === 0
          ? `Save ${count} ${count === 1 ? "change" : "changes"}`
          : "Changed elsewhere meanwhile"
      }
      confirm="Save changes"
      isConfirmable={clashes.every(({ field }) => chosen[field] !== undefined)}
      onCancel={onCancel}
      onConfirm={() => onConfirm(stays)}
    >
      <p>{words}</p>
      {clashes.length !== 0 && (
        <p className="mt-2">
          Somebody saved while you typed, in another window or by another sign-in. Choose which of
          both holds from now on.
        </p>
      )}
      <ScrollRegion
        label="What changes"
        className="mt-3 max-h-[40dvh] space-y-2 rounded-control border border-line px-3 py-2"
      >
        {clashes.map((change) => (
          <Clash
            key={change.field}
            change={change}
            chosen={chosen[change.field]}
            onChoose={(choice) => setChosen({ ...chosen, [change.field]: choice })}
          />
        ))}
        {plain.length !== 0 && <DifferenceList differences={plain} />}
      </ScrollRegion>
      {plan.meanwhile.length !== 0 && (
        <div className="mt-3 text-13">
          <p>Saved elsewhere meanwhile, and kept:</p>
          <DifferenceList differences={plan.meanwhile} />
        </div>
      )}
    </AlertDialog>
  );
}

interface ClashProps {
  readonly change: PlannedChange;
  readonly chosen: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

function Clash({ change, chosen, onChoose }: ClashProps) {
  const name = useId();
  const { after, before, began, label } = change;
  const choices = [
    ["stored", `Keep ${before}, stored elsewhere`],
    ["yours", `Save ${after}, typed here`],
  ] as const;
  return (
    <fieldset className="text-13">
      <legend className="text-ink">
        {label} <span className="text-muted">(it was {began})</span>
      </legend>
      {choices.map(([choice, words]) => (
        <label key={choice} className="flex min-h-6 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name={name}
            className="size-4 accent-accent"
            checked={chosen === choice}
            onChange={() => onChoose(choice)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
