import { zodResolver } from "@hookform/resolvers/zod";
import { type BrokerView, verifyBroker as contract } from "@sevenfold/contract/brokers";
import { CALLS } from "@sevenfold/contract/calls";
import type { OutputOf } from "@sevenfold/contract/endpoints";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { mutate } from "swr";
import type { z } from "zod";
import { call } from "../api/call.ts";
import { wordsOf } from "../api/problem-error.ts";
import { Button } from "../ui/button.tsx";
import { clockText } from "../ui/eastern-time.ts";
import { TextField } from "../ui/text-field.tsx";
import { useOnline } from "../ui/use-online.ts";

const CodeForm = contract.input.pick({ verifier: true });
type CodeForm = z.infer<typeof CodeForm>;
type Page = OutputOf<"authoriseBroker">;

interface AuthoriseStepsProps {
  readonly broker: BrokerView;
  /** The broker took the code; what became of the account stands in its state and message. */
  readonly onAuthorised: (broker: BrokerView) => void;
}

/** Letting Sevenfold in at the broker's own site: its page, and the code it shows at the end. */
export function AuthoriseSteps({ broker, onAuthorised }: AuthoriseStepsProps) {
  const { providerName: name } = broker;
  const [page, setPage] = useState<Page>();
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const isOnline = useOnline();

  const begin = async () => {
    setPending(true);
    setProblem(undefined);
    try {
      setPage(await call(CALLS.authoriseBroker, { id: broker.id }));
    } catch (thrown) {
      setProblem(wordsOf(thrown));
    } finally {
      setPending(false);
    }
  };
  // A code is good once: whatever comes of it, the next one needs a new page.
  const beginAgain = (words: string) => {
    setPage(undefined);
    setProblem(words);
  };

  return (
    <div className="space-y-4 text-left">
      {page === undefined ? (
        <>
          <p className="text-13 text-muted">
            {name} opens in a new tab, where you sign in and accept; it ends with a short code for
            the field here. {name} asks for this once each New York day: its access ends at midnight
            there.
          </p>
          <Button
            look="primary"
            size="large"
            className="w-full"
            disabled={isPending || !isOnline}
            onClick={() => void begin()}
          >
            {isPending ? `Asking ${name}...` : `Authorise at ${name}`}
          </Button>
        </>
      ) : (
        <CodePart broker={broker} page={page} onRefused={beginAgain} onAuthorised={onAuthorised} />
      )}
      <p role="alert" className="text-13 text-loss empty:hidden">
        {problem}
      </p>
    </div>
  );
}

interface CodePartProps extends AuthoriseStepsProps {
  readonly page: Page;
  readonly onRefused: (words: string) => void;
}

function CodePart({ broker, page, onAuthorised, onRefused }: CodePartProps) {
  const { providerName: name } = broker;
  const form = useForm<CodeForm>({
    resolver: zodResolver(CodeForm),
    defaultValues: { verifier: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const verify = async ({ verifier }: CodeForm) => {
    try {
      const brokers = await call(CALLS.verifyBroker, { id: broker.id, verifier });
      await mutate(CALLS.listBrokers.path, brokers, { revalidate: false });
      for (const { path } of [CALLS.readAccount, CALLS.readWorkerStatus]) void mutate(path);
      const verified = brokers.find(({ id }) => id === broker.id);
      if (verified) onAuthorised(verified);
    } catch (thrown) {
      onRefused(wordsOf(thrown));
    }
  };
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => void form.handleSubmit(verify)(event)}
    >
      <a
        href={page.authorizeUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex h-11 w-full items-center justify-center rounded-control bg-accent px-5 font-medium text-on-accent hover:bg-accent-hover"
      >
        Open {name}’s page
      </a>
      <TextField
        label={`Code from ${name}`}
        registration={form.register("verifier")}
        problem={errors.verifier?.message}
        hint={`Good once, until ${clockText(page.expiresAt)} ET.`}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        data-first
      />
      <Button type="submit" size="large" className="w-full" disabled={isSubmitting}>
        {isSubmitting ? "Checking..." : "Let Sevenfold in"}
      </Button>
    </form>
  );
}
