import { priceOf } from "../live/price-store.ts";
import { serverNow } from "../live/server-clock.ts";
import { useStanding } from "../live/standing.ts";
import { Price } from "./amounts.tsx";
import { asOfText } from "./eastern-time.ts";
import type { Figure } from "./figures.ts";

interface AgedPriceProps {
  readonly ticker: string;
  readonly of: Figure;
}

/** A symbol's price; where it is not of now, it looks so and says of when it is. */
export function AgedPrice({ ticker, of }: AgedPriceProps) {
  const standing = useStanding(ticker);
  const known = priceOf(ticker);
  if (standing === "live" || known === undefined) return <Price of={of} />;
  const words = `as of ${asOfText(known.at, serverNow())} ET`;
  return (
    <span title={words} className="text-muted">
      <Price of={of} />
      <span className="sr-only"> {words}</span>
    </span>
  );
}
