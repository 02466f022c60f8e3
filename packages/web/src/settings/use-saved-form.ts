import { useMemo, useState } from "react";
import { type DefaultValues, type FieldValues, type Resolver, useForm } from "react-hook-form";
import { mutate } from "swr";
import { accountInUse } from "../api/account-in-use.ts";
import { keepAnswer } from "../api/call.ts";
import { isClash, isLost, wordsOf } from "../api/problem-error.ts";
import { focusFirstWrong } from "../fields/focus-first-wrong.ts";
import { tellError, tellSuccess } from "../ui/notices.ts";
import { NOTHING_KEPT, TYPED_KEPT } from "./kept-values.ts";
import { clashesOf, partOf, planSave, type SavePlan, type Wire } from "./save-plan.ts";
import { useKeptForm } from "./use-kept-form.ts";
import { useSeen } from "./use-seen.ts";

interface Source<View, Form extends FieldValues> {
  /** Its address, which is its key in the cache. */
  readonly path: string;
  readonly read: () => Promise<View>;
  /** Sends fields as they travel, for this version of what is stored. */
  readonly save: (fields: Wire, version: number) => Promise<View>;
  readonly formOf: (view: View) => Form;
  readonly wireOf: (form: Form) => Wire;
  readonly resolver: Resolver<Form>;
  /** Asked for anew once it is saved. */
  readonly moves: readonly string[];
  readonly told: readonly [title: string, details: string];
  /** Whether every save is asked about, or one that somebody came before only. */
  readonly asks: "always" | "about-clashes";
  readonly onRefused?: (
    thrown: unknown,
    setError: (field: string, message: string) => void,
  ) => void;
}

const LOST = "No answer came: the change may have been saved.";
const LOOKED_AT = "Save it again: what is stored is looked at first.";

interface Versioned {
  readonly version: number;
}

/**
 * A form over stored settings. What is typed stays while somebody else saves; a save sends what was
 * typed and the version it was decided on, which is read anew right before.
 */
export function useSavedForm<View extends Versioned, Form extends FieldValues>(
  stored: View,
  source: Source<View, Form>,
) {
  const values = useMemo(() => source.formOf(stored), [stored, source]);
  const form = useForm<Form>({
    resolver: source.resolver,
    mode: "onChange",
    defaultValues: values as DefaultValues<Form>,
    values,
    resetOptions: TYPED_KEPT,
    shouldFocusError: false,
  });
  const seen = useSeen(stored, form.formState);
  useKeptForm({ name: source.path, form, values, seen });
  const [isPending, setPending] = useState(false);
  const [asked, setAsked] = useState<{ readonly plan: SavePlan; readonly wanted: Wire }>();

  const during = async (work: () => Promise<void>) => {
    setPending(true);
    try {
      await work();
    } catch (thrown) {
      source.onRefused?.(thrown, (field, message) =>
        form.setError(
          field as Parameters<typeof form.setError>[0],
          { message },
          { shouldFocus: true },
        ),
      );
      tellError("Save Failed", wordsOf(thrown, "Failed to save configuration."));
    } finally {
      setPending(false);
    }
  };

  const take = async (view: View) => {
    seen.current = view;
    form.reset(source.formOf(view), NOTHING_KEPT);
    await keepAnswer(source.path, view);
    for (const path of source.moves) void mutate(path);
  };

  /** What saving would do now, by what is stored at this moment. */
  const planned = async (wanted: Wire): Promise<SavePlan> => {
    const began = seen.current;
    const now = await source.read();
    await keepAnswer(source.path, now);
    // Until it is saved or given up, what was seen is what was read before it was typed.
    seen.current = began;
    const [before, current] = [began, now].map((view) => source.wireOf(source.formOf(view)));
    const isAutomated = "enableAutomatedTrading" in now && now.enableAutomatedTrading === true;
    return planSave(
      { seen: before!, stored: current!, wanted },
      { version: now.version, isAutomated },
    );
  };

  const send = async (wanted: Wire, plan: SavePlan, stays?: ReadonlySet<string>) => {
    const part = partOf(wanted, plan, stays);
    if (Object.keys(part).length === 0) {
      await take(await source.read());
      tellSuccess("Nothing To Save", "What is stored stays as it is.");
      return;
    }
    try {
      await take(await source.save(part, plan.version));
      tellSuccess(...source.told);
    } catch (thrown) {
      if (isLost(thrown)) {
        if (!(await isStored(part))) tellError("Outcome Unknown", `${LOST} ${LOOKED_AT}`);
        return;
      }
      if (!isClash(thrown)) throw thrown;
      // Between the question and its answer, somebody else saved: it is asked anew.
      setAsked({ wanted, plan: await planned(wanted) });
    }
  };

  /** Whether all of it is stored, whoever stored it; then that is what is shown, and said. */
  const isStored = async (part: Wire): Promise<boolean> => {
    const now = await source.read().catch(() => undefined);
    if (now === undefined) return false;
    const stored = source.wireOf(source.formOf(now));
    if (Object.entries(part).some(([field, value]) => stored[field] !== value)) return false;
    await take(now);
    tellSuccess(...source.told);
    return true;
  };

  const submit = (wanted: Form) =>
    during(async () => {
      const wire = source.wireOf(wanted);
      const { number } = accountInUse();
      const plan = await planned(wire);
      // What was looked up is of another account, and this was typed for the one before.
      if (number !== accountInUse().number) return;
      const isAsked = source.asks === "always" || 0 < clashesOf(plan).length;
      // What is stored already is no question.
      if (isAsked && 0 < plan.changes.length) setAsked({ wanted: wire, plan });
      else await send(wire, plan);
    });

  return {
    form,
    isPending,
    /** What saving would change, while that is asked. */
    asked: asked?.plan,
    submit: form.handleSubmit(submit, focusFirstWrong),
    cancel: () => setAsked(undefined),
    discard: () => form.reset(values, NOTHING_KEPT),
    /** Saves what was asked about, but for the fields that stay as they are stored. */
    save: (stays?: ReadonlySet<string>) => {
      setAsked(undefined);
      if (asked) return during(() => send(asked.wanted, asked.plan, stays));
      return Promise.resolve();
    },
    /** Stores something else at once, whatever was typed. */
    store: (store: () => Promise<View>, told: readonly [title: string, details: string]) =>
      during(async () => {
        setAsked(undefined);
        try {
          await take(await store());
          tellSuccess(...told);
        } catch (thrown) {
          if (!isLost(thrown)) throw thrown;
          tellError(
            "Outcome Unknown",
            `${LOST} What is stored is shown as soon as it can be read.`,
          );
          void mutate(source.path);
        }
      }),
  };
}
