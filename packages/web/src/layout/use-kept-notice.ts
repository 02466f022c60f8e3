import { useEffect } from "react";
import { placeToTell } from "../api/kept-drafts.ts";
import { tell } from "../ui/notices.ts";

/** Tells who is back after a sign-in that ended where what they had typed is kept. */
export function useKeptNotice(): void {
  useEffect(() => {
    const to = placeToTell();
    if (to === undefined) return;
    tell({
      tone: "success",
      title: "What You Typed Is Kept",
      details: "It was not saved when your sign-in ended.",
      action: { label: "Go back to it", to },
    });
  }, []);
}
