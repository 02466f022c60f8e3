import { CALLS } from "@sevenfold/contract/calls";
import { useState } from "react";
import { call } from "../api/call.ts";
import { wordsOf } from "../api/problem-error.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Button } from "../ui/button.tsx";
import type { BrokerForm } from "./broker-form.ts";

/** Fills in the keys of a new account on the built-in exchange, where this server runs one. */
export function PaperKeysButton({ form }: { readonly form: BrokerForm }) {
  const { data: market } = useEndpoint(CALLS.readMarketPanel);
  const [isPending, setPending] = useState(false);
  const [words, setWords] = useState<string>();
  // Those that are shown are being connected by.
  const { isSubmitting } = form.formState;
  if (market?.isSimulated === false) return null;

  const fill = async () => {
    setPending(true);
    const provider = form.getValues("provider");
    try {
      const { apiKey, secretKey } = await call(CALLS.issuePaperKeys, { provider });
      // They open nothing at the provider that was chosen meanwhile.
      if (form.getValues("provider") !== provider) return;
      const options = { shouldDirty: true, shouldTouch: true } as const;
      form.setValue("apiKey", apiKey, options);
      form.setValue("secretKey", secretKey, options);
      // Only now: what asks for both keys is said at the first, which is filled before the second.
      await form.trigger(["apiKey", "secretKey"]);
      setWords("Filled in: the keys of a new account with $100,000 on the built-in exchange.");
    } catch (thrown) {
      setWords(wordsOf(thrown, "No keys could be issued."));
    } finally {
      setPending(false);
    }
  };

  return (
    <div className="rounded-control border border-line bg-sunk p-3">
      <p id="paper-keys" className="mb-2 text-13 text-muted">
        No keys of your own? This server has an exchange built in: a simulated market, no real
        money.
      </p>
      <Button
        size="small"
        aria-describedby="paper-keys"
        disabled={isPending || isSubmitting}
        onClick={() => void fill()}
      >
        {isPending ? "Issuing keys..." : "Use a built-in paper account"}
      </Button>
      <p role="status" className="text-13 text-muted [&:not(:empty)]:mt-2">
        {words}
      </p>
    </div>
  );
}
