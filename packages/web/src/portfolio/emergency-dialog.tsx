import type { PricedPositionView } from "@sevenfold/contract/portfolio";
import { useState } from "react";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { OrderMoney } from "../ui/amounts.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { INPUT } from "../ui/field.ts";
import { sharesText } from "../ui/figures.ts";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { EmergencyResult } from "./emergency-result.tsx";
import { useEmergencySale } from "./use-emergency-sale.ts";

const CONFIRMATION = "SELL ALL";

interface EmergencyDialogProps {
  readonly positions: readonly PricedPositionView[];
  readonly onClose: () => void;
}

/** Asks in words that say what will happen, then shows what did, symbol by symbol. */
export function EmergencyDialog({ positions, onClose }: EmergencyDialogProps) {
  const [typed, setTyped] = useState("");
  const { batch, isPending, begin } = useEmergencySale(onClose);
  if (batch !== undefined || isPending)
    return (
      <Dialog
        title="Emergency Sell All"
        description="Automation is off. This goes on if you close the window."
        onClose={onClose}
      >
        <EmergencyResult batch={batch} />
      </Dialog>
    );
  const worth = positions.reduce((sum, { currentValue }) => sum + (currentValue ?? 0), 0);
  const isUnpriced = positions.some(({ currentValue }) => currentValue === null);
  return (
    <AlertDialog
      title={`Sell all ${positions.length} ${positions.length === 1 ? "position" : "positions"}`}
      confirm="Sell everything"
      isGrave
      isConfirmable={typed.trim().toUpperCase() === CONFIRMATION}
      onCancel={onClose}
      onConfirm={() => void begin()}
    >
      <p>
        Automation is turned off, open orders are canceled, and each holding is sold at the market:
        about <OrderMoney of={worth} /> at the latest prices
        {isUnpriced && ", not all of them known"}.
      </p>
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
