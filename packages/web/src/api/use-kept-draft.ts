import { useEffect, useRef } from "react";
import { accountInUse } from "./account-in-use.ts";
import { openDraft, takeDraft } from "./kept-drafts.ts";

interface Drafting<Draft> {
  /** Of everything that is kept. */
  readonly name: string;
  /** What is typed and not saved; undefined: nothing. Never a key, a password or a code. */
  readonly read: () => Draft | undefined;
  readonly restore: (draft: Draft) => void;
}

/**
 * What is typed outlives a sign-in that ends: it is kept in this window until the same user is back
 * on the page, with the same account in use.
 */
export function useKeptDraft<Draft>({ name, read, restore }: Drafting<Draft>): void {
  const latest = useRef({ read, restore });
  latest.current = { read, restore };
  useEffect(() => {
    const draft = takeDraft(name, accountInUse().accountId);
    if (draft !== undefined) latest.current.restore(draft as Draft);
    return openDraft(name, () => latest.current.read());
  }, [name]);
}
