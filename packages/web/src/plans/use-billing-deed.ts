import type { BillingView } from "@sevenfold/contract/billing";
import { useState } from "react";
import { isRefusal, isUnanswered, wordsOf } from "../api/problem-error.ts";
import { tellError, tellSuccess } from "../ui/notices.ts";
import { askBillingAgain, tookBilling } from "./use-billing.ts";

interface Deed {
  readonly act: () => Promise<BillingView>;
  readonly failed: string;
  /** Title and details, by how things stand then. */
  readonly done: (view: BillingView) => readonly [title: string, details: string];
}

/** It may have been done all the same; asked for again, it is done once. */
const UNANSWERED = " Whether it was done is not known: this page shows it once it is back.";

/** A change of what is held, one at a time. Answers whether it was done. */
export function useBillingDeed() {
  const [isPending, setPending] = useState(false);
  const perform = async ({ act, done, failed }: Deed): Promise<boolean> => {
    setPending(true);
    try {
      const view = await act();
      await tookBilling(view);
      tellSuccess(...done(view));
      return true;
    } catch (thrown) {
      tellError(failed, `${wordsOf(thrown)}${isUnanswered(thrown) ? UNANSWERED : ""}`);
      if (isRefusal(thrown)) askBillingAgain();
      return false;
    } finally {
      setPending(false);
    }
  };
  return { isPending, perform };
}
