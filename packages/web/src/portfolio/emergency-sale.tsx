import type { PricedPositionView } from "@sevenfold/contract/portfolio";
import { OctagonAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { tellError } from "../ui/notices.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { useOnline } from "../ui/use-online.ts";
import { EmergencyDialog } from "./emergency-dialog.tsx";
import { underWayWords } from "./emergency-result.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { SyncButton } from "./sync-button.tsx";
import { useEmergencySale } from "./use-emergency-sale.ts";

interface PortfolioHeaderProps {
  /** Undefined while nobody here knows what is held. */
  readonly positions: readonly PricedPositionView[] | undefined;
}

/**
 * The page's title and buttons. Everything out, at once, also unseen; refused in words where there is
 * nothing to sell. A sale that is at work is said for as long as it is, whoever began it.
 */
export function PortfolioHeader({ positions }: PortfolioHeaderProps) {
  const [isOpen, setOpen] = useState(false);
  const isOnline = useOnline();
  const sale = useEmergencySale(() => setOpen(false));
  const isAtWork = sale.batch?.isDone === false;
  const press = () => {
    if (!isAtWork && positions?.length === 0)
      return tellError("Clear Positions Failed", "No positions to clear");
    sale.ask();
    setOpen(true);
  };
  return (
    <>
      <PageHeader title="Portfolio">
        <RefreshButton />
        <SyncButton />
        <Button look="loss" disabled={!isOnline} onClick={press}>
          <OctagonAlert aria-hidden="true" className="size-4" />
          Emergency Sell All
        </Button>
      </PageHeader>
      {isAtWork && sale.batch && !isOpen && (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-loss/40 bg-loss/8 px-4 py-2.5 md:mb-4">
          <p role="status" className="min-w-0 flex-1">
            <strong className="font-semibold">An emergency sale is under way.</strong>{" "}
            {underWayWords(sale.batch)}
          </p>
          <Button size="small" onClick={() => setOpen(true)}>
            Show its progress
          </Button>
        </div>
      )}
      {isOpen && (
        <EmergencyDialog positions={positions} sale={sale} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
