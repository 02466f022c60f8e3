import { RefreshCw } from "lucide-react";
import { useIsOtherBuild } from "../api/server-build.ts";
import { Button } from "../ui/button.tsx";

/** After an upgrade: what is open is the page of the version before. */
export function NewVersionBanner() {
  if (!useIsOtherBuild()) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-tint px-4 py-2 text-13 md:px-6"
    >
      <RefreshCw aria-hidden="true" className="size-4 shrink-0 text-accent" />
      <p>A new version is running. Reload.</p>
      <Button size="small" onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  );
}
