import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { wordsOf } from "../api/problem-error.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { Button } from "../ui/button.tsx";
import { tellError, tellSuccess } from "../ui/notices.ts";

/** Asks again for everything the page shows, and says whether it came. */
export function RefreshButton() {
  const [isPending, setPending] = useState(false);
  const refresh = useRefresh();
  const press = async () => {
    setPending(true);
    try {
      await refresh();
      tellSuccess("Portfolio Refreshed", "Positions and figures are up to date.");
    } catch (thrown) {
      tellError("Refresh Failed", `${wordsOf(thrown)} The figures shown are older.`);
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
