import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { mutate } from "swr";
import { call } from "../api/call.ts";
import { listDecisions, listOrders, listTrades, readTradePage } from "../api/lines.ts";
import { Button } from "../ui/button.tsx";
import { tellError, tellSuccess } from "../ui/notices.ts";

/** Asks for the history again, whichever part of it is shown. */
export function RefreshButton() {
  const [isPending, setPending] = useState(false);
  const press = async () => {
    setPending(true);
    try {
      await mutate(listTrades.path, call(listTrades), { revalidate: false });
      await Promise.all(
        [readTradePage, listOrders, listDecisions].map(({ path }) => mutate(startsWith(path))),
      );
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

const startsWith = (path: string) => (key: unknown) =>
  typeof key === "string" && key.startsWith(path);
