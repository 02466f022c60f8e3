import { CALLS } from "@sevenfold/contract/calls";
import { useEffect } from "react";

/** While nobody answers: asks who is signed in again and again, and as soon as there is a network. */
export function useAskAgain(again: () => void): void {
  useEffect(() => {
    const timer = setInterval(again, CALLS.readUser.fresh.againMs);
    addEventListener("online", again);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
    };
  }, [again]);
}
