import type { PricedPositionView } from "@sevenfold/contract/portfolio";
import { useState } from "react";
import { call } from "../api/call.ts";
import { sellPosition } from "../api/lines.ts";
import { wordsOf } from "../api/problem-error.ts";
import { tellPlaced } from "../orders/placed-orders.ts";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { OrderMoney } from "../ui/amounts.tsx";
import { Button } from "../ui/button.tsx";
import { sharesText } from "../ui/figures.ts";
import { tellError } from "../ui/notices.ts";
import { useOnline } from "../ui/use-online.ts";
import { freshUuid } from "../ui/uuid.ts";
import { positionsMoved } from "./positions-moved.ts";

interface SellAllProps {
  readonly position: PricedPositionView;
}

/** Sells one holding whole, once the person has confirmed it. */
export function SellAllButton({ position }: SellAllProps) {
  // One key per opened question: however often it is answered, it is one order.
  const [key, setKey] = useState<string>();
  const [isPending, setPending] = useState(false);
  const isOnline = useOnline();
  const { ticker, shares } = position;
  const sell = async (idempotencyKey: string) => {
    setPending(true);
    try {
      const { order, warnings } = await call(sellPosition, { ticker, shares }, { idempotencyKey });
      const words = `Sell ${sharesOf(shares)} of ${ticker} at market.`;
      tellPlaced(order, [words, ...warnings].join(" "), "Sell Order Submitted");
      positionsMoved();
    } catch (thrown) {
      tellError("Sell Order Failed", wordsOf(thrown, "Failed to place sell order"));
    } finally {
      setPending(false);
      setKey(undefined);
    }
  };
  return (
    <>
      <Button
        size="small"
        disabled={isPending || !isOnline || shares === 0}
        aria-label={`Sell all ${ticker}`}
        onClick={() => setKey(freshUuid())}
      >
        {isPending ? "Selling..." : "Sell All"}
      </Button>
      {key !== undefined && !isPending && (
        <AlertDialog
          title={`Sell all ${sharesOf(shares)} of ${ticker}`}
          confirm={`Sell ${sharesOf(shares)}`}
          onCancel={() => setKey(undefined)}
          onConfirm={() => void sell(key)}
        >
          <p>
            A market order for the whole holding, worth about{" "}
            <OrderMoney of={position.currentValue} /> at the latest price. The price you get may
            differ.
          </p>
        </AlertDialog>
      )}
    </>
  );
}

const sharesOf = (count: number) => `${sharesText(count)} ${count === 1 ? "share" : "shares"}`;
