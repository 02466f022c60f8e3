import { zodResolver } from "@hookform/resolvers/zod";
import { BrokerKeys, type BrokerView } from "@sevenfold/contract/brokers";
import { CALLS } from "@sevenfold/contract/calls";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { isClash } from "../api/problem-error.ts";
import { useBrokerChange } from "../broker/use-broker-change.ts";
import { useVenues } from "../broker/use-venues.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { TextField } from "../ui/text-field.tsx";

const KEYS_TOGETHER = "Enter both keys, or neither of them";

const EditForm = z
  .object({
    accountLabel: BrokerKeys.shape.accountLabel,
    apiKey: z.string().trim().max(256, "The API key is too long"),
    secretKey: z.string().trim().max(256, "The secret key is too long"),
    accountNumber: z.string().trim().max(32, "The account number is too long"),
  })
  .refine(({ apiKey, secretKey }) => (apiKey === "") === (secretKey === ""), {
    error: KEYS_TOGETHER,
    path: ["secretKey"],
  });
type EditForm = z.infer<typeof EditForm>;

interface EditDialogProps {
  readonly broker: BrokerView;
  readonly onClose: () => void;
}

/** Renames a broker account, or gives it new keys. */
export function EditDialog({ broker, onClose }: EditDialogProps) {
  const { change } = useBrokerChange();
  const { providerName: name } = broker;
  const venue = useVenues().of(broker.provider);
  const form = useForm<EditForm>({
    resolver: zodResolver(EditForm),
    defaultValues: {
      accountLabel: broker.accountLabel,
      apiKey: "",
      secretKey: "",
      accountNumber: "",
    },
  });
  const { errors, isSubmitting } = form.formState;
  const [seenLabel, setSeenLabel] = useState(broker.accountLabel);
  // Which of several accounts it is can be said until one was taken over.
  const mayChoose = broker.takesAuthorisation && broker.lastValidatedAt === null;
  const save = async ({ accountLabel, accountNumber, apiKey, secretKey }: EditForm) => {
    const changed = {
      ...(accountLabel && accountLabel !== seenLabel && { accountLabel, seenLabel }),
      ...(apiKey !== "" && { apiKey, secretKey }),
      ...(accountNumber !== "" && { accountNumber }),
    };
    if (Object.keys(changed).length === 0) return onClose();
    const isDone = await change(
      CALLS.changeBroker,
      { id: broker.id, ...changed },
      ["Broker Changed", whatChanged({ accountNumber, apiKey })],
      (thrown) => {
        const other = isClash(thrown) ? thrown.conflicts[0] : undefined;
        if (other === undefined) return false;
        setSeenLabel(other.stored);
        form.setError("accountLabel", {
          message: `It was renamed “${other.stored}” meanwhile. Save again to call it “${other.yours}”.`,
        });
        return true;
      },
    );
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={`Edit ${broker.accountLabel}`}
      description={`New keys must lead to the same account at ${name}.`}
      onClose={onClose}
    >
      <form
        noValidate
        className="space-y-4 p-4 sm:p-5"
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
        <TextField
          label="Account label"
          registration={form.register("accountLabel")}
          problem={errors.accountLabel?.message}
          data-first
        />
        <TextField
          label={`New ${venue?.apiKey ?? "API Key"}`}
          registration={form.register("apiKey")}
          problem={errors.apiKey?.message}
          hint="Leave both empty to keep the keys there are."
          autoComplete="off"
          spellCheck={false}
        />
        <PasswordField
          label={`New ${venue?.secretKey ?? "Secret Key"}`}
          registration={form.register("secretKey")}
          problem={errors.secretKey?.message}
          autoComplete="off"
        />
        {mayChoose && (
          <TextField
            label="Account number"
            registration={form.register("accountNumber")}
            problem={errors.accountNumber?.message}
            hint={`Which of your accounts at ${name}, where you have several.`}
            autoComplete="off"
          />
        )}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isSubmitting}>
            {isSubmitting ? "Saving..." : "Save"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const whatChanged = ({ accountNumber, apiKey }: Pick<EditForm, "accountNumber" | "apiKey">) => {
  if (apiKey !== "") return "The new keys are in use.";
  return accountNumber === "" ? "The label is stored." : "The account is asked for.";
};
