import { zodResolver } from "@hookform/resolvers/zod";
import { createApiToken as contractLine } from "@sevenfold/contract/api-tokens";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { mutate } from "swr";
import { z } from "zod";
import { call } from "../api/call.ts";
import { createApiToken, listApiTokens } from "../api/lines.ts";
import { wordsOf } from "../api/problem-error.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { INPUT } from "../ui/field.ts";
import { tellError } from "../ui/notices.ts";
import { TextField } from "../ui/text-field.tsx";

const { name, scope } = contractLine.input.shape;
const TokenForm = z.object({ name, scope, expiresInDays: z.string() });
type TokenForm = z.infer<typeof TokenForm>;

const SCOPES = [
  { value: "read", title: "Read", words: "Sees what you see." },
  { value: "trade", title: "Trade", words: "Also places and cancels orders." },
] as const;
const LIVES = [
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "One year"],
  ["", "Until revoked"],
] as const;

/** Makes a token, and shows it this once. */
export function CreateTokenCard() {
  const [made, setMade] = useState<string>();
  const form = useForm<TokenForm>({
    resolver: zodResolver(TokenForm),
    defaultValues: { name: "", scope: "read", expiresInDays: "90" },
  });
  const id = useId();
  const { errors, isSubmitting } = form.formState;
  const create = async ({ expiresInDays, ...wanted }: TokenForm) => {
    try {
      const days = expiresInDays === "" ? {} : { expiresInDays: Number(expiresInDays) };
      const { token } = await call(createApiToken, { ...wanted, ...days });
      form.reset();
      setMade(token);
      void mutate(listApiTokens.path);
    } catch (thrown) {
      tellError("Token Not Created", wordsOf(thrown));
    }
  };
  return (
    <Card title="New token">
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => void form.handleSubmit(create)(event)}
      >
        <TextField
          label="Name"
          registration={form.register("name")}
          problem={errors.name?.message}
          hint="What it is for."
          autoComplete="off"
        />
        <ChoiceCards
          legend="It may"
          registration={form.register("scope")}
          problem={errors.scope?.message}
          options={SCOPES}
        />
        <div>
          <label htmlFor={id} className="mb-1.5 block text-xs font-medium text-muted">
            Good for
          </label>
          <select id={id} className={`${INPUT} w-full`} {...form.register("expiresInDays")}>
            {LIVES.map(([days, words]) => (
              <option key={days} value={days}>
                {words}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" look="primary" disabled={isSubmitting}>
          {isSubmitting ? "Creating..." : "Create Token"}
        </Button>
      </form>
      {made !== undefined && <MadeDialog token={made} onClose={() => setMade(undefined)} />}
    </Card>
  );
}

const MadeDialog = ({
  token,
  onClose,
}: {
  readonly token: string;
  readonly onClose: () => void;
}) => (
  <Dialog
    title="Your new token"
    description="It is shown this once. Whoever has it acts as you, within its scope."
    onClose={onClose}
    isHeld
  >
    <div className="space-y-4 p-4 sm:p-5">
      <CopyField label="Token" text={token} />
      <CopyField label="Header to send" text={`Authorization: Bearer ${token}`} rows={3} />
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          I have kept it
        </Button>
      </div>
    </div>
  </Dialog>
);
