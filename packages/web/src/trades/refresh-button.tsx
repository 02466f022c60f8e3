import { CALLS } from "@sevenfold/contract/calls";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { useRefresh } from "../api/use-refresh.ts";
import { Button } from "../ui/button.tsx";
import { tellError, tellSuccess } from "../ui/notices.ts";

/** What each part of the page shows begins with one of these. */
const HISTORIES = [
  CALLS.listTrades,
  CALLS.listOrders,
  CALLS.readActivityPage,
  CALLS.listDecisions,
].map(({ path }) => path);

/** Asks for the history again, whichever part of it is shown. */
export function RefreshButton() {
  const [isPending, setPending] = useState(false);
  const refresh = useRefresh();
  const press = async () => {
    setPending(true);
    try {
      await refresh(...HISTORIES);
      tellSuccess("Refresh Complete", "The trade history is up to date.");
    } catch {
      tellError("Refresh Failed", "Unable to refresh trade history. Please try again.");
    } finally {
      setPending(false);
    }
  };
  return (
    <Button disabled={isPending} onClick={() => void press()}>
      <RefreshCw aria-hidden="true" className={isPending ? "turning size-4" : "size-4"} />
      Refresh
    </Button>
  );
}
