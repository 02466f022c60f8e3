import { CALLS } from "@sevenfold/contract/calls";
import type { PricedPositionView } from "@sevenfold/contract/portfolio";
import { useState } from "react";
import { call } from "../api/call.ts";
import { isRefusal } from "../api/problem-error.ts";
import { usePrice } from "../live/price-store.ts";
import { serverNow } from "../live/server-clock.ts";
import { useStanding } from "../live/standing.ts";
import { TO_ORDERS, tellPlaced } from "../orders/placed-orders.ts";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { OrderMoney } from "../ui/amounts.tsx";
import { Button } from "../ui/button.tsx";
import { asOfText } from "../ui/eastern-time.ts";
import { sharesText } from "../ui/figures.ts";
import { tellFailed } from "../ui/tell-failed.ts";
import { useOnline } from "../ui/use-online.ts";
import { freshUuid } from "../ui/uuid.ts";
import { heldAt } from "./live-holding.tsx";
import { positionsMoved } from "./positions-moved.ts";

interface SellAllProps {
  readonly position: PricedPositionView;
}

/** Sells one holding whole, once the person has confirmed it. */
export function SellAllButton({ position }: SellAllProps) {
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const isOnline = useOnline();
  const { ticker, shares } = position;
  // The same on every attempt whose outcome is unknown: one order, however often it is asked for.
  const [attempt, setAttempt] = useState(() => newAttempt(shares));
  const ask = () => {
    if (attempt.shares !== shares) setAttempt(newAttempt(shares));
    setAsking(true);
  };
  const sell = async ({ idempotencyKey }: Attempt) => {
    setAsking(false);
    setPending(true);
    const words = `Sell ${sharesOf(shares)} of ${ticker} at market.`;
    try {
      const { order, warnings } = await call(
        CALLS.sellPosition,
        { ticker, shares },
        { idempotencyKey },
      );
      tellPlaced(order, [words, ...warnings].join(" "), "Sell Order Submitted");
      setAttempt(newAttempt(shares));
      positionsMoved();
    } catch (thrown) {
      if (isRefusal(thrown)) setAttempt(newAttempt(shares));
      tellFailed(thrown, {
        seenAt: TO_ORDERS,
        title: "Sell Order Failed",
        fallback: "Failed to place sell order",
        lost: `${words} No answer came: the order may have been placed. Look at Orders before you sell it again.`,
      });
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button
        size="small"
        disabled={isPending || !isOnline || shares === 0}
        aria-label={`Sell all ${ticker}`}
        onClick={ask}
      >
        {isPending ? "Selling..." : "Sell All"}
      </Button>
      {isAsking && (
        <AlertDialog
          title={`Sell all ${sharesOf(shares)} of ${ticker}`}
          confirm={`Sell ${sharesOf(shares)}`}
          isGrave
          onCancel={() => setAsking(false)}
          onConfirm={() => void sell(attempt)}
        >
          <p>
            A market order for the whole holding, <LatestWorth position={position} />. The price you
            get may differ.
          </p>
        </AlertDialog>
      )}
    </>
  );
}

/** By the newest price there is, which says of when it is unless it is of now. */
function LatestWorth({ position }: SellAllProps) {
  const known = usePrice(position.ticker);
  const standing = useStanding(position.ticker);
  if (known === undefined || standing === "old")
    return <>whose worth is not known: its last price is too old to estimate by</>;
  return (
    <>
      worth about <OrderMoney of={heldAt(position, known.price).currentValue} />{" "}
      {standing === "live"
        ? "at the latest price"
        : `at the price as of ${asOfText(known.at, serverNow())} ET`}
    </>
  );
}

interface Attempt {
  readonly idempotencyKey: string;
  readonly shares: number;
}

const newAttempt = (shares: number): Attempt => ({ idempotencyKey: freshUuid(), shares });

const sharesOf = (count: number) => `${sharesText(count)} ${count === 1 ? "share" : "shares"}`;
