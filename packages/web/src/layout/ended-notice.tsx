import type { UserView } from "@sevenfold/contract/sign-in";
import { Info } from "lucide-react";
import { useLocation } from "react-router-dom";

const WORDS = {
  "sign-in": "Your sign-in has ended. Sign in again to go on.",
  demo: "Your demo has ended. Demo Trader begins another.",
};

interface EndedState {
  readonly ended?: keyof typeof WORDS;
}

/** What a page that loses its user hands on to /auth; of somebody who never was known there is nothing to say. */
export const endedState = (known: Pick<UserView, "isDemo"> | undefined): EndedState =>
  known === undefined ? {} : { ended: known.isDemo ? "demo" : "sign-in" };

/** For who was led here because the sign-in ran out or was ended elsewhere. */
export function EndedNotice() {
  const state = useLocation().state as EndedState | null;
  if (state?.ended === undefined) return null;
  return (
    <p
      role="status"
      className="mt-4 flex items-start gap-2.5 rounded-control border border-line bg-raised px-3.5 py-2.5"
    >
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
      {WORDS[state.ended]}
    </p>
  );
}
