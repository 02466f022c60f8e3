import { useEffect, useRef, useState } from "react";
import { moneyText } from "../ui/figures.ts";
import { useWorkerStatus } from "../worker/use-worker-status.ts";

const EVERY_MS_MIN = 10_000;

/** Tells a screen reader of new trades, at most every ten seconds; never of single ticks. */
export function LiveSummary() {
  const { data: status } = useWorkerStatus();
  const newest = status?.recent_trades[0];
  const spoken = useRef<{ readonly id: string | undefined; readonly at: number }>(undefined);
  const [words, setWords] = useState("");

  useEffect(() => {
    if (status === undefined) return;
    const now = Date.now();
    // What stood there when the page was opened is no news.
    if (spoken.current === undefined) spoken.current = { id: newest?.id, at: 0 };
    else if (newest && newest.id !== spoken.current.id && spoken.current.at + EVERY_MS_MIN < now) {
      spoken.current = { id: newest.id, at: now };
      const verb = newest.side === "BUY" ? "Bought" : "Sold";
      setWords(`${verb} ${newest.shares} ${newest.ticker} at ${moneyText(newest.price)}.`);
    }
  }, [status, newest]);

  return (
    <p role="status" aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}
