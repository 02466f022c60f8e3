import { zodResolver } from "@hookform/resolvers/zod";
import { createApiToken as contractLine } from "@sevenfold/contract/api-tokens";
import { CALLS } from "@sevenfold/contract/calls";
import type { UserView } from "@sevenfold/contract/sign-in";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { mutate } from "swr";
import { z } from "zod";
import { call } from "../api/call.ts";
import { wordsOf } from "../api/problem-error.ts";
import { refusedField } from "../api/refused-field.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { CODE_FIELD, CodeField } from "../ui/code-field.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { INPUT } from "../ui/field.ts";
import { PasswordField } from "../ui/password-field.tsx";
import { tellFailed } from "../ui/tell-failed.ts";
import { TextField } from "../ui/text-field.tsx";

const { name, password, scope, totpCode } = contractLine.input.shape;
const TokenForm = z.object({ name, scope, expiresInDays: z.string(), password });
const TokenFormWithCode = TokenForm.extend({ totpCode: totpCode.unwrap() });
type TokenForm = z.infer<typeof TokenForm> & { readonly totpCode?: string };

const SCOPES = [
  { value: "read", title: "Read", words: "Sees what you see, and changes nothing." },
  {
    value: "trade",
    title: "Trade",
    words: "Also places and cancels orders, sells, syncs and switches automation off.",
  },
  {
    value: "manage",
    title: "Manage",
    words:
      "Also changes settings, risk limits, watchlist and goal, chooses the broker account and switches automation on.",
  },
] as const;
const LIVES = [
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "One year"],
] as const;

const EMPTY: TokenForm = { name: "", scope: "read", expiresInDays: "90", password: "" };

/** Makes a token for whoever shows the password again, and shows it this once. */
export function CreateTokenCard({ user: { hasTotp } }: { readonly user: UserView }) {
  const [made, setMade] = useState<string>();
  const form = useForm<TokenForm>({
    resolver: zodResolver(hasTotp ? TokenFormWithCode : TokenForm),
    defaultValues: EMPTY,
  });
  const id = useId();
  const { errors, isSubmitting } = form.formState;
  const create = async ({ expiresInDays, ...wanted }: TokenForm) => {
    try {
      const days = Number(expiresInDays);
      const { token } = await call(CALLS.createApiToken, { ...wanted, expiresInDays: days });
      form.reset(EMPTY);
      setMade(token);
      void mutate(CALLS.listApiTokens.path);
    } catch (thrown) {
      const field = refusedField(thrown);
      if (field === "password" || field === "totpCode")
        form.setError(field, { message: wordsOf(thrown) }, { shouldFocus: true });
      else {
        tellFailed(thrown, {
          title: "Token Not Created",
          lost: "No answer came: a token that nobody has seen may have been made. Revoke it where the list shows it, and make another.",
        });
        void mutate(CALLS.listApiTokens.path);
      }
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
          isStacked
        />
        <div>
          <label htmlFor={id} className="mb-1.5 block text-xs font-medium text-muted">
            Good for
          </label>
          <select
            id={id}
            className={`${INPUT} w-full`}
            defaultValue={EMPTY.expiresInDays}
            {...form.register("expiresInDays")}
          >
            {LIVES.map(([days, words]) => (
              <option key={days} value={days}>
                {words}
              </option>
            ))}
          </select>
        </div>
        <p className="text-13 text-muted">
          No token reaches your password, your sign-ins or a broker's keys. All of them end when
          your password or two-step sign-in changes.
        </p>
        <PasswordField
          label="Your password"
          registration={form.register("password")}
          problem={errors.password?.message}
          autoComplete="current-password"
        />
        {hasTotp && (
          <CodeField
            registration={form.register("totpCode", CODE_FIELD)}
            problem={errors.totpCode?.message}
          />
        )}
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
