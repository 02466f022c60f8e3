import { CALLS } from "@sevenfold/contract/calls";
import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import { call } from "../api/call.ts";
import { wordsOf } from "../api/problem-error.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Button } from "../ui/button.tsx";
import { tellError, tellSuccess } from "../ui/notices.ts";
import { useOnline } from "../ui/use-online.ts";
import { positionsMoved } from "./positions-moved.ts";

/** Asks the broker for its own books, and says what they changed in ours. */
export function SyncButton() {
  const [isPending, setPending] = useState(false);
  const isOnline = useOnline();
  const { data: brokers } = useEndpoint(CALLS.listBrokers);
  const broker = brokers?.find(({ isSelected }) => isSelected)?.providerName ?? "the broker";
  const press = async () => {
    setPending(true);
    try {
      const { message } = await call(CALLS.syncPositions, {});
      tellSuccess("Sync Complete", message);
      positionsMoved();
    } catch (thrown) {
      tellError("Sync Failed", wordsOf(thrown, `Failed to sync positions from ${broker}`));
    } finally {
      setPending(false);
    }
  };
  return (
    <Button disabled={isPending || !isOnline} onClick={() => void press()}>
      <ArrowLeftRight aria-hidden="true" className="size-4" />
      {isPending ? "Syncing..." : "Sync Positions"}
    </Button>
  );
}
