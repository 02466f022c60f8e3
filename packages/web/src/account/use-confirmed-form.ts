import { zodResolver } from "@hookform/resolvers/zod";
import { deleteUser, removeTotp } from "@sevenfold/contract/sign-in";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { wordsOf } from "../api/problem-error.ts";
import { refusedField } from "../api/refused-field.ts";
import { tellFailed } from "../ui/tell-failed.ts";

const WithPassword = z.object({ password: deleteUser.input.shape.password });
const WithBoth = WithPassword.extend({ totpCode: removeTotp.input.shape.totpCode });

export interface Confirmation {
  readonly password: string;
  readonly totpCode?: string;
}

interface Deed {
  /** The code is asked for too. */
  readonly needsCode: boolean;
  readonly act: (confirmation: Confirmation) => Promise<void>;
  /** "Account Not Deleted" */
  readonly failed: string;
  /** What it may have come to where no answer came. */
  readonly lost: string;
}

/** A deed that wants the password again, and the code where there is one. */
export function useConfirmedForm({ needsCode, act, failed, lost }: Deed) {
  const form = useForm<Confirmation>({
    resolver: zodResolver(needsCode ? WithBoth : WithPassword),
    defaultValues: { password: "" },
  });
  const submit = async (confirmation: Confirmation) => {
    try {
      await act(confirmation);
    } catch (thrown) {
      const field = refusedField(thrown);
      if (field === "password" || field === "totpCode")
        form.setError(field, { message: wordsOf(thrown) }, { shouldFocus: true });
      else tellFailed(thrown, { title: failed, lost });
    }
  };
  return { form, submit: form.handleSubmit(submit) };
}

export type ConfirmedForm = ReturnType<typeof useConfirmedForm>;
