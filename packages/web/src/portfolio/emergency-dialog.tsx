import { CALLS } from "@sevenfold/contract/calls";
import type { SellAllView } from "@sevenfold/contract/orders";
import type { PricedPositionView } from "@sevenfold/contract/portfolio";
import { useState } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { CancelAllDialog } from "../orders/cancel-all-dialog.tsx";
import { ordersText } from "../orders/canceled-words.ts";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { OrderMoney } from "../ui/amounts.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { INPUT } from "../ui/field.ts";
import { sharesText } from "../ui/figures.ts";
import { StaleNotice } from "../ui/problem-notice.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { EmergencyResult } from "./emergency-result.tsx";
import type { EmergencySale } from "./use-emergency-sale.ts";

const CONFIRMATION = "SELL ALL";

interface Held {
  readonly positions: readonly PricedPositionView[];
}
interface EmergencyDialogProps {
  /** Undefined while nobody here knows them: what the account holds is sold all the same. */
  readonly positions: Held["positions"] | undefined;
  readonly sale: EmergencySale;
  readonly onClose: () => void;
}

/** Asks in words that say what will happen, then shows what did, symbol by symbol. */
export function EmergencyDialog({ positions, sale, onClose }: EmergencyDialogProps) {
  const [typed, setTyped] = useState("");
  const [isOnlyCancel, setOnlyCancel] = useState(false);
  const { data: account } = useEndpoint(CALLS.readAccount);
  const { batch, stale, isPending, begin } = sale;
  const open = account?.openOrders;
  if (isOnlyCancel) return <CancelAllDialog count={open ?? 0} onClose={onClose} />;
  if (batch !== undefined || isPending)
    return (
      <Dialog title="Emergency Sell All" description={standingWords(batch)} onClose={onClose}>
        {stale && <StaleNotice address={stale.address} onRetry={stale.again} />}
        <EmergencyResult batch={batch} />
      </Dialog>
    );
  return (
    <AlertDialog
      title={titleOf(positions)}
      confirm="Sell everything"
      isGrave
      isConfirmable={typed.trim().toUpperCase() === CONFIRMATION}
      onCancel={onClose}
      onConfirm={() => void begin()}
    >
      <p>
        {account === undefined || account.mode === "demo"
          ? "Automation"
          : `At ${account.label}, automation`}{" "}
        is turned off, {openText(open)}, and then each holding is sold at the market:{" "}
        {positions === undefined ? UNSEEN : <Worth positions={positions} />}
      </p>
      {open !== undefined && 0 < open && (
        <p className="mt-3 flex flex-wrap items-center justify-between gap-2 rounded-control border border-line bg-raised px-3 py-2 text-13 text-ink">
          Or sell nothing:
          <Button size="small" onClick={() => setOnlyCancel(true)}>
            Only cancel {ordersText(open)}
          </Button>
        </p>
      )}
      {positions !== undefined && <HoldingList positions={positions} />}
      <label className="mt-4 block text-13 text-ink">
        Type {CONFIRMATION} to confirm
        <input
          className={`mt-1 block w-full ${INPUT}`}
          value={typed}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
    </AlertDialog>
  );
}

/** Nothing is off and nothing goes on until the server has said so. */
function standingWords(batch: SellAllView | undefined): string {
  if (batch === undefined) return "Asked for. Until Sevenfold answers, nothing of it is known.";
  return `Automation is off.${batch.isDone ? "" : " This goes on if you close the window."}`;
}

const UNSEEN = "all that the account holds. What that is has not reached this page.";

function titleOf(positions: EmergencyDialogProps["positions"]): string {
  if (positions === undefined) return "Sell all positions";
  return positions.length === 1
    ? "Sell the one position"
    : `Sell all ${positions.length} positions`;
}

/** Whatever their symbols are, held or not. */
function openText(open: number | undefined): string {
  if (open === undefined || open === 0) return "every open order is canceled";
  return open === 1 ? "the one open order is canceled" : `all ${open} open orders are canceled`;
}

/** About how much: what has no price is left out, and that is said. */
function Worth({ positions }: Held) {
  const known = positions.flatMap(({ currentValue }) => currentValue ?? []);
  if (known.length === 0) return <>at a worth that is not known, as none has a price.</>;
  return (
    <>
      about <OrderMoney of={known.reduce((sum, value) => sum + value, 0)} /> at the latest prices
      {known.length < positions.length &&
        `, without the ${positions.length - known.length} that have none`}
      .
    </>
  );
}

const HoldingList = ({ positions }: Held) => (
  <ScrollRegion
    label="What is sold"
    className="mt-3 max-h-36 rounded-control border border-line px-3 py-2"
  >
    <ul className="figure text-13">
      {positions.map(({ ticker, shares, currentValue }) => (
        <li key={ticker} className="flex justify-between gap-4 py-0.5">
          <span>
            {ticker} · {sharesText(shares)}
          </span>
          <OrderMoney of={currentValue} />
        </li>
      ))}
    </ul>
  </ScrollRegion>
);
