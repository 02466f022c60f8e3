import { CALLS } from "@sevenfold/contract/calls";
import { CircleSlash } from "lucide-react";
import { useState } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Button } from "../ui/button.tsx";
import { useOnline } from "../ui/use-online.ts";
import { CancelAllDialog } from "./cancel-all-dialog.tsx";
import { allOrdersText } from "./canceled-words.ts";

/** Takes every open order back, after a question that says how many; takes no room where none is open. */
export function CancelAllButton({ className }: { readonly className?: string }) {
  const { data: account } = useEndpoint(CALLS.readAccount);
  const [asked, setAsked] = useState<number>();
  const isOnline = useOnline();
  const count = account?.openOrders ?? 0;
  return (
    <>
      {0 < count && (
        <div className={className}>
          <Button size="small" disabled={!isOnline} onClick={() => setAsked(count)}>
            <CircleSlash aria-hidden="true" className="size-3.5" />
            Cancel {allOrdersText(count)}
          </Button>
        </div>
      )}
      {asked !== undefined && <CancelAllDialog count={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
