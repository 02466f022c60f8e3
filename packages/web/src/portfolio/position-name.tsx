import { CALLS } from "@sevenfold/contract/calls";
import type { PricedPositionView } from "@sevenfold/contract/portfolio";
import { useState } from "react";
import { call, keepAnswer } from "../api/call.ts";
import { wordsOf } from "../api/problem-error.ts";
import { Badge } from "../ui/badge.tsx";
import { tellError, tellSuccess } from "../ui/notices.ts";
import { useOverlays } from "../ui/overlays.ts";

interface OfPosition {
  readonly position: PricedPositionView;
}

/** The symbol, which opens its panel; a holding the agent leaves alone says so. */
export function PositionName({ position: { ticker, companyName, isManaged } }: OfPosition) {
  const { openSymbol } = useOverlays();
  return (
    <button
      type="button"
      title={companyName}
      className="on-paper inline-flex items-center gap-2 rounded-[5px] font-semibold underline-offset-4 hover:underline"
      onClick={() => openSymbol(ticker)}
    >
      {ticker}
      {!isManaged && <Badge tone="amber">Unmanaged</Badge>}
    </button>
  );
}

/** Offers a holding found at the broker to the agent. */
export function ManageHolding({ position: { ticker } }: OfPosition) {
  const [isPending, setPending] = useState(false);
  const press = async () => {
    setPending(true);
    try {
      const positions = await call(CALLS.manageHolding, { ticker, managed: true });
      await keepAnswer(CALLS.listPricedPositions.path, positions);
      tellSuccess("Holding Handed Over", `The agent now sells ${ticker} by your rules.`);
    } catch (thrown) {
      tellError("Error", wordsOf(thrown));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      Found at your broker: shown and valued, but the agent does not trade it.{" "}
      <button
        type="button"
        disabled={isPending}
        aria-label={`Let the agent manage ${ticker}`}
        className="rounded-[5px] font-medium text-accent underline-offset-4 hover:underline disabled:opacity-55"
        onClick={() => void press()}
      >
        Let the agent manage
      </button>
    </>
  );
}
