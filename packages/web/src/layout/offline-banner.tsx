import { WifiOff } from "lucide-react";
import { useOnline } from "../ui/use-online.ts";

/** Without a network nothing can be ordered; what the server does goes on. */
export function OfflineBanner() {
  if (useOnline()) return null;
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b border-amber/40 bg-amber-tint px-4 py-2 text-13 text-amber md:px-6"
    >
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      You are offline. Figures are as last received and orders are disabled; automation goes on at
      the server.
    </p>
  );
}
