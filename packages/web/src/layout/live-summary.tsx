import { useEffect, useRef, useState } from "react";
import { useAccountTurn } from "../api/account-in-use.ts";
import { moneyText } from "../ui/figures.ts";
import { useWorkerStatus } from "../worker/use-worker-status.ts";

const EVERY_MS_MIN = 10_000;

/** The newest trade that is known, when it was told, and in which account's turn. */
interface Spoken {
  readonly id: string | undefined;
  readonly at: number;
  readonly of: number;
}

/** Tells a screen reader of new trades, at most every ten seconds; never of single ticks. */
export function LiveSummary() {
  const { data: status } = useWorkerStatus();
  const newest = status?.recent_trades[0];
  const { number } = useAccountTurn();
  const spoken = useRef<Spoken>(undefined);
  const [words, setWords] = useState("");

  useEffect(() => {
    if (status === undefined) return;
    const now = Date.now();
    // What stood there when the page was opened, or another account came into use, is no news.
    if (spoken.current?.of !== number) spoken.current = { id: newest?.id, at: 0, of: number };
    else if (newest && newest.id !== spoken.current.id && spoken.current.at + EVERY_MS_MIN < now) {
      spoken.current = { id: newest.id, at: now, of: number };
      const verb = newest.side === "BUY" ? "Bought" : "Sold";
      setWords(`${verb} ${newest.shares} ${newest.ticker} at ${moneyText(newest.price)}.`);
    }
  }, [status, newest, number]);

  return (
    <p role="status" aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}
