import { WifiOff } from "lucide-react";
import { useLine } from "../live/line.ts";

const WORDS = {
  offline:
    "You are offline. Figures are as last received and orders are disabled; the server goes on as it was set.",
  "no-answer":
    "Sevenfold does not answer. Figures are as last received and orders are disabled until it does; this page asks again by itself.",
};

/** Without a network or a server nothing can be ordered. */
export function OfflineBanner() {
  const line = useLine();
  if (line !== "offline" && line !== "no-answer") return null;
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b border-amber/40 bg-amber-tint px-4 py-2 text-13 text-amber md:px-6"
    >
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      {WORDS[line]}
    </p>
  );
}
